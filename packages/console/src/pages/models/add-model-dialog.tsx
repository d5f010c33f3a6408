import type { ListLocalModelsAnswer } from '@mediagen/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { Check } from '../../parts/controls/check.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { Facts } from '../../parts/panels/panel.tsx'
import { errorText } from '../../parts/states/error-state.tsx'
import { bytesText } from '../../parts/words/amounts.tsx'

export type AvailableModel = ListLocalModelsAnswer['available'][number]

/** Everything about a model before its first byte is fetched. */
export function AddModelDialog({ of: model, onClose }: { of: AvailableModel; onClose: () => void }) {
  const { name, title, about, licence, asksLicence, pinned } = model
  const client = useClient()
  const queries = useQueryClient()
  const formId = useId()
  const [accepts, setAccepts] = useState(false)
  const [allows, setAllows] = useState(false)
  const [problem, setProblem] = useState<string>()
  const add = useMutation({
    mutationFn: () => client.admin.localModels.add({ name, acceptLicence: accepts, allowUnpinned: allows }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.localModels })
      toast(`Downloading ${name}.`)
      onClose()
    },
    onError: (error) => setProblem(errorText(error)),
  })
  const submit = (): void => {
    if (asksLicence && !accepts) setProblem(`Read the ${licence} and accept it first.`)
    else if (!pinned && !allows)
      setProblem('These files have no known checksum. Accept that first, or choose another model.')
    else add.mutate()
  }
  return (
    <Dialog
      open
      title={`Add ${title}`}
      about={`${about.charAt(0).toUpperCase()}${about.slice(1)}. You can keep working during the download. If it is interrupted, it resumes where it left off.`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} disabled={add.isPending}>
            Download
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="add-model"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <ModelFacts of={model} />
        {asksLicence && (
          <Check
            label={`I accept the ${licence}`}
            about="It restricts some uses. Your acceptance is recorded with the date."
            checked={accepts}
            onChange={({ target }) => {
              setAccepts(target.checked)
              setProblem(undefined)
            }}
          />
        )}
        {!pinned && (
          <Check
            label="Accept files without a known checksum"
            about="Their SHA-256 is unknown, so this service would accept any file from the hub."
            checked={allows}
            onChange={({ target }) => {
              setAllows(target.checked)
              setProblem(undefined)
            }}
          />
        )}
        {problem !== undefined && (
          <p className="field-problem" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}

function ModelFacts({ of }: { of: AvailableModel }) {
  const { licence, licenceUrl, bytes, missingBytes, estimate, whyNot } = of
  const here =
    bytes !== null && missingBytes !== null && missingBytes < bytes ? `, ${bytesText(missingBytes)} to download` : ''
  const facts = [
    {
      name: 'Licence',
      value: (
        <a href={licenceUrl} target="_blank" rel="noreferrer">
          {licence}
        </a>
      ),
    },
    { name: 'Disk', value: bytes === null ? 'unknown' : `${bytesText(bytes)}${here}` },
    { name: 'Memory', value: estimate.memory },
    { name: 'Download', value: estimate.download },
    {
      name: 'Time per picture',
      value: whyNot === null ? estimate.picture : `does not run yet: ${whyNot}`,
    },
    { name: 'Tested', value: 'not yet; its checksums come from public lists' },
  ]
  return <Facts facts={facts.filter(({ value }) => value !== null)} />
}

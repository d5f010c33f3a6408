import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { Field } from '../../parts/controls/field.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { errorText } from '../../parts/states/error-state.tsx'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'

export function PauseDialog({ of, onClose }: { of: string; onClose: () => void }) {
  const client = useClient()
  const queries = useQueryClient()
  const formId = useId()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const pause = useMutation({
    mutationFn: () => client.admin.pauseEngine(of, reason.trim()),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.system })
      toast(`${of} is paused and starts no new tasks.`)
      onClose()
    },
    onError: (error) => setProblem(errorText(error)),
  })
  return (
    <Dialog
      open
      title={`Pause ${of}`}
      about="No process starts a task on it until you resume it, even after a restart. Running tasks continue, queued tasks stay queued, and synchronous image requests are refused."
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} disabled={pause.isPending}>
            Pause it
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim() === '') setProblem('Say why: others will want to know.')
          else pause.mutate()
        }}
      >
        <Field label="Reason" hint="for other operators" problem={problem}>
          {(wired) => (
            <input
              {...wired}
              className="input"
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

import { ApiError, type Project } from '@mediagen/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { Field } from '../../parts/controls/field.tsx'
import { LimitInput } from '../../parts/controls/limit-input.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { errorText } from '../../parts/states/error-state.tsx'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'

type LimitName = keyof Project['limits']
type Form = { name: string } & Record<LimitName, string>

const FIELDS: readonly { name: LimitName; label: string; usd: boolean }[] = [
  { name: 'perDayUsd', label: 'Daily budget (USD)', usd: true },
  { name: 'perMonthUsd', label: 'Monthly budget (USD)', usd: true },
  { name: 'inWork', label: 'Concurrent tasks', usd: false },
  { name: 'waiting', label: 'Queued tasks', usd: false },
]

function formOf(project: Project | undefined): Form {
  const text = (name: LimitName): string => String(project?.limits[name] ?? '')
  const { perDayUsd, perMonthUsd, inWork, waiting } = {
    perDayUsd: text('perDayUsd'),
    perMonthUsd: text('perMonthUsd'),
    inWork: text('inWork'),
    waiting: text('waiting'),
  }
  return { name: project?.name ?? '', perDayUsd, perMonthUsd, inWork, waiting }
}

function bodyOf({ name, ...texts }: Form) {
  const amount = (text: string): number | null => (text.trim() === '' ? null : Number(text))
  const { perDayUsd, perMonthUsd, inWork, waiting } = texts
  return {
    name: name.trim(),
    limits: {
      perDayUsd: amount(perDayUsd),
      perMonthUsd: amount(perMonthUsd),
      inWork: amount(inWork),
      waiting: amount(waiting),
    },
  }
}

/** Makes a project, or changes one. */
export function ProjectDialog({ of, onClose }: { of: Project | undefined; onClose: () => void }) {
  const client = useClient()
  const queries = useQueryClient()
  const formId = useId()
  const [form, setForm] = useState(() => formOf(of))
  const save = useMutation({
    mutationFn: async () => {
      const body = bodyOf(form)
      return of === undefined ? client.admin.projects.create(body) : client.admin.projects.edit(of.id, body)
    },
    onSuccess: ({ name }) => {
      void queries.invalidateQueries({ queryKey: queryKeys.projects })
      toast(of === undefined ? `${name} was created. Add keys to it on the Keys page.` : 'Saved.')
      onClose()
    },
  })
  // What the service said stands at the field that it means, else below.
  const param = save.error instanceof ApiError ? (save.error.param ?? '') : ''
  const problem = (field: string): string | undefined => (param === field ? errorText(save.error) : undefined)
  const isPlaced = param === 'name' || FIELDS.some(({ name }) => param === `limits.${name}`)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={of === undefined ? 'New project' : `Edit ${of.name}`}
      about="The limits apply to all keys of the project together, in addition to each key’s own limits."
      foot={
        <>
          {save.error !== null && !isPlaced && (
            <p className="form-problem" role="alert">
              {errorText(save.error)}
            </p>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} disabled={save.isPending}>
            {of === undefined ? 'Create project' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} className="form-fields" onSubmit={submit} noValidate>
        <Field label="Name" hint="a team, a customer, an application" problem={problem('name')}>
          {(wired) => (
            <input
              {...wired}
              className="input"
              value={form.name}
              maxLength={100}
              autoComplete="off"
              onChange={(event) => setForm({ ...form, name: event.target.value })}
            />
          )}
        </Field>
        {FIELDS.map(({ name, ...field }) => (
          <LimitInput
            key={name}
            {...field}
            problem={problem(`limits.${name}`)}
            value={form[name]}
            onChange={(text) => setForm({ ...form, [name]: text })}
          />
        ))}
      </form>
    </Dialog>
  )
}

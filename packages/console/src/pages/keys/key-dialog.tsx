import type { ManagedKey } from '@mediagen/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { Check } from '../../parts/controls/check.tsx'
import { Field } from '../../parts/controls/field.tsx'
import { Segments } from '../../parts/controls/segments.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { useModels } from '../../data/models.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { useCaller } from '../../data/caller.ts'
import { useManagedKeys } from '../../data/projects.ts'
import { formOf, problemsFrom, readForm, type KeyForm, type Problems } from './key-form.ts'
import { LimitInputs } from './limit-inputs.tsx'
import { PlaceFields } from './place-fields.tsx'
import { PRESETS, presetOf, SCOPES } from './scopes.ts'

type KeyDialogProps = {
  /** The key that is changed; undefined for a new one. */
  of: ManagedKey | undefined
  onClose: () => void
  /** With the text that is never shown again. */
  onCreated: (made: { name: string; text: string; webhookSecret: string }) => void
}

/** Makes a key, or changes what one may do. */
export function KeyDialog({ of, onClose, onCreated }: KeyDialogProps) {
  const keys = useManagedKeys()
  const { me, may } = useCaller()
  const isOperator = may('admin')
  const expiresByDefault = of === undefined && !isOperator
  const queries = useQueryClient()
  const formId = useId()
  const [form, setForm] = useState(() => formOf(of, isOperator ? undefined : me))
  const [problems, setProblems] = useState<Problems>({})
  const save = useMutation({
    mutationFn: async (body: ReturnType<typeof readForm>['body']) => {
      if (of !== undefined) return void (await keys.edit(of.id, body))
      const { key: text, webhookSecret, name } = await keys.create(body)
      return { name, text, webhookSecret }
    },
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: queryKeys.keys })
      void queries.invalidateQueries({ queryKey: ['audit'] })
      if (made === undefined) {
        toast('Saved. The changes take effect within a second.')
        onClose()
      } else onCreated(made)
    },
    onError: (error) => setProblems(problemsFrom(error)),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const read = readForm(form, { isOperator, expiresByDefault })
    setProblems(read.problems)
    if (Object.keys(read.problems).length === 0) save.mutate(read.body)
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={of === undefined ? 'New key' : `Edit ${of.name}`}
      about={
        of === undefined
          ? 'The key is shown once, when it is created.'
          : 'Changes take effect in every process within a second.'
      }
      foot={
        <>
          {problems[''] !== undefined && (
            <p className="form-problem" role="alert">
              {problems['']}
            </p>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} disabled={save.isPending}>
            {of === undefined ? 'Create key' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} className="key-form" onSubmit={submit} noValidate>
        <KeyFields
          form={form}
          problems={problems}
          whenNoExpiry={expiresByDefault ? 'your own expiry' : 'no expiry'}
          onChange={(change) => setForm({ ...form, ...change })}
        />
      </form>
    </Dialog>
  )
}

type KeyFieldsProps = { form: KeyForm; problems: Problems; onChange: (change: Partial<KeyForm>) => void }

function KeyFields({ form, problems, whenNoExpiry, onChange }: KeyFieldsProps & { whenNoExpiry: string }) {
  const isOperator = useCaller().may('admin')
  return (
    <>
      <Field label="Name" hint="Who uses it" problem={problems['name']}>
        {(wired) => (
          <input
            {...wired}
            className="input"
            value={form.name}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Expires" hint={`Local time; leave empty for ${whenNoExpiry}`} problem={problems['expires']}>
        {(wired) => (
          <input
            {...wired}
            className="input"
            type="datetime-local"
            value={form.expires}
            onChange={(event) => onChange({ expires: event.target.value })}
          />
        )}
      </Field>
      <PlaceFields form={form} problems={problems} onChange={onChange} />
      <fieldset>
        <legend>Permissions</legend>
        <Segments
          label="Preset"
          value={presetOf(form.scopes)}
          onChange={(name) => {
            const preset = PRESETS.find((each) => each.name === name)
            if (preset !== undefined) onChange({ scopes: [...preset.scopes] })
          }}
          segments={PRESETS.filter(({ scopes }) => isOperator || !scopes.includes('admin')).map(({ name }) => ({
            value: name,
            label: name,
          }))}
        />
        <div className="scope-checks">
          {SCOPES.filter(({ scope }) => isOperator || scope !== 'admin').map(({ scope, about }) => (
            <Check
              key={scope}
              label={scope}
              about={about}
              checked={form.scopes.includes(scope)}
              onChange={({ target: { checked } }) =>
                onChange({ scopes: checked ? [...form.scopes, scope] : form.scopes.filter((each) => each !== scope) })
              }
            />
          ))}
        </div>
        {problems['scopes'] !== undefined && <p className="field-problem">{problems['scopes']}</p>}
      </fieldset>
      <ModelFields form={form} problems={problems} onChange={onChange} />
      <fieldset>
        <legend>Limits</legend>
        <LimitInputs
          group="limits"
          texts={form.limits}
          problems={problems}
          onChange={(limits) => onChange({ limits })}
        />
      </fieldset>
      <fieldset>
        <legend>End users</legend>
        <Check
          label="Limit each end user"
          about="Identified by the x-mediagen-user header."
          checked={form.hasUserLimits}
          onChange={({ target: { checked } }) => onChange({ hasUserLimits: checked })}
        />
        {form.hasUserLimits && (
          <LimitInputs
            group="userLimits"
            texts={form.userLimits}
            problems={problems}
            onChange={(userLimits) => onChange({ userLimits })}
          />
        )}
      </fieldset>
    </>
  )
}

function ModelFields({ form, problems, onChange }: KeyFieldsProps) {
  const { data = [] } = useModels()
  const chosen = form.models
  // A model that is gone from the catalogue stays where the key names it.
  const names = [...new Set([...data.map(({ id }) => id), ...(chosen ?? [])])]
  return (
    <fieldset>
      <legend>Models</legend>
      <Check
        label="All models"
        about="Including models that are added later."
        checked={chosen === null}
        onChange={({ target: { checked } }) => onChange({ models: checked ? null : [] })}
      />
      {chosen !== null && (
        <div className="model-checks">
          {names.map((name) => (
            <Check
              key={name}
              label={name}
              checked={chosen.includes(name)}
              onChange={({ target: { checked } }) =>
                onChange({ models: checked ? [...chosen, name] : chosen.filter((each) => each !== name) })
              }
            />
          ))}
        </div>
      )}
      {problems['models'] !== undefined && <p className="field-problem">{problems['models']}</p>}
    </fieldset>
  )
}

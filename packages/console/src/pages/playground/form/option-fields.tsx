import { Field } from '../../../parts/controls/field.tsx'
import { Select } from '../../../parts/controls/select.tsx'
import { editForm, formStore } from './form.ts'
import type { OptionChoices, OptionSchema } from './options.ts'

/** The model's own options, each by its own name: what the operator allows. */
export function OptionFields({ choices }: { choices: OptionChoices }) {
  const { options } = formStore.use()
  const choose = (name: string, text: string): void =>
    editForm({ options: { ...formStore.get().options, [name]: text } })
  return Object.entries(choices).map(([name, schema]) => (
    <Field key={name} label={name} hint={hintOf(schema)}>
      {(wired) => {
        const shared = { ...wired, value: options[name] ?? '' }
        const values = schema.type === 'boolean' ? ['on', 'off'] : schema.enum
        if (values !== undefined)
          return (
            <Select {...shared} onChange={({ target }) => choose(name, target.value)}>
              <option value="">Auto</option>
              {values.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </Select>
          )
        const isNumber = schema.type !== 'string'
        return (
          <input
            {...shared}
            className="input"
            type={isNumber ? 'number' : 'text'}
            placeholder="Auto"
            {...(isNumber
              ? { min: schema.minimum, max: schema.maximum, step: schema.type === 'integer' ? 1 : 'any' }
              : { maxLength: schema.maxLength })}
            onChange={({ target }) => choose(name, target.value)}
          />
        )
      }}
    </Field>
  ))
}

/** What it means, and else within what bounds it is. */
function hintOf({ description, minimum, maximum }: OptionSchema): string | undefined {
  if (description !== undefined) return description
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`
  if (minimum !== undefined) return `${minimum} or more`
  return maximum === undefined ? undefined : `at most ${maximum}`
}

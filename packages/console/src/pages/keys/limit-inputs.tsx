import { Field } from '../../parts/controls/field.tsx'
import type { Problems } from './key-form.ts'
import { LIMIT_FIELDS, type LimitTexts } from './limit-fields.ts'

type LimitInputsProps = {
  group: 'limits' | 'userLimits'
  texts: LimitTexts
  problems: Problems
  onChange: (texts: LimitTexts) => void
}

export function LimitInputs({ group, texts, problems, onChange }: LimitInputsProps) {
  return (
    <div className="limit-inputs">
      {LIMIT_FIELDS.map(({ name, label, least, most, usd }) => (
        <Field key={name} label={label} problem={problems[`${group}.${name}`]}>
          {(wired) => (
            <input
              {...wired}
              className="input"
              type="number"
              inputMode={usd ? 'decimal' : 'numeric'}
              min={least}
              max={most}
              step={usd ? 'any' : 1}
              placeholder="no limit"
              value={texts[name]}
              onChange={(event) => onChange({ ...texts, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

import { LimitInput } from '../../parts/controls/limit-input.tsx'
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
      {LIMIT_FIELDS.map(({ name, ...field }) => (
        <LimitInput
          key={name}
          {...field}
          problem={problems[`${group}.${name}`]}
          value={texts[name]}
          onChange={(text) => onChange({ ...texts, [name]: text })}
        />
      ))}
    </div>
  )
}

import { Field } from './field.tsx'

type LimitInputProps = {
  label: string
  usd: boolean
  least?: number
  most?: number
  problem: string | undefined
  value: string
  onChange: (text: string) => void
}

/** A number that bounds something, in dollars or counted; empty for no limit. */
export function LimitInput({ label, usd, least = 0, most, problem, value, onChange }: LimitInputProps) {
  return (
    <Field label={label} problem={problem}>
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
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

import { useId, type ReactNode } from 'react'
import './segments.css'

export type Segment<T extends string> = { value: T; label: string; icon?: ReactNode; disabled?: boolean }

type SegmentsProps<T extends string> = {
  label: string
  value: T
  segments: readonly Segment<T>[]
  /** Only the icons are drawn; the words are still read out. */
  iconsOnly?: boolean
  onChange: (value: T) => void
}

/** One of a few, all of them in sight. */
export function Segments<T extends string>({ label, value, segments, iconsOnly = false, onChange }: SegmentsProps<T>) {
  const name = useId()
  return (
    <div className="segments" role="radiogroup" aria-label={label}>
      {segments.map((each) => (
        <label key={each.value} title={iconsOnly ? each.label : undefined}>
          <input
            type="radio"
            name={name}
            value={each.value}
            checked={each.value === value}
            disabled={each.disabled}
            onChange={() => onChange(each.value)}
          />
          {each.icon}
          <span className={iconsOnly ? 'unseen' : ''}>{each.label}</span>
        </label>
      ))}
    </div>
  )
}

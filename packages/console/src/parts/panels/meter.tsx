import type { ReactNode } from 'react'
import './panel.css'

type MeterProps = {
  label: string
  used: number
  /** Null where there is no limit. */
  limit: number | null
  /** What is used, in words; the limit is told after it. */
  shown: (amount: number) => ReactNode
}

/** How much of a limit is taken. From nine tenths on it is drawn as a warning; the words say as much. */
export function Meter({ label, used, limit, shown }: MeterProps) {
  const share = limit === null ? 0 : limit === 0 ? 1 : Math.min(1, used / limit)
  const level = share >= 1 ? 'full' : share >= 0.9 ? 'high' : ''
  return (
    <div className="meter">
      <div className="meter-words">
        <span>{label}</span>
        <span>
          {shown(used)}
          {limit === null ? <small> · no limit</small> : <small> of {shown(limit)}</small>}
        </span>
      </div>
      {limit !== null && (
        <svg className={`meter-bar ${level}`} viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden>
          <rect className="meter-room" width="100" height="2" />
          <rect className="meter-taken" width={share * 100} height="2" />
        </svg>
      )}
    </div>
  )
}

import './progress-bar.css'

type ProgressBarProps = {
  label: string
  /** Undefined where only that it goes on is known. */
  percent: number | undefined
}

/** How far something has come. */
export function ProgressBar({ label, percent }: ProgressBarProps) {
  return (
    <span
      className="progress-bar"
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      {percent !== undefined && <span style={{ scale: `${percent / 100} 1` }} />}
    </span>
  )
}

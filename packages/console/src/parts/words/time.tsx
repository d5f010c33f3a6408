import { useNow } from './now.ts'

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' })
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const CLOCK = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const

type TimeProps = {
  /** Seconds since 1970. */
  at: number
  /** How long ago, the date and hour, or the day. */
  form?: 'ago' | 'clock' | 'day'
}

/** A moment in the viewer's own zone; the exact one shows above it. */
export function Time({ at, form = 'ago' }: TimeProps) {
  const now = useNow(15_000, form === 'ago')
  const date = new Date(at * 1000)
  return (
    <time dateTime={date.toISOString()} title={EXACT.format(date)}>
      {form === 'clock' ? clockText(at) : form === 'day' ? DAY.format(date) : agoText(at, now)}
    </time>
  )
}

export function clockText(at: number): string {
  return CLOCK.format(new Date(at * 1000))
}

function agoText(at: number, now: number): string {
  let value = at - now
  if (Math.abs(value) < 5) return 'just now'
  for (const [unit, size] of STEPS) {
    if (Math.abs(Math.round(value)) < size) return RELATIVE.format(Math.round(value), unit)
    value /= size
  }
  return DAY.format(new Date(at * 1000))
}

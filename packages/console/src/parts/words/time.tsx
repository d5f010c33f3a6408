import { useNow } from './now.ts'

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' })
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const CLOCK = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const OF_DAY = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const MINUTE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const

const FORMATS = { clock: CLOCK, minute: MINUTE, day: DAY } as const

type TimeProps = {
  /** Seconds since 1970. */
  at: number
  /** How long ago, the date and time to the second or to the minute, or the day. */
  form?: 'ago' | 'clock' | 'minute' | 'day'
  /** A moment whose date stands beside it: on the same day, only the time of the clock is told. */
  after?: number | undefined
}

/** A moment in the viewer's own zone; the exact one shows above it. */
export function Time({ at, form = 'ago', after }: TimeProps) {
  const now = useNow(15_000, form === 'ago')
  const date = new Date(at * 1000)
  return (
    <time dateTime={date.toISOString()} title={EXACT.format(date)}>
      {form === 'ago' ? agoText(at, now) : isSameDay(at, after) ? OF_DAY.format(date) : FORMATS[form].format(date)}
    </time>
  )
}

function isSameDay(at: number, other: number | undefined): boolean {
  return other !== undefined && DAY.format(at * 1000) === DAY.format(other * 1000)
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

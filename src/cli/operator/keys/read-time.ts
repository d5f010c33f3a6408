import { UsageError } from '../../usage-error.ts'

const UNITS_MS = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/** How long, from texts such as 30d, 12h, 90m or 0; undefined where it is none. */
export function readDuration(text: string): number | undefined {
  if (text === '0') return 0
  const [, amount, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const unitMs = UNITS_MS.get(unit)
  return unitMs === undefined ? undefined : Number(amount) * unitMs
}

/** When a key ends: after a while, or on a day, in UTC. */
export function readExpiry(text: string, now: number): number {
  const duration = readDuration(text)
  const time = duration === undefined ? readDate(text) : now + duration
  if (time !== undefined && time > now) return time
  throw new UsageError(`'${text}' is not a time to come. Write it as 30d, 12h or 2030-01-31, or none.`)
}

function readDate(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text)) return undefined
  const day = Date.parse(text.slice(0, 10))
  // A 31st of June would quietly become the 1st of July.
  const isDay = !Number.isNaN(day) && new Date(day).toISOString().startsWith(text.slice(0, 10))
  return isDay ? Date.parse(text) : undefined
}

import { AppError } from '../errors.ts'

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** Parses a time such as 2030-01-31T12:00:00Z or one with another zone; milliseconds since 1970. */
export function readMoment(text: string, param: string): number {
  const upper = text.toUpperCase()
  const at = RFC_3339.test(upper) ? Date.parse(upper) : Number.NaN
  // A day that the month does not have would silently become a day of the next month.
  if (Number.isNaN(at) || !hasSuchADay(upper)) {
    const advice = text.includes(' ') ? ' Encode a + in a URL as %2B.' : ''
    throw new AppError('invalid_parameter', `'${param}' must be a time such as 2030-01-31T12:00:00Z.${advice}`, {
      param,
    })
  }
  return at
}

function hasSuchADay(text: string): boolean {
  const day = text.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

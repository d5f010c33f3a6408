import { nowSeconds } from '../../parts/words/now.ts'

export const SINCE = [
  { value: 'hour', words: 'Last hour', seconds: 3_600 },
  { value: 'day', words: 'Last 24 hours', seconds: 86_400 },
  { value: 'week', words: 'Last 7 days', seconds: 7 * 86_400 },
  { value: 'all', words: 'All time', seconds: undefined },
] as const

export type Since = (typeof SINCE)[number]['value']

/** The beginning of a span, as the service reads it; undefined for all time. */
export function sinceText(since: Since): string | undefined {
  const seconds = SINCE.find(({ value }) => value === since)?.seconds
  return seconds === undefined ? undefined : new Date((nowSeconds() - seconds) * 1000).toISOString()
}

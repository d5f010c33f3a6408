import { test } from 'node:test'

/** True in `npm run test:long`, which leaves nothing out. */
export const IS_LONG = process.env['TEST_LONG'] !== undefined

/** All cases in the long tests; in the short ones this many of them, from the first to the last. */
export function someOf<T>(cases: readonly T[], count: number): readonly T[] {
  if (IS_LONG || cases.length <= count) return cases
  if (count === 1) return cases.slice(0, 1)
  return Array.from({ length: count }, (_, index) => cases[Math.round((index * (cases.length - 1)) / (count - 1))] as T)
}

/** A test of the long run alone, beside others of its subject. */
export const longTest = ((...given: Parameters<typeof test>) =>
  IS_LONG ? test(...given) : Promise.resolve()) as typeof test

import type { Token } from './tokens.ts'

// More than stand in one picture are as many as do.
const MOST_TOLD = 14
// What has four digits is a year, and counts nothing.
const NUMBER = /^[1-9]\d{1,2}$/

/** How many a number in digits says; the tables have those that have names. */
export function asNumber([token, ...more]: readonly Token[]): readonly string[] | undefined {
  if (!token || more.length > 0 || !NUMBER.test(token.text)) return undefined
  return [`count:${Math.min(MOST_TOLD, Number(token.text))}`]
}

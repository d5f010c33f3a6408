import type { Sense } from '../senses.ts'
import type { NamedThing } from './named-thing.ts'

/** Colours that are told apart before one noun, with how many there are of each where that is said. */
export type Shares = { colours: Sense[]; counts: (number | undefined)[] }

const AND = /^(and|y|e|et|und|en|och|i|и)$/

// Backwards from the noun: colour, count, "and", colour, count.
/** The colours of "three red and two yellow apples"; nothing where there is but one colour. */
export function sharesOf(senses: readonly Sense[], { sense }: NamedThing): Shares | undefined {
  const colours: Sense[] = []
  const counts: (number | undefined)[] = []
  let edge = sense.at
  for (const other of senses.slice(0, senses.indexOf(sense)).toReversed()) {
    if (edge - other.end > 1) break
    if (other.kind === 'colour') {
      colours.unshift(other)
      counts.unshift(undefined)
    } else if (other.kind === 'count' && colours.length > 0) counts[0] ??= Number(other.value)
    else if (!(other.kind === 'rel' && AND.test(other.text)) && !/^(stop|finish|size)$/.test(other.kind)) break
    edge = other.at
  }
  return colours.length > 1 ? { colours, counts } : undefined
}

/** One colour for each of several: as many as counted, or by turns. */
export function colourOfEach({ colours, counts }: Shares, count: number): { colours: string[]; count: number } {
  const counted = counts.every((one) => one !== undefined && one > 0)
  const each = counted
    ? colours.flatMap(({ value }, at) => Array.from({ length: counts[at] ?? 1 }, () => value))
    : Array.from({ length: Math.max(count, colours.length) }, (_, at) => colours[at % colours.length]?.value ?? '')
  return { colours: each, count: each.length }
}

import { adjectiveFollows, type Sense } from '../senses.ts'
import type { NamedThing } from './named-thing.ts'

/** Colours that are told apart before one noun, with how many there are of each where that is said. */
export type Shares = { colours: Sense[]; counts: (number | undefined)[] }

const AND = /^(and|y|e|et|und|en|och|i|и)$/

const isAnd = ({ kind, value, text }: Sense) => kind === 'rel' && value === 'beside' && AND.test(text)

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
    else if (!isAnd(other) && !/^(stop|finish|size)$/.test(other.kind)) break
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

const ONE =
  /^(one|first|second|another|(the )?other|uno|una|otro|otra|un|une|lun|lune|l|autre|eine?r?s?|eins|ander[ers]*|zweite[rs]?|um|uma|outro|outra|altro|altra|een|andere|один|одна|одно|другой|другая|другое|второй|вторая)$/
const BETWEEN = /^(stop|count|rel|post|size|finish)$/

// Each colour of "two dogs, one brown and the other white" follows a word that picks one of them.
function picksOne(colour: Sense, senses: readonly Sense[], words: readonly string[]): boolean {
  const counted = senses.some(({ kind, value, end }) => kind === 'count' && value === '1' && end === colour.at)
  return counted || words.slice(Math.max(0, colour.at - 3), colour.at).some((word) => ONE.test(word))
}

/** The colours that are told of several after their noun, one by one; nothing unless each of them is picked by a word. */
export function sharesSaidAfter(
  { senses, tokens }: { senses: readonly Sense[]; tokens: readonly { text: string }[] },
  { sense }: NamedThing,
): Shares | undefined {
  const words = tokens.map(({ text }) => text)
  const after = senses.slice(senses.indexOf(sense) + 1).filter(({ at }) => at >= sense.end)
  const stop = after.findIndex(({ kind, text }) => kind !== 'colour' && !BETWEEN.test(kind) && !ONE.test(text))
  const told = stop < 0 ? after : after.slice(0, stop)
  const colours = told.filter(({ kind }) => kind === 'colour')
  const each = colours.length > 1 && colours.every((colour) => picksOne(colour, senses, words))
  return each ? { colours, counts: colours.map(() => undefined) } : undefined
}

/** The colour that stands beside a noun, on the side where its language puts it. */
function colourBeside(noun: Sense, senses: readonly Sense[], language: string): string | undefined {
  const colours = senses.filter(({ kind, clause }) => kind === 'colour' && clause === noun.clause)
  const before = colours.findLast(({ end }) => end <= noun.at && noun.at - end <= 1)
  const after = colours.find(({ at }) => at >= noun.end && at - noun.end <= 1)
  return (adjectiveFollows(language) ? (after ?? before) : before)?.value
}

/** "A black horse and a white horse": whether two words for one animal tell of two, each in a colour of its own. */
export function areOfTwoColours(one: Sense, other: Sense, senses: readonly Sense[], language: string): boolean {
  const [first, second] = [one, other].map((noun) => colourBeside(noun, senses, language))
  return first !== undefined && second !== undefined && first !== second
}

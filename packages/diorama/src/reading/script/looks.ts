import type { Looks } from '../../brief.ts'
import { adjectiveFollows, type Sense } from '../senses.ts'
import type { Sentence } from './words.ts'
import { acts } from './entities.ts'
import type { Thing } from '../things.ts'

const HATS =
  /^(straw-hat|chef-hat|beret|fedora|wizard-hat|crown|womans-hat|top-hat|graduation-cap|billed-cap|military-helmet|rescue-workers-helmet)$/
const WOMEN = /woman|girl/
const DRESSES = /^(dress|kimono|sari|womans-clothes)$/
const TOPS = /^(t-shirt|coat|lab-coat|safety-vest)$/

// Red hair is ginger, and yellow hair is blond.
const HAIR: Readonly<Record<string, string>> = { '#d7342e': '#b3522c', '#f2c230': '#dcb45c', '#26262b': '#2b2628' }

// How much of a look may stand between somebody and what they wear.
const FARTHEST = 12

function colourOf(senses: readonly Sense[], of: Sense, language: string): string | undefined {
  const beside = senses.filter(({ kind, clause }) => kind === 'colour' && clause === of.clause)
  const before = beside.findLast(({ end }) => end <= of.at && of.at - end <= 1)
  const after = beside.find(({ at }) => at >= of.end && at - of.end <= 1)
  return (adjectiveFollows(language) ? (after ?? before) : before)?.value
}

const isLong = (senses: readonly Sense[], of: Sense) =>
  senses.some(({ kind, value, at, end }) => kind === 'look' && value === 'long' && of.at - end <= 2 && at - of.end <= 2)

type Wearing = (colour: string | undefined, long: boolean) => Looks

const withColour =
  (art: string): Wearing =>
  (colour) => ({ hat: { art, ...(colour && { colour }) } })

// What each word of `words/grammar/looks.txt` puts on somebody; `long` only says how the hair is.
const AS_LOOKS: Readonly<Record<string, Wearing>> = {
  hair: (colour, long) => ({ hair: { ...(colour && { colour: HAIR[colour] ?? colour }), ...(long && { long }) } }),
  beard: (colour) => ({ beard: colour ?? '#6b4a35' }),
  suit: (colour) => ({ suit: colour ?? '#3a4256' }),
  dress: (colour) => ({ dress: colour ?? '#b8506a' }),
  hat: withColour('fedora'),
  top: (colour) => ({ top: colour ?? '#4a5f8a' }),
}

const AS_WORN: [RegExp, Wearing][] = [
  [/^scarf$/, (colour) => ({ scarf: colour ?? '#c0392b' })],
  [/glasses|goggles/, () => ({ glasses: true })],
  [DRESSES, (colour) => ({ dress: colour ?? '#b8506a' })],
  [TOPS, (colour) => ({ top: colour ?? '#7a8aa0' })],
  [/^(jeans|shorts)$/, (colour) => ({ legs: colour ?? '#3f5f8a' })],
]

function wearingOf({ kind, value }: Sense): Wearing | undefined {
  if (kind === 'look') return Object.hasOwn(AS_LOOKS, value) ? AS_LOOKS[value] : undefined
  if (kind !== 'art') return undefined
  return HATS.test(value) ? withColour(value) : AS_WORN.find(([art]) => art.test(value))?.[1]
}

// The one before the word who wears it; in a suit, with a beard, bearded: "a bearded man" is told by the next word.
function wearerOf(entities: readonly Thing[], sense: Sense): number {
  const near = entities.map((thing, entity) => ({ thing, entity })).filter(({ thing }) => acts(thing))
  const next = near.find(({ thing }) => thing.sense.at >= sense.end && thing.sense.at - sense.end <= 1)
  if (next) return next.entity
  const last = near.findLast(({ thing }) => thing.sense.end <= sense.at && sense.at - thing.sense.end <= FARTHEST)
  return last?.entity ?? near[0]?.entity ?? -1
}

/** What each entity wears and looks like. */
export function looksOf({ senses, entities, language }: Sentence): Map<number, Looks> {
  const looks = new Map<number, Looks>()
  for (const sense of senses) {
    if (entities.some((thing) => thing.sense === sense)) continue
    const wearing = wearingOf(sense)
    if (!wearing) continue
    const worn = wearing(colourOf(senses, sense, language), isLong(senses, sense))
    const wearer = wearerOf(entities, sense)
    const hat = worn.hat?.art === 'fedora' && sense.value === 'hat' && WOMEN.test(entities[wearer]?.art ?? '')
    const fitting = hat ? { hat: { ...worn.hat, art: 'straw-hat' } } : worn
    if (wearer >= 0) looks.set(wearer, { ...looks.get(wearer), ...fitting })
  }
  return looks
}

import type { Looks } from '../../brief.ts'
import { adjectiveFollows, type Sense } from '../senses.ts'
import type { Sentence } from './grammar.ts'
import { acts } from './entities.ts'
import type { Thing } from '../things.ts'

const HATS = /^(crown|womans-hat|top-hat|graduation-cap|billed-cap|military-helmet|rescue-workers-helmet)$/
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

function wornAs(sense: Sense, colour: string | undefined, long: boolean): Looks | undefined {
  if (sense.kind === 'look') {
    switch (sense.value) {
      case 'hair':
        return { hair: { ...(colour && { colour: HAIR[colour] ?? colour }), ...(long && { long }) } }
      case 'beard':
        return { beard: colour ?? '#6b4a35' }
      case 'suit':
        return { suit: colour ?? '#3a4256' }
      case 'dress':
        return { dress: colour ?? '#b8506a' }
      case 'hat':
        return { hat: { art: 'womans-hat', ...(colour && { colour }) } }
      case 'top':
        return { top: colour ?? '#4a5f8a' }
      default:
        return undefined
    }
  }
  if (sense.kind !== 'art') return undefined
  if (HATS.test(sense.value)) return { hat: { art: sense.value, ...(colour && { colour }) } }
  if (sense.value === 'scarf') return { scarf: colour ?? '#c0392b' }
  if (/glasses|goggles/.test(sense.value)) return { glasses: true }
  if (DRESSES.test(sense.value)) return { dress: colour ?? '#b8506a' }
  if (TOPS.test(sense.value)) return { top: colour ?? '#7a8aa0' }
  return /^(jeans|shorts)$/.test(sense.value) ? { legs: colour ?? '#3f5f8a' } : undefined
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
    const worn = wornAs(sense, colourOf(senses, sense, language), isLong(senses, sense))
    if (!worn) continue
    const wearer = wearerOf(entities, sense)
    if (wearer >= 0) looks.set(wearer, { ...looks.get(wearer), ...worn })
  }
  return looks
}

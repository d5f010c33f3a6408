import { SAID } from './asked/said-of.ts'
import { isOfLetters } from './manner/letter-colour.ts'
import type { Sense } from './senses.ts'
import type { Thing } from './things.ts'
import type { Token } from './tokens.ts'

const DETAIL =
  /^(eyes|hair|fur|wings|shirt|jacket|coat|scarf|glasses|cap|robe|cloak|cape|mask|suit|armor|armour|skin|lips|beard)$/

/** The red of a red scarf is neither the fox's nor the picture's, nor is the green of green leaves that lie about. */
export function coloursOfDetails(senses: Sense[], things: Thing[], tokens: readonly Token[]): Sense[] {
  return senses.filter((sense, at) => {
    if (sense.kind === 'colour' && isOfLetters(sense, tokens)) return true
    const next = senses[at + 1]
    if (sense.kind === 'colour' && isOfDetail(sense, senses, things)) return true
    if (sense.kind !== 'colour' || !next || next.at - sense.end > 1 || next.clause !== sense.clause) return false
    if (next.kind === 'particles' || (next.kind === 'stop' && next.value === SAID)) return true
    return DETAIL.test(next.text) || (next.kind === 'art' && !things.some((thing) => thing.sense === next))
  })
}

// The colour of a roof, a scarf or a cup, on whichever side it stands.
function isOfDetail({ at, end, clause }: Sense, senses: readonly Sense[], things: readonly Thing[]): boolean {
  const isWorn = (other: Sense) => other.kind === 'art' && !things.some(({ sense }) => sense === other)
  return senses.some(
    (other) =>
      (/^(support|look|part|vessel)$/.test(other.kind) || isWorn(other)) &&
      other.clause === clause &&
      (other.end === at || (other.at >= end && other.at - end <= 1)),
  )
}

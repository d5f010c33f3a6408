import { SAID } from './said-of-another.ts'
import type { Sense } from './senses.ts'
import type { Thing } from './things.ts'
import type { Token } from './tokens.ts'

const DETAIL =
  /^(eyes|hair|fur|wings|shirt|jacket|coat|scarf|glasses|cap|robe|cloak|cape|mask|suit|armor|armour|skin|lips|beard)$/

// What the colour of a picture is said of: its sky, its light, its places.
const OF_ALL =
  /^(skys?|skies|lights?|lighting|lit|tones?|toned|palette|glow|mist|fog|haze|backgrounds?|backdrop|hues?|colou?rs?|colou?red|theme|mood|tint|clouds?|accents?|atmosphere|ambien(t|ce)|neon|smoke|world|landscape|gradient|moon|sun|water|waters|filter|shades?|schemes?|aesthetic|scene|vibes?|and|or|to)$/
const WHOLE = /^(place|home|sky|time|season|weather|lights|style|mood|colour|framing|format|particles|country)$/

// The red of a banner that is not drawn is no red of the sky.
function isOfOther({ end, clause, at }: Sense, senses: readonly Sense[], tokens: readonly Token[]): boolean {
  const next = tokens[end]
  if (next?.clause !== clause || OF_ALL.test(next.text) || !/^[a-z]{3,}$/.test(next.text)) return false
  // A colour between commas, and of the noun that ends its phrase.
  if (tokens[end + 1]?.clause === clause || tokens[at - 1]?.clause === clause) return false
  return !senses.some((other) => other.at === end && WHOLE.test(other.kind))
}

/** The red of a red scarf is neither the fox's nor the picture's, nor is the green of green leaves that lie about. */
export function coloursOfDetails(senses: Sense[], things: Thing[], tokens: readonly Token[]): Sense[] {
  return senses.filter((sense, at) => {
    if (sense.kind !== 'colour') return false
    if (isOfOther(sense, senses, tokens)) return true
    const next = senses[at + 1]
    if (isOfDetail(sense, senses, things)) return true
    if (!next || next.at - sense.end > 1 || next.clause !== sense.clause) return false
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

import type { NamedThing } from '../meaning/named-thing.ts'
import type { Sense } from '../senses.ts'

// What somebody may own and that is the picture without them: my grandma's cat, the neighbour's car.
const OWNED = /^(animal|transport)/

// What stands between a thing and its owner, where the thing comes first.
const OF_OWNER: Readonly<Record<string, RegExp>> = {
  ru: /^(моей|моего|его|ее|их|нашей|нашего|своей|своего|твоей|твоего)$/,
  de: /^(der|des|(mein|dein|sein|ihr|unser|ein)e[rs])$/,
  fr: /^(de (ma|mon|sa|son|la|notre)|du|de l)$/,
  es: /^(de (mi|su|la|tu|nuestra)|del)$/,
  it: /^(di (mia|mio|sua|suo)|della|dello|dell|del|(della|del) (mia|mio|sua|suo|nostra))$/,
  pt: /^(da|do|de (minha|meu|sua|seu)|(da|do) (minha|meu|sua|seu))$/,
}
// And where the owner does.
const OWNERS_OF = /^(的|の|का|की|के)$/

function textBetween(senses: readonly Sense[], from: number, to: number): string {
  const between = senses.filter(({ at, end }) => at >= from && end <= to)
  return [...new Map(between.map(({ at, text }) => [at, text])).values()].join(' ')
}

/** Whether somebody is only named as whose animal or vehicle it is. */
export function isOwner(
  { kind, sense }: NamedThing,
  things: readonly NamedThing[],
  senses: readonly Sense[],
  language: string,
): boolean {
  if (!kind.startsWith('person')) return false
  const isNear = (one: NamedThing) => OWNED.test(one.kind) && one.sense.clause === sense.clause
  const before = things.findLast((one) => isNear(one) && one.sense.end <= sense.at && sense.at - one.sense.end <= 2)
  if (before && OF_OWNER[language]?.test(textBetween(senses, before.sense.end, sense.at))) return true
  const after = things.find((one) => isNear(one) && one.sense.at === sense.end + 1)
  return after !== undefined && OWNERS_OF.test(textBetween(senses, sense.end, after.sense.at))
}

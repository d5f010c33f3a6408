import type { TieKind } from '../../brief.ts'
import { isContainer } from '../../staging/containers.ts'
import { carries } from '../../staging/supports.ts'
import { isLiving, type Thing } from '../things.ts'

/** Somebody who was named, by number. */
export type Named = { thing: Thing; at: number }

const OF_WOMEN = /^(her|she|ihr|ihrem|ella|elle|lei|ela|ней|niej|nia|haar)$/
const OF_MEN = /^(his|him|he|ihm|seinem|ele|ним|nim|hem)$/
const OF_THINGS = /^(it|its)$/
const WOMEN = /woman|girl|queen|princess|mother|bride|veil|ballerina|mermaid|witch|grandmother/
const MEN = /(^|-)man|boy|king|prince$|groom|santa|pirate|knight|tuxedo/

const isHuman = ({ thing }: Named) => /^(person|family)/.test(thing.kind) && !/^(snowman|scarecrow)/.test(thing.art)
const lives = ({ thing }: Named) => isLiving(thing)

// "On it", "in it", "above it": a thing rather than whoever is there already.
const THINGWARD = /^(on|in|under|behind|over|in-front-of|through|along)$/

// "A table with a cake and candles on it": the table, since that is what things are on.
function thingMeant(named: readonly Named[], { kind, ofBody }: { kind: TieKind; ofBody: boolean }): number | undefined {
  if (!THINGWARD.test(kind) || ofBody) return undefined
  const carrying = kind === 'on' ? named.findLast(({ thing }) => carries(thing.art)) : undefined
  const holding =
    kind === 'in' ? named.findLast(({ thing }) => isContainer(thing.art) || thing.art === 'spider-web') : undefined
  return (carrying ?? holding ?? named.findLast((one) => !lives(one)))?.at
}

/** Whom a pronoun means, of those named before: "her" a woman, "his" a man, "it" neither. */
export function meantBy(pronoun: string, named: readonly Named[], tie: { kind: TieKind; ofBody: boolean }): number {
  const last = (fits: (one: Named) => boolean) => named.findLast(fits)?.at
  const anybody = last(lives) ?? named.at(-1)?.at ?? -1
  if (OF_THINGS.test(pronoun)) {
    return thingMeant(named, tie) ?? last((one) => lives(one) && !isHuman(one)) ?? anybody
  }
  if (OF_WOMEN.test(pronoun)) return last((one) => isHuman(one) && !MEN.test(one.thing.art)) ?? anybody
  if (OF_MEN.test(pronoun)) return last((one) => isHuman(one) && !WOMEN.test(one.thing.art)) ?? anybody
  return last(isHuman) ?? anybody
}

import type { Deed, Subject } from '../brief.ts'
import type { Workshop } from './workshop.ts'
import { gripOf } from './grips.ts'

const SAT_AT = /^(piano|harp|cello|musical-keyboard)$/
const SEATS = /^(chair|bench|sofa|throne|stool|armchair|rock|wood|tree-stump|bed)$/

/** What one sits at to play it. */
export const isPlayedSitting = (art: string): boolean => SAT_AT.test(art)

/** What one sits behind to play it. */
export const isPlayedFromBehind = ({ art }: Subject): boolean => /^(drum-kit|drum|zither)$/.test(art)

/** A stool for who plays what is played sitting, unless they are somewhere already or it is said that they stand. */
export function seatAtInstrument({ verb, agents, patient = -1 }: Deed, shop: Workshop): void {
  const [agent = -1, ...others] = agents
  const placed = shop.ties.some(({ subject, kind }) => subject === agent && /^(on|in|at|beside|under)$/.test(kind))
  const stands = shop.deeds.some((one) => one.agents.includes(agent) && /^(stand|walk|run|dance|sit)$/.test(one.verb))
  if (verb !== 'play' || !isPlayedSitting(shop.entities[patient]?.art ?? '') || others.length > 0 || placed || stands)
    return
  if ((shop.entities[agent]?.count ?? 1) > 1 || shop.entities.some(({ art }) => SEATS.test(art))) return
  shop.ties.push({ kind: 'on', subject: agent, other: shop.add('stool') })
}

/** Two girls who play the violin have one each. */
export function ownInstruments(entities: Subject[], deeds: readonly Deed[]): void {
  for (const { verb, agents, patient = -1 } of deeds) {
    const [thing, player] = [entities[patient], entities[agents[0] ?? -1]]
    const shared = thing && player && agents.length === 1 && player.count > thing.count
    if (verb === 'play' && shared && thing.kind === 'musical-instrument' && gripOf(thing))
      entities[patient] = { ...thing, count: player.count }
  }
}

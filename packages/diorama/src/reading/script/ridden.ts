import type { Deed } from '../../brief.ts'
import type { Thing } from '../things.ts'

// What beasts do as well as whoever is on them.
const OF_BEASTS = /^(run|jump|walk|cross|climb|swim|fly|drink|eat|sleep|stand|sit)$/

// "A knight riding a horse fights a dragon": the horse is the last that was named, and it is the knight who fights.
function byTheRider(deed: Deed, deeds: readonly Deed[], entities: readonly Thing[]): Deed {
  const [beast] = deed.agents
  if (deed.agents.length !== 1 || OF_BEASTS.test(deed.verb)) return deed
  const rider = deeds.find(({ verb, patient }) => verb === 'ride' && patient === beast && patient !== undefined)
  return rider && entities[beast ?? -1]?.kind.startsWith('animal') ? { ...deed, agents: rider.agents } : deed
}

const LIVESTOCK = /^(cow|ox|bull|water-buffalo|ewe|ram|sheep|goat|pig|goose|duck|chicken|turkey|reindeer|yak)$/

const isRidden = ({ verb, patient }: Deed, entities: readonly Thing[]) =>
  verb === 'ride' && patient !== undefined && entities[patient] !== undefined

// "A shepherd drives sheep": one word for cattle and for cars. Many are driven before one; who rides leads none by a rope.
function driven(deed: Deed, deeds: readonly Deed[], entities: readonly Thing[]): Deed[] {
  const herd = isRidden(deed, entities) ? entities[deed.patient ?? -1] : undefined
  if (!herd || !LIVESTOCK.test(herd.art) || !herd.sense.plural) return [deed]
  const rides = deeds.some((other) => other !== deed && isRidden(other, entities) && other.agents[0] === deed.agents[0])
  return rides ? [] : [{ ...deed, verb: 'lead' }]
}

/** Deeds with those of riders given to them and not to their horses, and with herds driven and not ridden. */
export function asRidden(deeds: readonly Deed[], entities: readonly Thing[]): Deed[] {
  const theirs = deeds.map((deed) => byTheRider(deed, deeds, entities))
  return theirs.flatMap((deed) => driven(deed, theirs, entities))
}

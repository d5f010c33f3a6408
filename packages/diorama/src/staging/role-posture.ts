import type { Posture, Script, Spot, Subject } from '../brief.ts'
import { craftOf } from '../crafts.ts'
import { breedOf } from '../scene/rig/breeds.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import { containerOf } from './containers.ts'
import type { EntityBond } from './entity-bond.ts'
import { isPlayedSitting } from './music.ts'
import { postureOf } from './postures.ts'
import { shelterOf } from './shelters.ts'
import { isSlung } from './slung.ts'
import { isRaised } from './raised-ground.ts'
import { isStairs } from './stairs.ts'
import { supportOf } from './supports.ts'

/** A script, and who is bound to whom in it. */
export type Cast = { script: Script; bonds: EntityBond[] }

const UPRIGHT =
  /^(work-low|tie-shoe|read|hold|eat|sit|reach|kneel|stand|hug|attend|explain|point|aim|stir|dip|dip-high|crouch|laugh|sit-on-ground|hold-hands|scold|adjust|)$/
const SAT_ON = /^(shoulders|back|lap|arms)$/

// One stands on a board, and sits on everything else.
const ridingOn = ({ art }: Subject): Posture => (/board|kick-scooter/.test(art) ? 'reach' : 'ride')

const isSeat = ({ art, kind }: Subject, spot: Spot | undefined): boolean =>
  SAT_ON.test(spot ?? '') || supportOf(art, kind, spot).seat === true

// Up stairs and hills one walks, and climbs nothing.
const isWalkedUp = (art: string) => isStairs(art) || isRaised(art)
const isOnStairs = ({ script }: Cast, bond: EntityBond | undefined) =>
  bond?.how === 'on' && isWalkedUp(script.entities[bond.other]?.art ?? '')

const playsSeated = ({ deeds, entities }: Script, entity: number) =>
  deeds.some(
    ({ verb, agents, patient = -1 }) =>
      verb === 'play' && agents.includes(entity) && isPlayedSitting(entities[patient]?.art ?? ''),
  )

// Who writes, plays a game or eats at a table has the hands on it.
const worksSeated = ({ deeds }: Script, entity: number) =>
  deeds.some(({ craft, agents }) => craftOf(craft)?.seated === true && agents.includes(entity))

// Whoever is carried by somebody: astride the neck, clinging to the back.
const CARRIED: Partial<Record<Spot, Posture>> = { shoulders: 'straddle', back: 'cling' }
const CARRIERS: Partial<Record<Spot, Posture>> = {
  shoulders: 'shoulder',
  back: 'pull',
  arms: 'carry',
}

// How somebody is held who has another person on the shoulders, on the back or in the arms.
function carrying({ script, bonds }: Cast, entity: number): Posture | undefined {
  const load = bonds.find(
    ({ how, subject, other, spot }) =>
      how === 'on' &&
      other === entity &&
      (hasPersonRig(script.entities[subject] as Subject) || isSlung(script.entities[subject] as Subject, spot)),
  )
  return load?.spot && CARRIERS[load.spot]
}

// A child that sleeps on a back clings to it all the same.
const carriedBy = (carrier: Subject, spot: Spot = 'edge', asked: Posture | '' = ''): Posture | undefined =>
  hasPersonRig(carrier) && (asked === 'sleep' || UPRIGHT.test(asked)) ? CARRIED[spot] : undefined

// On a seat one sits, unless it is said that one stands, kneels or lies there.
function onSomething({ script }: Cast, bond: EntityBond, asked: Posture | undefined): Posture | undefined {
  const byPerson = carriedBy(script.entities[bond.other] as Subject, bond.spot, asked)
  if (byPerson) return byPerson
  if (!UPRIGHT.test(asked ?? '')) return asked
  const told = script.deeds.some(({ verb, agents }) => agents.includes(bond.subject) && /^(stand|kneel)$/.test(verb))
  if (told || !isSeat(script.entities[bond.other] as Subject, bond.spot)) return asked
  if (script.entities[bond.other]?.art === 'hammock' && !asked) return 'lie'
  // At a piano the hands are on the keys, not in the lap.
  if (playsSeated(script, bond.subject)) return 'ride'
  return worksSeated(script, bond.subject) ? 'sit-working' : 'sit'
}

// Under a bed or a car one lies.
function isUnderLow({ script }: Cast, bond: EntityBond | undefined): boolean {
  const roof = bond?.how === 'under' ? shelterOf(script.entities[bond.other] as Subject) : undefined
  return roof !== undefined && !roof.post && roof.room < 0.5
}

// Under a table one is on one's heels.
function underSomething(cast: Cast, bond: EntityBond, asked: Posture | undefined): Posture | undefined {
  if (!UPRIGHT.test(asked ?? '')) return asked
  if (isUnderLow(cast, bond)) return 'lie'
  const table = cast.script.entities[bond.other]?.art === 'table'
  if (table && !/^(sit|read)$/.test(asked ?? '')) return 'crouch'
  return asked === 'sit' ? 'sit-on-ground' : asked
}

// Sitting on nothing is sitting on the ground.
function personPosture(cast: Cast, bond: EntityBond | undefined, asked: Posture | undefined): Posture | undefined {
  if (bond?.how === 'ridden') return ridingOn(cast.script.entities[bond.other] as Subject)
  if (bond?.how === 'in') return asked === 'sleep' ? asked : 'sit'
  if (bond?.how === 'on') return onSomething(cast, bond, asked)
  if (bond?.how === 'under') return underSomething(cast, bond, asked)
  if (asked !== 'sit') return asked
  return bond?.how === 'around' ? 'reach' : 'sit-on-ground'
}

const ON_THE_MOVE = /^(walk|run|jump|climb)$/

const sitsAtTable = ({ entities }: Script, bond: EntityBond | undefined) =>
  bond?.how === 'around' && /^(table|tree-stump|wood|rock|barrel|crate)$/.test(entities[bond.other]?.art ?? '')

// Drawn at a gallop; who is washed, fed, led to or carved stands still.
function keptStill({ entities, deeds }: Script, entity: number): Posture | undefined {
  const done = deeds.some(({ patient, recipient }) => patient === entity || recipient === entity)
  return done && /^(horse|deer|leopard)$/.test(entities[entity]?.art ?? '') ? 'stand' : undefined
}

function calmPosture({ script, bonds }: Cast, entity: number, calm: Posture | undefined): Posture | undefined {
  const ridden = bonds.some(
    ({ how, spot, other }) => other === entity && (how === 'ridden' || (how === 'on' && spot === 'back')),
  )
  return ridden && !script.entities[entity]?.looks ? 'walk' : (calm ?? keptStill(script, entity))
}

// From a tree one eats with the head up.
const isFedFromAbove = ({ deeds, entities }: Script, entity: number) =>
  deeds.some(({ verb, agents }) => verb === 'eat' && agents.includes(entity)) &&
  entities.some(({ art }) => /tree$|palm|leaf|branch|bamboo/.test(art))

// In a pool one sits up to the chest; down a slope a penguin is on its belly, and others lie.
function asBeast({ script }: Cast, entity: number, own: EntityBond | undefined): Posture | undefined {
  const { art } = script.entities[entity] as Subject
  const inPool = own?.how === 'in' && containerOf(script.entities[own.other]?.art ?? '')?.pool
  if (own?.how === 'ridden' || inPool) return 'sit'
  const slides = script.deeds.some(({ verb, agents }) => verb === 'slide' && agents.includes(entity))
  return slides ? (breedOf(art) ? 'lie' : 'ski') : undefined
}

function askedOfBeast(script: Script, entity: number, holds: boolean): Posture | undefined {
  const deed = postureOf(script, entity)
  return deed === 'eat' && !holds && isFedFromAbove(script, entity) ? 'stand' : deed
}

// With something in the mouth one goes on all fours.
const hasInMouth = ({ bonds }: Cast, entity: number) =>
  bonds.some(({ how, other }) => how === 'carried' && other === entity)

const hasOnBack = ({ bonds }: Cast, entity: number) =>
  bonds.some(({ how, spot, other }) => how === 'on' && spot === 'back' && other === entity)

const bendsDown = ({ deeds }: Script, entity: number) =>
  deeds.some(({ craft, agents }) => agents.includes(entity) && /^(drink|crouch)$/.test(craft ?? ''))

// Who has somebody in the lap sits, who hugs a tree is up in it; a camel kneels with folded legs, and bends down to drink.
function bentBeast({ script, bonds }: Cast, entity: number, asked: Posture | undefined): Posture | undefined {
  if (bonds.some(({ how, spot, other }) => how === 'on' && spot === 'lap' && other === entity)) return 'sit'
  const climbs = bonds.some(({ how, subject }) => how === 'climbing' && subject === entity)
  if (asked === 'hug' && climbs) return 'climb'
  if (!/^(kneel|crouch)$/.test(asked ?? '')) return undefined
  return bendsDown(script, entity) ? 'eat' : 'lie'
}

const pawsFull = (asked: Posture | undefined): Posture => (asked && ON_THE_MOVE.test(asked) ? asked : 'hold')

// Animals with joints sit at tables, and sit down to hold something.
function animalPosture(cast: Cast, entity: number, holds: boolean): Posture | undefined {
  const { script, bonds } = cast
  const { art, looks } = script.entities[entity] as Subject
  const own = bonds.find((bond) => bond.subject === entity)
  const asked = askedOfBeast(script, entity, holds)
  const beastly = bentBeast(cast, entity, asked) ?? (asked === 'sleep' ? undefined : asBeast(cast, entity, own))
  if (beastly) return beastly
  const calm = holds ? 'hold' : looks && 'stand'
  if (!breedOf(art)) return asked ?? calm
  if (holds) return pawsFull(asked)
  if (asked === 'hold' && (hasInMouth(cast, entity) || hasOnBack(cast, entity))) return 'walk'
  return sitsAtTable(script, own) ? 'sit' : (asked ?? calmPosture(cast, entity, calm))
}

// By the hands, or by the front paws.
function hangs({ script }: Cast, entity: number): boolean {
  return script.ties.some(({ kind, subject }) => kind === 'hanging' && subject === entity)
}

// Babies do not stand yet.
const isBaby = ({ art, kind }: Subject) => art.startsWith('baby') && kind === 'person'
const BABIES_SIT = /^(stand|attend|hold|reach|hug|kiss|hold-hands)$/

// Two have it between them, more of them over their heads.
function carriedWithOthers({ deeds, entities }: Script, { how, other }: EntityBond): Posture | undefined {
  const deed = how === 'flank' ? deeds.find(({ verb, patient }) => verb === 'hold' && patient === other) : undefined
  const many = deed?.agents.reduce((sum, agent) => sum + (entities[agent]?.count ?? 1), 0) ?? 0
  return deed && (many > 2 ? 'lift' : 'carry')
}

// Who leads somebody walks, and so does who goes up the stairs.
function askedOfPerson(cast: Cast, entity: number, own: EntityBond | undefined): Posture | undefined {
  const leads = cast.bonds.some(({ how, other }) => how === 'trailing' && other === entity) ? 'walk' : undefined
  const asked = postureOf(cast.script, entity) ?? leads
  return asked === 'climb' && isOnStairs(cast, own) ? 'walk' : asked
}

/** How an entity is held, by what it does, what it holds and where it is. */
export function postureIn(cast: Cast, entity: number, holds: boolean): Posture | undefined {
  const { script, bonds } = cast
  if (hangs(cast, entity)) return 'climb'
  if (!hasPersonRig(script.entities[entity] as Subject)) return animalPosture(cast, entity, holds)
  const own = bonds.find((bond) => bond.subject === entity)
  const upStairs = askedOfPerson(cast, entity, own)
  const together = own && carriedWithOthers(script, own)
  if (together) return together
  const load = own?.how === 'on' || own?.how === 'in' ? undefined : carrying(cast, entity)
  const posture = load ?? personPosture(cast, own, upStairs) ?? (holds ? 'hold' : 'stand')
  return isBaby(script.entities[entity] as Subject) && BABIES_SIT.test(posture) ? 'sit-on-ground' : posture
}

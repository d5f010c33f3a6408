import type { Posture, Subject } from '../brief.ts'
import { drawingOf } from '../art.ts'
import type { Deed, Script } from '../script.ts'
import { breedOf } from '../scene/rig/breeds.ts'
import { plumageOf } from '../scene/rig/bird-rig.ts'
import { entityBonds, type EntityBond } from './bonds.ts'
import { gripOf } from './grips.ts'
import { isPerson, postureOf } from './postures.ts'
import { metresOf } from './real-sizes.ts'
import type { Bond, Role, StagePlan } from './stage-plan.ts'
import { supportOf } from './supports.ts'

const MOST = 9

function entityNamed(art: string): Subject[] {
  const drawing = drawingOf(art)
  return drawing ? [{ art, label: drawing.label, kind: drawing.kind, count: 1, scale: 'normal' }] : []
}

// Who reads without saying what has a book; what is cooked or baked stands on a table.
function withProps(script: Script): Script {
  const entities = [...script.entities]
  const ties = [...script.ties]
  const add = (art: string): number | undefined => {
    const [prop] = entityNamed(art)
    return prop && entities.push(prop) - 1
  }
  // Nobody holds a hot air balloon; who holds flowers holds a bunch of them.
  for (const { verb, patient } of script.deeds) {
    const thing = patient === undefined || !/^(hold|give|fly)$/.test(verb) ? undefined : entities[patient]
    const [balloon] = thing?.art === 'hot-air-balloon' ? entityNamed('balloon') : []
    const [bunch] = thing && thing.count > 1 && thing.kind === 'plant-flower' ? entityNamed('bouquet') : []
    const instead = balloon ?? bunch
    if (patient !== undefined && thing && instead)
      entities[patient] = { ...thing, art: instead.art, kind: instead.kind, count: 1 }
  }
  const deeds = script.deeds.map((deed): Deed => {
    const [agent] = deed.agents
    const doer = agent === undefined ? undefined : entities[agent]
    if (!doer || !isPerson(doer)) return deed
    const tool = deed.verb === 'read' ? 'open-book' : deed.verb === 'fish' ? 'fishing-pole' : undefined
    const reads = tool && deed.patient === undefined ? add(tool) : undefined
    if (reads !== undefined) return { ...deed, patient: reads }
    const cooked = deed.patient === undefined ? undefined : entities[deed.patient]
    if (deed.verb !== 'work' || deed.patient === undefined || !cooked || !/^(food|drink|dish)/.test(cooked.kind))
      return deed
    const table = add('table')
    if (table === undefined) return deed
    ties.push({ kind: 'on', subject: deed.patient, other: table })
    return { ...deed, patient: table }
  })
  return { entities, deeds, ties }
}

/** Whether there is a drawing from joints for this subject in this posture. */
export function isRigged(subject: Subject, posture: Posture | undefined): boolean {
  if (!posture) return false
  if (isPerson(subject)) return true
  if (breedOf(subject.art)) return true
  return plumageOf(subject.art) !== undefined && /^(fly|swim)$/.test(posture)
}

// Sitting on nothing is sitting on the ground; sleeping upright is not sleeping.
function settledPosture(
  posture: Posture | undefined,
  bond: EntityBond | undefined,
  subject: Subject,
): Posture | undefined {
  if (bond?.how === 'ridden') return isPerson(subject) ? 'ride' : 'sit'
  if (!isPerson(subject)) return posture
  const support = bond?.how === 'on' || bond?.how === 'in'
  if (posture === 'sit' && !support) return 'sit-on-ground'
  if (bond?.how === 'in' && posture !== 'sleep') return 'sit'
  if (bond?.how === 'on' && (posture === undefined || /^(read|hold|eat|stand)$/.test(posture)))
    return bond.spot === 'shoulders' || bond.spot === 'back' || bond.spot === 'lap' ? 'sit' : posture
  return posture
}

type Cast = { script: Script; bonds: EntityBond[] }

function seatedOn({ script }: Cast, bond: EntityBond | undefined, posture: Posture | undefined): Posture | undefined {
  const other = bond?.how === 'on' ? script.entities[bond.other] : undefined
  if (!other || !(posture === undefined || /^(read|hold|eat|stand|sit-on-ground)$/.test(posture))) return posture
  return supportOf(other.art, other.kind, bond?.spot).seat && posture !== 'stand' ? 'sit' : posture
}

function rolesOf(cast: Cast, entity: number): Role[] {
  const { script, bonds } = cast
  const subject = script.entities[entity] as Subject
  const own = bonds.find((bond) => bond.subject === entity)
  const asked = settledPosture(postureOf(script, entity), own, subject)
  const seated = isPerson(subject) ? seatedOn(cast, own, asked) : asked
  const grasps = bonds.flatMap(({ how, subject: thing, other }) => {
    const grip = how === 'held' && other === entity ? gripOf(script.entities[thing] as Subject) : undefined
    return grip ? [{ entity: thing, grip }] : []
  })
  const holds = seated ?? (grasps.length > 0 ? 'hold' : subject.looks || isPerson(subject) ? 'stand' : undefined)
  const rides = bonds.some(({ how, other }) => how === 'ridden' && other === entity)
  const posture = rides && !isPerson(subject) && breedOf(subject.art) ? (holds ?? 'walk') : holds
  const kites = grasps.some(({ grip }) => grip === 'kite' || grip === 'string')
  return Array.from({ length: Math.max(1, Math.min(MOST, subject.count)) }, (_, index) => ({
    entity,
    index,
    posture: kites && (posture === 'hold' || posture === 'stand') ? 'hold-up' : posture,
    grasps,
    bond: undefined,
    aloft: posture === 'fly' && own?.how !== 'on',
    background:
      !own && metresOf(subject) > 3 && bonds.some(({ how, other }) => /^(before|over)$/.test(how) && other === entity),
  }))
}

// A king and a queen on thrones have one each: of several places the next that is free.
function roleBond(
  bond: EntityBond,
  places: ReadonlyMap<number, number[]>,
  taken: Map<number, number>,
): Bond | undefined {
  const others = places.get(bond.other) ?? []
  const next = taken.get(bond.other) ?? 0
  const role = others[/^(on|in|ridden)$/.test(bond.how) ? next % Math.max(1, others.length) : 0]
  taken.set(bond.other, next + 1)
  if (role === undefined || bond.how === 'held') return undefined
  if (bond.how === 'on') return { how: 'on', role, ...(bond.spot && { spot: bond.spot }) }
  return { how: bond.how, role }
}

// Two of a kind that fight or dance do it with each other.
function withEachOther(roles: Role[], script: Script): void {
  for (const { verb, agents } of script.deeds) {
    if (!/^(fight|dance|hug|give)$/.test(verb)) continue
    const own = roles.flatMap((role, at) => (agents.includes(role.entity) ? [at] : []))
    const [first, second] = own
    const partner = second === undefined ? undefined : roles[second]
    if (first !== undefined && partner && !partner.bond && roles[first]?.bond?.role !== second)
      partner.bond = { how: 'facing', role: first }
  }
}

// "Thrones" are as many as sit on them.
function enoughSeats({ entities }: Script, bonds: readonly EntityBond[]): void {
  for (const [at, seat] of entities.entries()) {
    const sitters = bonds.filter(({ how, other }) => how === 'on' && other === at)
    const count = sitters.reduce((sum, { subject }) => sum + (entities[subject]?.count ?? 1), 0)
    if (seat.count > 1 && sitters.length > 0 && supportOf(seat.art, seat.kind).seat) entities[at] = { ...seat, count }
  }
}

/** Plans who stands where and does what; nothing where the prompt tells no more than a list of calm subjects. */
export function planStage(asked: Script): StagePlan | undefined {
  const script = withProps(asked)
  const bonds = entityBonds(script)
  enoughSeats(script, bonds)
  const held = new Set(bonds.filter(({ how }) => how === 'held').map(({ subject }) => subject))
  // What is in a held basket is held with it, and not seen.
  const hidden = new Set(
    bonds.filter(({ other, how }) => how !== 'held' && held.has(other)).map(({ subject }) => subject),
  )
  const gone = (entity: number) => held.has(entity) || hidden.has(entity)
  const roles = script.entities.flatMap((_, entity) => (gone(entity) ? [] : rolesOf({ script, bonds }, entity)))
  const places = new Map<number, number[]>()
  for (const [at, role] of roles.entries()) places.set(role.entity, [...(places.get(role.entity) ?? []), at])
  const taken = new Map<number, number>()
  for (const role of roles) {
    const bond = bonds.find(({ subject }) => subject === role.entity)
    role.bond = bond && roleBond(bond, places, taken)
  }
  withEachOther(roles, script)
  // Somebody alone who only looks like something is a portrait, and those we have.
  if (roles.length === 1 && roles[0]?.grasps.length === 0 && /^(stand)?$/.test(roles[0].posture ?? '')) return undefined
  const acted = roles.some(({ entity, posture, grasps }) => {
    const subject = script.entities[entity] as Subject
    return grasps.length > 0 || subject.looks !== undefined || (posture !== 'stand' && isRigged(subject, posture))
  })
  const bound = roles.some(({ bond }) => bond !== undefined)
  return acted || bound ? { entities: script.entities, roles } : undefined
}

import type { Posture, Script, Subject } from '../brief.ts'
import { breedOf } from '../scene/rig/breeds.ts'
import { drawnPose } from '../scene/rig/posed-drawing.ts'
import { isBirdPosture } from '../scene/rig/plumages.ts'
import { entityBonds } from './bonds.ts'
import type { EntityBond } from './entity-bond.ts'
import { gripOf } from './grips.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import { postureIn, type Cast } from './role-posture.ts'
import { withProps } from './props.ts'
import type { Bond, Gaze, Role, StagePlan } from './stage-plan.ts'
import type { Grip } from '../scene/rig/held.ts'
import { withBackdrop } from './backdrop.ts'
import { isAlive, metresOf } from './real-sizes.ts'
import { supportOf } from './supports.ts'

const MOST = 12
// As many pieces as make a room.
const FURNISHED = 3
// Smaller than this is no piece of furniture.
const PIECE = 0.7

/** Whether there is a drawing from joints for this subject in this posture. */
export function isRigged(subject: Subject, posture: Posture | undefined): boolean {
  if (!posture) return false
  if (hasPersonRig(subject)) return true
  if (breedOf(subject.art)) return true
  return isBirdPosture(subject.art, posture)
}

const isEaten = ({ deeds }: Script, agent: number, thing: number): boolean =>
  deeds.some(({ verb, agents, patient }) => verb === 'eat' && patient === thing && agents.includes(agent))

// A kite is held up, and whoever has a load on the back goes along with it.
function held(
  posture: Posture | undefined,
  { strings, laden }: Record<'strings' | 'laden', boolean>,
): Posture | undefined {
  if (laden && /^(hold|stand|reach)$/.test(posture ?? '')) return 'walk'
  return strings && /^(hold|stand)$/.test(posture ?? '') ? 'hold-up' : posture
}

// On the back or over the shoulder, and not in the hands.
const carriedOn = (spot: EntityBond['spot']): Grip | undefined =>
  spot === 'back' ? 'on-back' : spot === 'shoulders' ? 'on-shoulder' : undefined

function rolesOf(cast: Cast, entity: number): Role[] {
  const { script, bonds } = cast
  const subject = script.entities[entity] as Subject
  const grasps = bonds.flatMap(({ how, subject: thing, other, spot }) => {
    const grip =
      how === 'held' && other === entity ? (carriedOn(spot) ?? gripOf(script.entities[thing] as Subject)) : undefined
    const inside = bonds.find((one) => one.how === 'in' && one.other === thing)
    return grip ? [{ entity: thing, grip, ...(inside && { filledWith: inside.subject }) }] : []
  })
  const supported = bonds.some((bond) => bond.subject === entity && bond.how === 'on')
  return Array.from({ length: Math.max(1, Math.min(MOST, subject.count)) }, (_, index): Role => {
    // Two children with one bear: the first has it. Whoever eats has something to eat.
    const own = grasps.filter(
      ({ entity: thing }) => index === 0 || (script.entities[thing]?.count ?? 1) > 1 || isEaten(script, entity, thing),
    )
    const posture = postureIn(cast, entity, own.length > 0)
    const strings = own.some(({ grip }) => /^(kite|string|above)$/.test(grip))
    return {
      entity,
      index,
      posture: held(posture, { strings, laden: own.some(({ grip }) => grip.startsWith('on-')) }),
      grasps: own,
      bond: undefined,
      rope: bonds.some(({ how, other }) => how === 'pulled' && other === entity),
      rank: isAlive(subject) ? index * 100 + entity : entity * 100 + index,
      aloft: posture === 'fly' && !supported,
    }
  })
}

// A king and a queen on thrones have one each: of several places the next that is free.
function roleBond(
  bond: EntityBond,
  places: ReadonlyMap<number, number[]>,
  taken: Map<number, number>,
): Bond | undefined {
  const others = places.get(bond.other) ?? []
  const next = taken.get(bond.other) ?? 0
  const role = others[/^(on|in|ridden|climbing|breathed)$/.test(bond.how) ? next % Math.max(1, others.length) : 0]
  taken.set(bond.other, next + 1)
  if (role === undefined || bond.how === 'held') return undefined
  if (bond.how === 'on') return { how: 'on', role, ...(bond.spot && { spot: bond.spot }) }
  return { how: bond.how, role } as Bond
}

// Two of a kind that fight or dance do it with each other.
function withEachOther(roles: Role[], script: Script): void {
  for (const { verb, agents, craft } of script.deeds) {
    if (!/^(fight|dance|hug|give|look-at)$/.test(verb) || craft === 'hold-hands') continue
    const own = roles.flatMap((role, at) => (agents.includes(role.entity) ? [at] : []))
    const [first, second] = own
    const partner = second === undefined ? undefined : roles[second]
    if (first !== undefined && partner && !partner.bond && roles[first]?.bond?.role !== second)
      partner.bond = { how: 'facing', role: first }
  }
}

// On a bridge or in a boat they have that place, and only look at each other.
function gazesAtEachOther(roles: readonly Role[], { deeds, entities }: Script): Gaze[] {
  return deeds.flatMap(({ verb, agents, patient, craft }): Gaze[] => {
    const meets = /^(fight|dance|look-at)$/.test(verb) && craft !== 'hold-hands'
    // "Fighting with swords": what they fight with is no opponent.
    const alone = patient === undefined || !isAlive(entities[patient] as Subject)
    if (!meets || !alone || (verb === 'look-at' && patient !== undefined)) return []
    const [first, second, ...more] = roles.flatMap((role, at) => (agents.includes(role.entity) ? [at] : []))
    if (first === undefined || second === undefined || more.length > 0) return []
    return [
      { from: first, to: second },
      { from: second, to: first },
    ]
  })
}

const MET = /^(give|feed|hug|fight|look-at|play|read|work|hold|paint|handle)$/

// Who has to do with somebody looks there, and whoever is given something looks back.
function gazesOf(roles: readonly Role[], { deeds, ties, entities }: Script): Gaze[] {
  const first = (entity: number) => roles.findIndex((role) => role.entity === entity)
  const all = (entity: number) => roles.flatMap((role, at) => (role.entity === entity ? [at] : []))
  const look = (from: number, to: number): Gaze[] => {
    const target = first(to)
    return target < 0 || from === to ? [] : all(from).map((at) => ({ from: at, to: target }))
  }
  const met = deeds.flatMap(({ verb, agents, patient, recipient }): Gaze[] => {
    const [agent = -1] = agents
    if (!MET.test(verb)) return []
    if (recipient !== undefined) return [...agents.flatMap((one) => look(one, recipient)), ...look(recipient, agent)]
    if (patient !== undefined) return agents.flatMap((one) => look(one, patient))
    // "While a cat watches": whoever was named before.
    const seen = verb === 'look-at' ? entities.findIndex((one, at) => isAlive(one) && !agents.includes(at)) : -1
    return seen < 0 ? [] : agents.flatMap((one) => look(one, seen))
  })
  const seen = ties.filter(({ kind, other }) => kind === 'at' && isAlive(entities[other] as Subject))
  return [...met, ...seen.flatMap(({ subject, other }) => look(subject, other))]
}

// Who is said to be between others is in their middle, wherever they are.
function inTheMiddle(roles: readonly Role[], { ties }: Script): void {
  for (const { kind, subject } of ties) {
    const between = kind === 'between' ? roles.filter(({ entity }) => entity === subject) : []
    const others = ties.filter((tie) => tie.kind === 'between' && tie.subject === subject).map(({ other }) => other)
    const flanks = roles.filter(({ entity }) => others.includes(entity))
    flanks.forEach((role, at) => (role.rank = at < flanks.length / 2 ? -1 : 1))
    for (const role of between) role.rank = 0
  }
}

// "Thrones" are as many as sit on them.
function enoughSeats({ entities }: Script, bonds: readonly EntityBond[]): void {
  for (const [at, seat] of entities.entries()) {
    const sitters = bonds.filter(({ how, other }) => /^(on|ridden)$/.test(how) && other === at)
    const count = sitters.reduce((sum, { subject }) => sum + (entities[subject]?.count ?? 1), 0)
    const ridden = sitters.some(({ how }) => how === 'ridden')
    if (seat.count > 1 && sitters.length > 0 && (ridden || supportOf(seat.art, seat.kind).seat))
      entities[at] = { ...seat, count }
  }
}

function bindRoles(roles: readonly Role[], bonds: readonly EntityBond[]): void {
  const places = new Map<number, number[]>()
  for (const [at, role] of roles.entries()) places.set(role.entity, [...(places.get(role.entity) ?? []), at])
  const taken = new Map<number, number>()
  for (const role of roles) {
    const bond = bonds.find(({ subject }) => subject === role.entity)
    role.bond = bond && roleBond(bond, places, taken)
    // Dogs before one sled go in pairs, the second pair ahead of the first.
    const team = places.get(role.entity) ?? []
    const pair = role.index - (role.index % 2)
    const [mate = -1, before = -1] = [team[pair], team[pair - 2]]
    if (role.rope && role.index > 0)
      role.bond ??= role.index > pair ? { how: 'abreast', role: mate } : { how: 'ahead', role: before }
  }
}

// The others of a stack or a heap are placed by the first of them, and go wherever that goes.
function arrange(roles: readonly Role[], { entities }: Script): void {
  for (const [at, { entity, index }] of roles.entries()) {
    const order = entities[entity]?.arranged
    if (!order || index > 0) continue
    for (const role of roles)
      if (role.entity === entity && role.index > 0 && role.bond?.how !== 'around')
        role.bond = { how: 'arranged', role: at, order }
  }
}

// Three pieces, or two large ones with nobody there: a sofa and a low table, an island and its stools.
function isRoomful(entities: readonly Subject[]): boolean {
  const pieces = entities.filter(({ kind }) => kind === 'household')
  const large = pieces.filter((one) => metresOf(one) > PIECE)
  return pieces.length >= FURNISHED || (large.length > 1 && !entities.some(isAlive))
}

// Somebody alone who only looks like something is a portrait, and those we have.
function isStaged(roles: readonly Role[], entities: readonly Subject[]): boolean {
  const [first] = roles
  if (roles.length === 1 && first?.grasps.length === 0 && /^(stand)?$/.test(first.posture ?? '')) return false
  // Two people are no portrait.
  if (roles.filter(({ entity }) => hasPersonRig(entities[entity] as Subject)).length > 1) return true
  // A duck and her ducklings are two entities of one kind.
  if (entities.some((one, at) => one.scale === 'small' && entities.some((two, i) => i !== at && two.kind === one.kind)))
    return true
  // A room that is furnished piece by piece has a place for each.
  if (isRoomful(entities)) return true
  return roles.some(({ entity, posture, grasps, bond }) => {
    const subject = entities[entity] as Subject
    const acts = posture !== 'stand' && (isRigged(subject, posture) || drawnPose(subject.art, posture) !== undefined)
    return bond !== undefined || grasps.length > 0 || subject.looks !== undefined || acts
  })
}

/**
 * Plans who stands where and does what; nothing where the prompt tells no more than a list of calm subjects. `always`: those too,
 * since they were on a stage before.
 */
export function planStage(asked: Script, always = false): StagePlan | undefined {
  const script = withProps(asked)
  const bonds = entityBonds(script)
  enoughSeats(script, bonds)
  const held = new Set(bonds.filter(({ how }) => how === 'held').map(({ subject }) => subject))
  // What is in a held basket is held with it, and looks out of it.
  const within = bonds.filter(({ other, how }) => how !== 'held' && held.has(other))
  const gone = new Set([...held, ...within.map(({ subject }) => subject)])
  const roles = script.entities.flatMap((_, entity) => (gone.has(entity) ? [] : rolesOf({ script, bonds }, entity)))
  bindRoles(roles, bonds)
  arrange(roles, script)
  withEachOther(roles, script)
  inTheMiddle(roles, script)
  const gazes = [...gazesOf(roles, script), ...gazesAtEachOther(roles, script)]
  // Who watches somebody is on a stage with them.
  if (!always && gazes.length === 0 && !isStaged(roles, script.entities)) return undefined
  withBackdrop(roles, script.entities)
  return { entities: script.entities, roles, gazes }
}

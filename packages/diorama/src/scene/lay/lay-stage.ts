import { traitsOf, type Format } from '../../archetype-traits.ts'
import type { Brief, Posture, Subject } from '../../brief.ts'
import { isAlive, sizesTogether } from '../../staging/real-sizes.ts'
import { isRaised } from '../../staging/raised-ground.ts'
import type { Bond, Role, StagePlan } from '../../staging/stage-plan.ts'
import type { Cluster } from '../plan/cluster.ts'
import type { Contact } from '../plan/contact.ts'
import { plumageOf } from '../rig/plumages.ts'
import { groupOf } from '../plan/group.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { contactOf, isAlwaysSky } from '../plan/stance.ts'
import type { Random } from '../random.ts'
import { allowance, type Group } from './allowance.ts'
import { bind } from './bind.ts'
import { cliffsLast, fitGround, standOnGround } from './raise-ground.ts'
import { scaled } from './scaled.ts'
import { roomyHeight } from './shelter.ts'
import { roleShape } from './role-shape.ts'
import { boundsOfPieces, mirror, move, resize, type Troupe } from './troupe.ts'

type Place = { brief: Brief; frame: Frame; afloat: boolean; sizeOf: (subject: Subject) => number }
type Frame = { width: number; height: number; format: Format; random: Random }

// What is under, on or in something is placed before who stands at its side, so that all of it is known by then; under it
// first, since it grows for them.
const FIRST: Bond['how'][] = [
  'arranged',
  'under',
  'on',
  'in',
  'stuck',
  'mirrored',
  'tied',
  'carried',
  'ridden',
  'below',
  'behind',
  'climbing',
  'eyepiece',
  'abreast',
  'pulled',
  'pushed',
  'tossed',
  'breathed',
  'poured',
  'lapped',
  'tended',
  'facing',
  'ahead',
  'leashed',
  'beside',
  'trailing',
  'spilling',
  'around',
  'flank',
  'busy',
  'over',
  'before',
]

// The same the other way round: what stands at somebody's side or is hugged.
const BESIDE_MOST = 1.8

const COMPANY_HOW = /^(facing|beside|flank|ahead)$/

// As its posture says: who only stands does not fly, and who swims or surfs is in the water.
function inMotion(subject: Subject, posture: Posture | undefined): Subject {
  if (/^(swim|surf)$/.test(posture ?? '')) return { ...subject, activity: 'swim' }
  const { activity, ...calm } = subject
  return posture && activity === 'fly' ? calm : subject
}

const DRY = /road|street|bridge|frozen|arctic|ice|desert/

// Who crosses a stream without a bridge is in it.
function wades({ script, places }: Brief, entity: number): boolean {
  const crosses = script?.deeds.some(
    ({ verb, agents, patient }) => verb === 'cross' && patient === undefined && agents.includes(entity),
  )
  const dry = script?.ties.some(({ kind, subject }) => kind === 'on' && subject === entity)
  return (
    crosses === true &&
    !dry &&
    places.some((place) => /river|stream|pond/.test(place)) &&
    !places.some((one) => DRY.test(one))
  )
}

const seenFrom = ({ framing }: Brief) => (framing?.behind ? { away: true as const } : {})

// What picks the clothes of people and the beat of their steps: no two of eight who stand together have the same of either.
function phaseOf(at: number, random: Random): number {
  const first = Math.floor(random.fork('phase').next() * 992)
  return (((first + at * 395) % 992) + 0.5) / 997
}

// In the air, on the water or on the ground; a hero who has to do with somebody has come down.
function footing(
  subject: Subject,
  { aloft, posture }: Role,
  { brief, frame }: Pick<Place, 'brief' | 'frame'>,
): Contact {
  if (aloft) return 'air'
  if (posture !== undefined && subject.art.startsWith('superhero')) return 'ground'
  return contactOf({ ...subject, count: 1 }, brief, frame.format)
}

function troupeOf(plan: StagePlan, at: number, { brief, frame, afloat, sizeOf }: Place): Troupe {
  const asked = plan.roles[at] as StagePlan['roles'][number]
  const subject = plan.entities[asked.entity] as Subject
  const moving = wades(brief, asked.entity)
    ? { ...subject, activity: 'swim' as const }
    : inMotion(subject, asked.posture)
  const afoot = footing(moving, asked, { brief, frame })
  // Ducklings float where the duck does.
  const contact = afloat && subject.kind === 'animal-bird' ? 'water' : afoot
  // A bird on the water swims, whatever else it does; its legs are under it.
  const swims = contact === 'water' && plumageOf(subject.art) !== undefined
  const role = swims ? { ...asked, posture: 'swim' as const } : asked
  const shape = roleShape(plan, role, sizeOf)
  const own: Placement = {
    subject: role.entity,
    index: role.index,
    x: 0,
    foot: 0,
    width: shape.width,
    height: shape.height,
    pose: 'whole',
    flip: false,
    contact: (shape.posture ?? role.posture) === 'jump' ? 'air' : contact === 'edge' ? 'ground' : contact,
    order: 0,
    phase: phaseOf(at, frame.random),
    held: shape.held,
    ...(shape.posture ? { posture: shape.posture } : role.posture && { deed: role.posture }),
    ...(shape.base && { base: shape.base }),
    ...seenFrom(brief),
  }
  return { own, shape, pieces: [own] }
}

// Who is before a tree and who is under it stand in one row.
function sharedShade(groups: Group[], other: Subject): void {
  if (!/tree|palm/.test(other.art)) return
  const under = groups.find(({ how }) => how === 'under')
  const before = groups.findIndex(({ how }) => how === 'before')
  if (under && before >= 0) under.children.push(...groups.splice(before, 1).flatMap(({ children }) => children))
}

function fitParent(parent: Troupe, other: Subject, groups: readonly Group[], kindOf: (troupe: Troupe) => string): void {
  // At a table one sits: who is under it is as small as that asks for.
  const seats = groups.find(({ how }) => how === 'around')
  const under = groups.find(({ how }) => how === 'under')
  if (seats && under && other.art === 'table') {
    const tall = allowance(seats, parent, other)
    for (const child of under.children) resize(child, Math.min(1, tall / roomyHeight(parent, other, under.children)))
  }
  // A table that beings sit at is as large as these, whatever lies on it.
  const measured = seats && other.art === 'table' ? [seats] : groups
  const allowed = Math.max(0, ...measured.map((group) => allowance(group, parent, other)))
  const shrink = allowed > 0 ? Math.min(1, allowed / parent.own.height) : 1
  resize(parent, shrink)
  for (const { how, children } of groups) {
    if (!COMPANY_HOW.test(how)) continue
    for (const child of children.filter((one) => !/^(animal|person)/.test(kindOf(one)))) {
      // A beast is as long as it is: a bin beside a raccoon on all fours is no thimble.
      const reach = Math.max(parent.own.height, isAlive(other) ? parent.own.width * 0.7 : 0)
      const times = -boundsOfPieces(child.pieces).top / (reach * BESIDE_MOST)
      resize(child, isAlive(other) ? Math.min(1, 1 / times) : shrink)
    }
  }
}

// A cat on somebody's lap and a bird on the head are each on their own.
function bySpot({ roles }: StagePlan, ranked: readonly number[]): { bond: Bond; members: number[] }[] {
  const groups = new Map<string, { bond: Bond; members: number[] }>()
  for (const index of ranked) {
    const bond = roles[index]?.bond
    if (!bond) continue
    const spot = bond.how === 'on' ? (bond.spot ?? '') : ''
    const group = groups.get(spot)
    if (group) group.members.push(index)
    else groups.set(spot, { bond, members: [index] })
  }
  return [...groups.values()]
}

function gather(plan: StagePlan, at: number, place: Place): Troupe {
  const parent = troupeOf(plan, at, place)
  const other = plan.entities[parent.own.subject] as Subject
  const subjectOf = ({ own }: Troupe) => plan.entities[own.subject] as Subject
  const kindOf = (troupe: Troupe) => subjectOf(troupe)?.kind ?? ''
  const artOf = (troupe: Troupe) => subjectOf(troupe)?.art ?? ''
  const groups = FIRST.flatMap((how): Group[] => {
    const roles = plan.roles.flatMap((role, index) => (role.bond?.how === how && role.bond.role === at ? [index] : []))
    const ranked = roles.toSorted((a, b) => (plan.roles[a]?.rank ?? 0) - (plan.roles[b]?.rank ?? 0))
    const near = { ...place, afloat: parent.own.contact === 'water' && /^(beside|ahead|facing)$/.test(how) }
    return bySpot(plan, ranked).map(({ bond, members }) => ({
      how,
      bond,
      children: members.map((index) => gather(plan, index, near)),
    }))
  })
  // An aeroplane that somebody stands before has landed.
  if (
    /airplane|helicopter|rocket/.test(other.art) &&
    groups.some(({ how }) => /^(before|under|beside|behind|facing)$/.test(how))
  )
    if (!plan.roles[at]?.aloft && parent.own.contact === 'air' && place.frame.format.standOn === 'ground')
      parent.own.contact = 'ground'
  sharedShade(groups, other)
  const above = isRaised(other.art) ? groups.filter(({ how }) => how === 'on').flatMap(({ children }) => children) : []
  if (above.length > 0) {
    fitGround(parent, other, above)
    standOnGround(above)
  } else fitParent(parent, other, groups, kindOf)
  for (const { bond, children } of groups) bind({ parent, other, children, bond, kindOf, artOf, subjectOf })
  return parent
}

function oneByOne(troupes: readonly Troupe[]): Placement[] {
  const least = Math.min(...troupes.map(({ own }) => own.height))
  let left = 0
  for (const troupe of troupes) {
    // Houses in a row are as large as the one that somebody stands before.
    if (troupe.pieces.length === 1) resize(troupe, least / troupe.own.height)
    const box = boundsOfPieces(troupe.pieces)
    move(troupe, left - box.left, 0, 0)
    left += (box.right - box.left) * 1.06
  }
  return troupes.flatMap(({ pieces }) => pieces)
}

// The others of a group that nothing binds stand about the first.
// What people carry or pull between them is off the ground, and they are on it.
const isBorne = (troupes: readonly Troupe[]) =>
  troupes.some(({ pieces }) =>
    pieces.some(({ posture, part }) => /^(carry|lift)$/.test(posture ?? '') || part === 'taut'),
  )

// On the ground of the sea lies what neither swims nor dives.
function isAirborne(troupes: readonly Troupe[], { standOn }: Format): boolean {
  const { contact, posture, deed } = troupes[0]?.own ?? {}
  const floats = contact === 'air' && (posture ?? deed) !== 'jump' && !isBorne(troupes)
  return floats || (standOn === 'air' && contact !== 'ground')
}

function together(troupes: readonly Troupe[], airborne: boolean, random: Random): Placement[] {
  const [first] = troupes
  if (!first || troupes.length === 1) return first?.pieces ?? []
  // With company of their own they need their whole width.
  if (!airborne && troupes.some(({ pieces }) => pieces.length > 1)) return oneByOne(troupes)
  const members = groupOf(troupes.length, airborne, random)
  troupes.forEach((troupe, at) => {
    const member = members[at] ?? { x: 0, y: 0, size: 1, phase: 0 }
    resize(troupe, member.size)
    const box = boundsOfPieces(troupe.pieces)
    const y = member.y * (box.bottom - box.top) * (airborne ? 1 : 0.5)
    move(troupe, member.x * (box.right - box.left) * 1.04, y, y)
  })
  return troupes.flatMap(({ pieces }) => pieces)
}

/** Lays a stage plan out: groups of placements about their own foot, in pixels, ready to be set on the ground. */
export function layStage(plan: StagePlan, brief: Brief, frame: Frame): Cluster[] {
  // What is in something is as large as that lets it be.
  const sizeOf = sizesTogether(
    plan.roles.filter(({ bond }) => bond?.how !== 'in').map(({ entity }) => plan.entities[entity] as Subject),
  )
  const roots = plan.roles.flatMap((role, at) => (role.bond ? [] : [at]))
  const byEntity = new Map<number, number[]>()
  for (const at of roots) {
    const entity = plan.roles[at]?.entity ?? 0
    byEntity.set(entity, [...(byEntity.get(entity) ?? []), at])
  }
  const laid = Array.from(byEntity.values(), (group): Cluster => {
    const troupes = group.map((at) => gather(plan, at, { brief, frame, afloat: false, sizeOf }))
    const airborne = isAirborne(troupes, frame.format)
    const far = !airborne && plan.entities[plan.roles[group[0] ?? 0]?.entity ?? 0]?.far
    const pieces = together(troupes, airborne, frame.random.fork(`group${group[0]}`))
    return { pieces, airborne, ...(far && { row: 'far' as const }) }
  })
  // Houses and trees behind the others may reach up to the sky.
  const backdrop = plan.roles.some(({ bond }) => bond?.how === 'before' || bond?.how === 'under')
  // A rainbow is drawn by the sky; of fireworks alone nothing is left to lay out.
  const clusters = laid
    .map((cluster) => ({
      ...cluster,
      pieces: cluster.pieces.filter(({ subject }) => !isAlwaysSky(plan.entities[subject] as Subject)),
    }))
    .filter(({ pieces }) => pieces.length > 0)
  const isCloseUp = traitsOf(brief.archetype).view.isCloseUp
  const near = clusters.filter(({ row }) => row !== 'far')
  const furniture = brief.archetype === 'room' && !plan.entities.some(isAlive)
  scaled(near.length > 0 ? near : clusters, frame, { isCloseUp, backdrop, furniture })
  for (const [index, { pieces }] of clusters.entries())
    if (frame.random.fork(`turn${index}`).chance(0.5)) mirror(pieces)
  cliffsLast(clusters, (subject) => plan.entities[subject]?.art ?? '')
  return clusters
}

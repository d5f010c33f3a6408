import type { Deed, RelationKind, Script, Spot, Subject, Tie, Verb } from '../brief.ts'
import { breedOf } from '../scene/rig/breeds.ts'
import type { Bond } from './stage-plan.ts'
import { isContainer } from './containers.ts'
import { gripOf } from './grips.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import { metresOf } from './real-sizes.ts'
import { shelterOf } from './supports.ts'

/** A bond between entities, before each of several has its own. */
export type EntityBond = {
  how: Bond['how'] | 'held'
  subject: number
  other: number
  spot?: Spot
}

const MOUNTS =
  /^(horse|donkey|camel|two-hump-camel|elephant|zebra|unicorn|llama|ox|water-buffalo|dragon|bicycle|motorcycle|motor-scooter|kick-scooter|skateboard|broom|whale|dolphin|turtle|ostrich|ram|deer|lion|tiger|bear|polar-bear|t-rex|sauropod)$/
const BOATS = /^(rowing-boat|canoe|sailboat|ship|pirate-ship|motor-boat|speedboat|ferry)$/
const BOARDS = /^(easel|blackboard)$/
const BUILDINGS = /^place-/

const isFarOff = (one: Subject) => /^(place|sky)/.test(one.kind) && metresOf(one) > 2

type Pair = { subject: Subject; other: Subject; tie: Tie }

function onSomething({ subject, other, tie }: Pair): EntityBond['how'] {
  if (BOARDS.test(other.art)) return 'facing'
  // In some languages one plays on the guitar.
  if (other.kind === 'musical-instrument' && hasPersonRig(subject) && gripOf(other)) return 'held'
  if (tie.spot) return 'on'
  if (hasPersonRig(subject) && MOUNTS.test(other.art)) return 'ridden'
  if (BOATS.test(other.art)) return isContainer(other.art) ? 'in' : 'on'
  return BUILDINGS.test(other.kind) && !other.kind.startsWith('place-other') && !isRoofed(subject) ? 'before' : 'on'
}

// Cats and birds go on roofs by themselves.
const isRoofed = (subject: Subject) =>
  /^(cat|black-cat|bird|owl|dove|rooster|eagle|black-bird|chipmunk|rabbit)$/.test(subject.art)

function inSomething({ other, subject }: Pair): EntityBond['how'] {
  if (isContainer(other.art) || other.art === 'bed') return other.art === 'bed' ? 'on' : 'in'
  if (BOATS.test(other.art)) return 'on'
  if (other.art.endsWith('tree') && !subject.kind.startsWith('person')) return 'on'
  if (other.art.endsWith('tree')) return 'under'
  return BUILDINGS.test(other.kind) || other.kind.startsWith('transport') ? 'before' : 'on'
}

function inFrontOf({ subject, other }: Pair): EntityBond['how'] {
  // Who looks at something small has it in the hand.
  if (hasPersonRig(subject) && metresOf(other) < 0.4 && gripOf(other)) return 'held'
  return BOARDS.test(other.art) || metresOf(other) < 1.3 ? 'facing' : 'before'
}

const BONDS: Record<RelationKind, (pair: Pair) => EntityBond['how']> = {
  on: onSomething,
  in: inSomething,
  under: ({ other }) => (shelterOf(other.art) === undefined ? 'below' : 'under'),
  beside: ({ subject, other }) =>
    hasPersonRig(subject) && gripOf(other) && !/^(person|animal)/.test(other.kind) ? 'held' : 'beside',
  riding: () => 'ridden',
  over: () => 'over',
  'in-front-of': inFrontOf,
  behind: () => 'behind',
}

function tied({ entities, ties, deeds }: Script): EntityBond[] {
  return ties.flatMap((tie): EntityBond[] => {
    const [subject, other] = [entities[tie.subject], entities[tie.other]]
    if (!subject || !other) return []
    // Houses and stars are beside everything: that says nothing of who stands where.
    if (tie.kind === 'beside' && [subject, other].some(isFarOff)) return []
    const flies = deeds.some(({ verb, agents }) => verb === 'fly' && agents.includes(tie.subject))
    if (flies && tie.kind === 'on' && other.kind.startsWith('place'))
      return [{ how: 'over', subject: tie.subject, other: tie.other }]
    const how = BONDS[tie.kind]({ subject, other, tie })
    const sleeps = deeds.some(({ verb, agents }) => agents.includes(tie.subject) && /^(sleep|lie)$/.test(verb))
    if (how === 'held') return [{ how: sleeps ? 'beside' : how, subject: tie.other, other: tie.subject }]
    const spot = tie.spot && { spot: tie.spot }
    // What has company at its side is the one that it is placed by: a duck, and her ducklings beside her.
    if (how === 'facing' && !BOARDS.test(other.art)) return [{ how, subject: tie.other, other: tie.subject }]
    if (how === 'beside') return [{ how, subject: tie.other, other: tie.subject }]
    return [{ how, subject: tie.subject, other: tie.other, ...spot }]
  })
}

// What goes into the hands: not the ball that one plays with, nor the flowers that one waters.
function isUsed(verb: Verb, thing: Subject): boolean {
  if (/^(hold|wave|read|eat|give|fight|fly|hug|fish)$/.test(verb)) return true
  if (verb === 'play') return thing.kind === 'musical-instrument'
  const small = metresOf(thing) < 0.4 && thing.count === 1
  return verb === 'work' && small && !/^(food|plant|dish|drink)/.test(thing.kind)
}

type Doing = { verb: Verb; doer: Subject; thing: Subject }

// What becomes of the one to whom something is done.
function doneTo({ verb, doer, thing }: Doing): EntityBond['how'] | undefined {
  if (/^(chase|walk|run)$/.test(verb)) return 'ahead'
  const hands = hasPersonRig(doer) || (/^(hold|read)$/.test(verb) && breedOf(doer.art) !== undefined)
  const lifted = !/^(animal|person)/.test(thing.kind) || (verb === 'hold' && thing.count === 1)
  if (hands && lifted && isUsed(verb, thing) && gripOf(thing)) return 'held'
  if (verb === 'hold' && !hasPersonRig(doer) && metresOf(thing) < 1) return 'carried'
  return /^(fly|swim|sit|sleep)$/.test(verb) ? undefined : 'facing'
}

// Those who do it too: at the other side of their work, before each other, or side by side.
function alongside({ verb, agents: [agent = 0, ...others], patient }: Deed): EntityBond[] {
  return others.map((subject): EntityBond => {
    if (verb === 'work' && patient !== undefined) return { how: 'facing', subject, other: patient }
    return { how: /^(dance|hug|fight)$/.test(verb) ? 'facing' : 'beside', subject, other: agent }
  })
}

function done({ entities, deeds }: Script): EntityBond[] {
  return deeds.flatMap((deed): EntityBond[] => {
    const { verb, agents, patient, recipient } = deed
    const [agent = -1] = agents
    const doer = entities[agent]
    if (!doer) return []
    const bonds = alongside(deed)
    if (recipient !== undefined) bonds.push({ how: 'facing', subject: recipient, other: agent })
    const thing = patient === undefined ? undefined : entities[patient]
    if (patient === undefined || !thing) return bonds
    if (verb === 'ride') return [{ how: 'ridden', subject: agent, other: patient }]
    const how = doneTo({ verb, doer, thing })
    return how ? [...bonds, { how, subject: patient, other: agent }] : bonds
  })
}

// Made for hands: where somebody stands beside one of these, it is held.
const HANDY =
  /^(kite|balloon|umbrella.*|guitar|violin|banjo|saxophone|trumpet|trombone|accordion|flute|maracas|microphone|open-book|newspaper|camera|bouquet|wrapped-gift|trophy|sword|fishing-pole|broom|briefcase|handbag|bow-and-arrow|lantern|ice-cream|soft-ice-cream|lollipop)$/

function inHand({ entities }: Script, bonds: readonly EntityBond[]): EntityBond[] {
  const free = entities.findIndex(
    (one, at) =>
      hasPersonRig(one) && one.count === 1 && !bonds.some(({ how, other }) => how === 'held' && other === at),
  )
  if (free < 0) return []
  const thing = entities.findIndex(
    (one, at) => HANDY.test(one.art) && !bonds.some(({ subject, other }) => subject === at || other === at),
  )
  return thing < 0 ? [] : [{ how: 'held', subject: thing, other: free }]
}

const NARROW = /^(plate|lily-pad|cutting-board|fork-and-knife-with-plate|chair|throne|rock|wood)$/

/** Who is bound to whom: each to one at most, and nobody to himself over others. What is said of a place goes first. */
export function entityBonds(script: Script): EntityBond[] {
  const kept = new Map<number, EntityBond>()
  const rootOf = (entity: number): number => {
    const up = kept.get(entity)
    return up ? rootOf(up.other) : entity
  }
  const deeds = done(script)
  // Who rides goes where the mount goes.
  const mounts = new Map(deeds.filter(({ how }) => how === 'ridden').map(({ subject, other }) => [subject, other]))
  const places = tied(script).map((bond) => ({ ...bond, subject: mounts.get(bond.subject) ?? bond.subject }))
  // Where something is said to be goes before what is merely with somebody.
  const near = /^(beside|held)$/
  const said = [...places.filter(({ how }) => !near.test(how)), ...places.filter(({ how }) => near.test(how)), ...deeds]
  for (const bond of [...said, ...inHand(script, said)]) {
    if (bond.subject === bond.other || kept.has(bond.subject) || rootOf(bond.other) === bond.subject) continue
    kept.set(bond.subject, bond)
  }
  // Who lies beside somebody on a bed is on the bed too.
  return [...kept.values()].map((bond) => {
    const under = bond.how === 'beside' ? kept.get(bond.other) : undefined
    if (!under || !/^(on|in)$/.test(under.how)) return bond
    // A saucer has room for one cup: what is beside that is beside the saucer.
    const narrow = under.how === 'in' || NARROW.test(script.entities[under.other]?.art ?? '')
    return narrow ? { ...bond, other: under.other } : { ...under, subject: bond.subject }
  })
}

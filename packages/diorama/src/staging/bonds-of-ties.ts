import type { Script, Spot, Subject, TieKind } from '../brief.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import { isContainer } from './containers.ts'
import { isBoard, type EntityBond } from './entity-bond.ts'
import { gripOf } from './grips.ts'
import { isAlive, metresOf } from './real-sizes.ts'
import { isRaised } from './raised-ground.ts'
import { shelterOf } from './shelters.ts'
import { overIt, type Doing } from './over-ties.ts'
import { specialBond, type Pair } from './special-ties.ts'
import { isStairs } from './stairs.ts'
import { isSupport, LEANS, supportOf } from './supports.ts'
import { sourceBond } from './taken.ts'

const MOUNTS =
  /^(horse|donkey|camel|two-hump-camel|elephant|zebra|unicorn|llama|ox|water-buffalo|dragon|bicycle|motorcycle|motor-scooter|kick-scooter|skateboard|broom|whale|dolphin|turtle|ostrich|ram|deer|lion|tiger|bear|polar-bear|t-rex|sauropod)$/
const BOATS =
  /^(rowing-boat|kayak|raft|tall-ship|viking-ship|fishing-boat|yacht|canoe|sailboat|ship|pirate-ship|motor-boat|speedboat|ferry)$/
const BUILDINGS = /^place-/
const LEANED_ON = /^(stone-wall|fence|door|house|hut|barn|cabin)$|tree$/
const HOOKS = /^(wall-hook|hook|nail|hanger|mannequin)$/
const WALKED_ON = /^(fence|stone-wall|wire|branch|roof)$/

const isFarOff = (one: Subject) => /^(place|sky)/.test(one.kind) && metresOf(one) > 2 && !isRaised(one.art)

// Whoever is on a beast rides it, if they have legs for that, and on a ladder they climb.
function isRidden({ subject, other, tie }: Pair): boolean {
  if (!hasPersonRig(subject)) return false
  if (other.art === 'ladder') return tie.spot === undefined
  return tie.spot ? tie.spot === 'back' && other.kind.startsWith('animal') : MOUNTS.test(other.art)
}

// In some languages one plays on the guitar.
const isPlayed = ({ subject, other }: Pair) =>
  other.kind === 'musical-instrument' && hasPersonRig(subject) && gripOf(other) !== undefined

const DEVICES =
  /^(laptop|desktop-computer|keyboard|mobile-phone.*|telephone|typewriter|radio|sewing-machine|television|telescope|microscope|open-book|newspaper|notebook|potters-wheel|piano|musical-keyboard)$/

// Who types on a laptop or talks on a telephone is not on it.
function usedOn(pair: Pair): EntityBond['how'] | undefined {
  if (isPlayed(pair)) return 'held'
  if (!hasPersonRig(pair.subject) || !DEVICES.test(pair.other.art)) return undefined
  return gripOf(pair.other) ? 'held' : 'facing'
}

// An elephant that sprays water on a boy does not stand on him.
const isTooHeavy = ({ subject, other }: Pair) =>
  (isAlive(subject) && isAlive(other) && metresOf(subject) > metresOf(other) * 1.3) ||
  // A surgeon who operates on somebody does not stand on them, nor does anybody on a cake.
  (hasPersonRig(subject) && hasPersonRig(other)) ||
  (hasPersonRig(subject) && /^(food|drink)/.test(other.kind) && metresOf(other) < 0.5)

function onSomething(pair: Pair): EntityBond['how'] {
  const { subject, other, tie } = pair
  if (HOOKS.test(other.art) && !isAlive(subject)) return 'below'
  if (isRidden(pair)) return other.art === 'ladder' ? 'climbing' : 'ridden'
  if (tie.spot) return 'on'
  if (isTooHeavy(pair)) return 'facing'
  if (/nest/.test(other.art) && isAlive(subject)) return 'in'
  const used = isBoard(other) ? 'facing' : usedOn(pair)
  if (used) return used
  return standingOn(pair)
}

function standingOn(pair: Pair): EntityBond['how'] {
  const { other } = pair
  if (BOATS.test(other.art)) return isContainer(other.art) ? 'in' : 'on'
  return isSupport(other.art) || !isOutsideOf(pair) ? 'on' : 'before'
}

// One is before a house, unless one goes on roofs: cats, birds, and whatever beast is smaller than the house.
function isOutsideOf({ subject, other }: Pair): boolean {
  if (!BUILDINGS.test(other.kind) || isRoofed(subject)) return false
  if (subject.kind.startsWith('animal') && metresOf(subject) < metresOf(other)) return false
  return !other.kind.startsWith('place-other')
}

// Cats and birds go on roofs by themselves.
const isRoofed = (subject: Subject) =>
  subject.kind === 'animal-bird' || /(^|-)cat$|^(chipmunk|squirrel|rabbit)$/.test(subject.art)

const inTree = ({ kind }: Subject) => (kind.startsWith('person') ? 'under' : 'on')

// In a wheelchair or a hammock one is on its seat.
const isSat = ({ art, kind }: Subject) => isSupport(art) && supportOf(art, kind).seat === true

function inSomething({ other, subject, tie }: Pair): EntityBond['how'] {
  if (tie.spot) return 'on'
  if (other.art === 'table' && isAlive(subject)) return 'around'
  if (isContainer(other.art) || other.art === 'bed') return other.art === 'bed' ? 'on' : 'in'
  if (BOATS.test(other.art) || isSat(other)) return 'on'
  if (other.art.endsWith('tree')) return inTree(subject)
  // A sword in a stone is in its top, and a puddle is flat; in a doorway one stands before the door.
  if (/^(rock|wood|tree-stump|door|water-pool)$/.test(other.art)) return other.art === 'door' ? 'before' : 'on'
  return BUILDINGS.test(other.kind) || other.kind.startsWith('transport') ? 'before' : 'on'
}

function inFrontOf({ subject, other }: Pair): EntityBond['how'] {
  // Who looks at something small has it in the hand.
  if (hasPersonRig(subject) && metresOf(other) < 0.4 && gripOf(other) && !isAlive(other)) return 'held'
  if (other.art === 'blackboard') return 'before'
  return isBoard(other) || isAlive(other) || metresOf(other) < 0.6 ? 'facing' : 'before'
}

// What somebody has "with" them is in the hands; of an animal, in the mouth.
function besideIt({ subject, other }: Pair): EntityBond['how'] {
  if (!isAlive(subject) || isAlive(other) || !gripOf(other)) return 'beside'
  if (hasPersonRig(subject)) return 'held'
  return other.count === 1 && metresOf(other) < 0.4 ? 'carried' : 'beside'
}

// Hangs from what it is under.
const HANGS = /^(spider|bat|lantern|red-paper-lantern|sloth|monkey|bell|wind-chime)$/

// Below a boat is in the water; at a lamp one stands beside it.
function underIt({ subject, other, tie }: Pair): EntityBond['how'] {
  if (subject.kind === 'animal-marine' && isAlive(other)) return 'below'
  if (HANGS.test(subject.art) && /^(shelf|branch|wire)$/.test(other.art)) return 'below'
  if (tie.spot === 'roof' && BUILDINGS.test(other.kind)) return 'on'
  if (other.art === 'water-tap') return 'below'
  if (shelterOf(other)) return 'under'
  if (/^(transport-water|sky|transport-air)/.test(other.kind) || other.art === 'lily-pad') return 'below'
  if (BUILDINGS.test(other.kind)) return 'before'
  return metresOf(other) < 4 ? 'beside' : 'under'
}

// At a table one sits, at an easel one works; what is no being is on it.
function atSomething(pair: Pair): EntityBond['how'] {
  const { subject, other } = pair
  if (other.art === 'table') return isAlive(subject) || subject.art === 'chair' ? 'around' : 'on'
  // Who looks at somebody has them before the eyes.
  if (isAlive(subject) && isAlive(other)) return 'facing'
  if (isBoard(other) || other.kind === 'musical-instrument') return 'facing'
  return isFarOff(other) ? 'before' : 'beside'
}

// A kite in a tree is among its twigs; a flower that grows out of a boot is in it.
function stuckIn(pair: Pair): EntityBond['how'] {
  const { subject, other } = pair
  if (isContainer(other.art) || other.art.endsWith('tree') || isAlive(subject)) return inSomething(pair)
  return isBoard(other) || other.kind.startsWith('place-building') ? inSomething(pair) : 'stuck'
}

/** What shows a picture of what is before it. */
const MIRRORS = /^(mirror|water-pool|sunglasses|glasses|window|windowsill|puddle|television|crystal-ball|glass-sphere)$/

const BONDS: Record<TieKind, (pair: Pair) => EntityBond['how']> = {
  on: onSomething,
  in: inSomething,
  under: underIt,
  with: besideIt,
  // Beside a tree one is under its crown.
  beside: ({ subject, other }) => {
    if (LEANS.test(subject.art) && LEANED_ON.test(other.art)) return 'before'
    return isAlive(subject) && other.art.endsWith('tree') ? 'under' : 'beside'
  },
  riding: () => 'ridden',
  over: ({ other }) => (/^((rope|log)-)?bridge$/.test(other.art) ? 'on' : 'over'),
  'in-front-of': inFrontOf,
  behind: () => 'behind',
  between: () => 'flank',
  around: ({ other }) => (/^(branch|wire)$/.test(other.art) ? 'on' : 'around'),
  at: atSomething,
  hanging: ({ other }) => (isAlive(other) ? 'beside' : /^(balloon|kite|umbrella)/.test(other.art) ? 'held' : 'below'),
  through: (pair) =>
    isAlive(pair.other) || (metresOf(pair.other) < 1 && !/hoop|ring$/.test(pair.other.art)) ? 'flank' : inFrontOf(pair),
  from: () => 'beside',
  stuck: stuckIn,
  spilling: ({ subject, other }) => (isAlive(subject) || isFarOff(other) ? 'beside' : 'spilling'),
  tied: ({ subject, other }) => (/^(balloon|kite)$/.test(subject.art) && !isAlive(other) ? 'tied' : 'beside'),
  mirrored: (pair) => (MIRRORS.test(pair.other.art) ? 'mirrored' : inSomething(pair)),
  along: (pair) => (WALKED_ON.test(pair.other.art) ? 'on' : inFrontOf(pair)),
}

// The other is the one that is placed by its company: a duck, and her ducklings beside her.
const BY_COMPANY = /^(beside|flank|held|carried)$/

// What flies is over what it is said to be on, and so is a branch over an animal.
function isOverhead({ tie, subject, other }: Pair, doing: Doing): boolean {
  if (tie.kind !== 'on') return false
  if (/^(branch|shelf|wire)$/.test(subject.art) && isAlive(other)) return true
  const wings = /^animal-(bird|bug)/.test(subject.kind) || other.kind.startsWith('place')
  return wings && !tie.spot && doing(tie.subject, /^fly$/)
}

// At the edge of a cliff, on a hill, in (Spanish) a mountain: whoever is there at all is on it.
function isUnderfoot({ tie: { kind }, other: { art } }: Pair): boolean {
  if (isRaised(art)) return /^(on|in|at|along|through|beside|with)$/.test(kind)
  return isStairs(art) && /^(on|in|at|along|through)$/.test(kind)
}

// Who catches fireflies in a jar has the jar, and is not in it.
function putsIntoJar({ tie, subject, other }: Pair, doing: Doing): boolean {
  const small = isContainer(other.art) && metresOf(other) < 0.5
  return (
    tie.kind === 'in' && hasPersonRig(subject) && small && doing(tie.subject, /^(catch|work|take|handle|throw|feed)$/)
  )
}

// A puppy that tugs on a boy's sleeve is before him.
const isAtTheirClothes = ({ tie, subject, other }: Pair, doing: Doing) =>
  tie.kind === 'on' && !tie.spot && hasPersonRig(other) && isAlive(subject) && doing(tie.subject, /^(pull|handle|eat)$/)

function dealtWith(pair: Pair, doing: Doing): EntityBond['how'] | undefined {
  if (isAtTheirClothes(pair, doing)) return 'facing'
  if (!putsIntoJar(pair, doing)) return undefined
  return gripOf(pair.other) ? 'held' : 'facing'
}

// What is known of who acts says more than the word: who flies is over it, who walks behind somebody follows.
function inMotion(pair: Pair, doing: Doing): EntityBond['how'] {
  const { tie, other } = pair
  if (isOverhead(pair, doing)) return 'over'
  if (isUnderfoot(pair)) return 'on'
  if (tie.kind === 'in' && other.art.endsWith('tree') && doing(tie.subject, /^(sit|sleep|climb)$/)) return 'on'
  if (tie.kind === 'behind' && isAlive(other) && doing(tie.subject, /^(walk|run|chase|cross)$/)) return 'trailing'
  const how = dealtWith(pair, doing) ?? BONDS[tie.kind](pair)
  if (how === 'held' && doing(tie.subject, /^(sleep|lie)$/)) return 'beside'
  return how === 'over' ? overIt(pair, doing) : how
}

// A horse that jumps with somebody has them on its back.
function bringsRider({ subject, other, tie }: Pair, doing: Doing): boolean {
  const carries = tie.kind === 'with' && subject.kind.startsWith('animal') && MOUNTS.test(subject.art)
  return carries && hasPersonRig(other) && doing(tie.subject, /^(jump|fly)$/)
}

// A flock on the wing is wherever there is air.
function isOnTheWing({ subject, tie }: Pair, doing: Doing): boolean {
  if (subject.count < 3 || !/^animal-(bird|bug)/.test(subject.kind)) return false
  return /^(behind|beside|with|in-front-of|around)$/.test(tie.kind) && doing(tie.subject, /^fly$/)
}

// Balloons that are with a cake are in the air over all of it; on a fence or a chair they are tied to it.
function floatsFree({ subject, other, tie }: Pair): boolean {
  const apart = /^(beside|with|around|in-front-of|behind|at|between)$/.test(tie.kind)
  const [one, two] = [subject.art === 'balloon', other.art === 'balloon']
  return apart && ((one && !isAlive(other)) || (two && !isAlive(subject)))
}

// Has no place by anybody's side.
const isInTheAir = (pair: Pair, doing: Doing) => isOnTheWing(pair, doing) || floatsFree(pair)

// A whale and a sailor in a boat: the whale is not.
function isTooLarge({ subject, other, tie }: Pair, { ties, entities }: Script): boolean {
  const sizeOf = (one: Subject) => metresOf(one)
  if (!/^(on|in)$/.test(tie.kind) || sizeOf(subject) < sizeOf(other) * 1.6) return false
  return ties.some((one) => {
    const fits = one.other === tie.other && one.kind === tie.kind && one.subject !== tie.subject
    const mate = entities[one.subject]
    return fits && mate !== undefined && sizeOf(mate) < sizeOf(other)
  })
}

// Who is at the side of a table or a car is placed by it; whoever else is beside somebody is placed by whom they are beside.
function isTurned({ subject, other }: Pair, how: EntityBond['how']): boolean {
  const larger = !isAlive(other) && metresOf(other) > metresOf(subject)
  // A lamp is beside everything.
  const byThing = how === 'beside' && larger && !/^(street-lamp|pole)$/.test(other.art)
  return (BY_COMPANY.test(how) && !byThing) || (how === 'facing' && !isBoard(other) && isAlive(subject))
}

// Houses and stars are beside everything, and a flock on the wing is anywhere: that says nothing of who stands where.
const saysNothing = (pair: Pair, doing: Doing) =>
  (/^(beside|with)$/.test(pair.tie.kind) && [pair.subject, pair.other].some(isFarOff)) || isInTheAir(pair, doing)

// A sack on the back and a log on the shoulder are carried there by who has hands for it.
const isBurden = ({ subject, other, tie }: Pair): boolean =>
  /^(back|shoulders)$/.test(tie.spot ?? '') && !isAlive(subject) && hasPersonRig(other) && metresOf(subject) < 4

/** The bonds that are said: how everything stands to everything. */
export function bondsOfTies(script: Script): EntityBond[] {
  const { entities, ties, deeds } = script
  const doing: Doing = (entity, verbs) => deeds.some(({ verb, agents }) => verbs.test(verb) && agents.includes(entity))
  return ties.flatMap((tie): EntityBond[] => {
    const [subject, other] = [entities[tie.subject], entities[tie.other]]
    if (!subject || !other) return []
    const pair = { subject, other, tie }
    if (saysNothing(pair, doing)) return []
    if (tie.kind === 'from') return sourceBond(pair, script)
    if (bringsRider(pair, doing)) return [{ how: 'ridden', subject: tie.other, other: tie.subject }]
    const special = specialBond(pair, script)
    if (special) return [special]
    const how = isTooLarge(pair, script) ? 'beside' : inMotion(pair, doing)
    const turned = isTurned(pair, how)
    if (turned && !isTooLarge(pair, script)) return [{ how, subject: tie.other, other: tie.subject }]
    if (isBurden(pair)) return [{ how: 'held', subject: tie.subject, other: tie.other, spot: tie.spot as Spot }]
    const spot = tie.kind === 'under' && how === 'on' ? 'eaves' : tie.spot
    return [{ how, subject: tie.subject, other: tie.other, ...(spot && { spot }) }]
  })
}

import type { Spot, Subject } from '../../brief.ts'
import { containerOf } from '../../staging/containers.ts'
import type { Bond } from '../../staging/stage-plan.ts'
import { isRaised } from '../../staging/raised-ground.ts'
import { BACK, isSupport, supportOf, type Support } from '../../staging/supports.ts'
import { anatomyOf } from '../rig/anatomies.ts'
import { layAcross } from './across-shoulders.ts'
import { carriedBy, heightOf, row, spacingOf, widen, widthOf, type Binding } from './binding.ts'
import { setOnStairs } from './on-stairs.ts'
import { boundsOfPieces, mirror, move, resize, type Troupe } from './troupe.ts'

const lives = (subject: Subject) => /^(animal|person)/.test(subject.kind)

const isCab = ({ kind, art }: Subject) => kind === 'transport-ground' && !/cycle|scooter|skateboard/.test(art)

// Where a body is not upright, or a vessel has no lid.
function spotOn({ own }: Troupe, other: Subject, bond: Bond, several: boolean): Support | undefined {
  const spot = bond.how === 'on' && bond.spot !== 'edge' ? bond.spot : undefined
  const lies = /^(lie|sleep)$/.test(own.posture ?? '')
  if (spot === 'head') {
    // Who lies is drawn with the head on the right; a beast looks left.
    if (lies && other.kind.startsWith('person')) return { y: 0.3, from: 0.68, to: 1 }
    return other.kind.startsWith('animal') ? { y: 0.1, from: 0.06, to: 0.56 } : undefined
  }
  if (lies && other.kind.startsWith('person')) return { y: 0.52, from: 0.14, to: 0.62 }
  const container = spot || isSupport(other.art) ? undefined : containerOf(other.art)
  return container && { y: container.rim, ...(several ? { from: 0.04, to: 0.96 } : { from: 0.8, to: 1.16 }) }
}

// Beside the head, which is as broad as the shoulders.
const SHOULDER: Support = { y: 0.46, from: 0.8, to: 1.24 }

// On the arm of a scarecrow, beside its face.
const OUTSTRETCHED: Support = { y: 0.38, from: 0.72, to: 1 }

// Beside the face of who carries a child, which is turned to the left.
const ARM: Support = { y: 0.62, from: -0.16, to: 0.44, seat: true }

// A cub before the belly of its mother, who sits.
const BELLY: Support = { y: 0.97, from: 0.1, to: 0.84 }
// Where the pouch of the drawing is, which looks left.
const POUCH: Support = { y: 0.84, from: 0.1, to: 0.5 }
const isCuddled = ({ bond, other }: Binding) =>
  bond.how === 'on' && bond.spot === 'lap' && other.kind.startsWith('animal')

// Behind the head of who carries somebody on the back.
const PERSONS_BACK: Support = { y: 0.58, from: 0.5, to: 1.2, seat: true }

// Where somebody is whom another person carries.
function carriedAt({ bond, other, children, kindOf }: Binding): Support | undefined {
  const people = other.kind.startsWith('person') && children.every((child) => kindOf(child).startsWith('person'))
  if (bond.how !== 'on' || !people) return undefined
  return bond.spot === 'arms' ? ARM : bond.spot === 'back' ? PERSONS_BACK : undefined
}

// A parrot, a cat: who is larger sits behind the head.
function isOnShoulder({ bond, other, children, kindOf }: Binding): boolean {
  const named = bond.how === 'on' && /^(shoulders|arms)$/.test(bond.spot ?? '') && other.kind.startsWith('person')
  return named && children.every((child) => kindOf(child).startsWith('animal'))
}

// Where somebody has another on them: on the shoulder, at the belly, in the pouch or in the arms.
function onBody(binding: Binding): Support | undefined {
  if (binding.other.art === 'scarecrow' && binding.bond.how === 'on' && binding.bond.spot !== 'head')
    return OUTSTRETCHED
  if (isOnShoulder(binding)) return SHOULDER
  if (isCuddled(binding)) return binding.other.art === 'kangaroo' ? POUCH : BELLY
  return carriedAt(binding)
}

// A basket hangs before the handlebar, over the front wheel; the drawing looks left.
const HANDLEBAR: Support = { y: 0.42, from: -0.06, to: 0.24 }
const isCarrier = ({ other, children, artOf }: Binding) =>
  other.art === 'bicycle' && children.every((child) => artOf(child) === 'basket')

function surfaceOf(binding: Binding): Support & { height: number } {
  const { parent, other, bond } = binding
  // A row of ducks is all along the rim, a single one at its end.
  const several = binding.children.flatMap(({ pieces }) => pieces).length > 2
  const support =
    (isCarrier(binding) ? HANDLEBAR : onBody(binding)) ??
    spotOn(parent, other, bond, several) ??
    supportOf(other.art, other.kind, bond.how === 'on' ? bond.spot : undefined)
  const share = lives(other) && support.y === BACK ? parent.shape.back : support.y
  // Behind the neck, where the drawing tells where that is.
  const neck = lives(other) && support.y === BACK && !parent.own.posture ? anatomyOf(other.art)?.neck : undefined
  if (neck && neck.at[1] < 0.6) {
    const level = neck.at[1] - (neck.radius * parent.own.width * 0.62) / parent.own.height
    return { ...support, from: neck.at[0], to: 0.92, height: parent.own.foot - parent.own.height * (1 - level) }
  }
  return { ...support, height: parent.own.foot - parent.own.height * (1 - share) }
}

const wide = (children: readonly Troupe[]) => children.reduce((sum, child) => sum + widthOf(child), 0)

// From where to where it reaches, with all the parts of a long fence.
const reachOf = ({ own, pieces }: Troupe) => boundsOfPieces(pieces.filter(({ subject }) => subject === own.subject))

// How far those on it may reach beyond a surface: knees and elbows over a seat, a row along a roof.
function overhang({ other, children, kindOf }: Binding, { seat, stretches }: Support): number {
  // A hen on an egg is as large as a hen.
  const [only] = children
  // The fire that a dragon breathes needs no floor.
  const breath = only ? widthOf(only) / only.own.width : 1
  if (children.length === 1 && !lives(other) && kindOf(only as Troupe).startsWith('animal')) return 2.4 * breath
  if (other.art === 'stool') return 5
  if (seat && children.length === 1) return 2.2
  if (other.art === 'roof') return 1.7
  return lives(other) || stretches ? 1.3 : 1.12
}

// A mushroom that somebody sits on is a large one, and a table as long as what is on it.
function madeToFit({ parent, other, children, kindOf }: Binding, { from, to, stretches, seat }: Support): void {
  const { own } = parent
  const times = wide(children) / (own.width * (to - from))
  // A stool is as high as the knees of who sits on it, so that their feet are on the floor.
  const knees = Math.max(...children.map(({ shape }) => shape.rest))
  if (other.art === 'stool' && knees > 0) return resize(parent, Math.min(1, (knees * 1.06) / own.height))
  if (stretches) return widen(parent, other, own.width * Math.max(1, times * 1.08))
  // A rock that carries a lighthouse is as broad as that needs.
  if (/^(rock|wood)$/.test(other.art) && children.every((child) => kindOf(child).startsWith('place')))
    return resize(parent, times * 0.8)
  if (seat || lives(other) || other.kind.startsWith('place') || wide(children) <= own.width) return
  const grow = Math.max(1, Math.min(2.4, times ** 0.75))
  own.width *= grow
  own.height *= grow
}

// How much of who carries them those may measure who are on a lap, an arm, the shoulders or the back.
const SHARE_OF_CARRIER: Partial<Record<Spot, number>> = { lap: 0.3, arms: 0.46, shoulders: 0.6, back: 0.66 }

// On a lap nobody hides the face of who sits there.
function lowOnLap(binding: Binding): void {
  const { parent, other, children, bond } = binding
  const most = isCuddled(binding) ? 0.4 : bond.how === 'on' && bond.spot ? SHARE_OF_CARRIER[bond.spot] : undefined
  if (most === undefined || (bond.how === 'on' && bond.spot !== 'lap' && !other.kind.startsWith('person'))) return
  for (const child of children) resize(child, Math.min(1, (parent.own.height * most) / heightOf(child)))
}

// What is laid out on a board or a blanket is seen a little from above: the tall behind, the low before.
const RANKED = /^(cutting-board|serving-tray|plate|picnic-blanket|blanket|rug|market-stall)$/

function inRanks(binding: Binding, height: number, middle: number): void {
  const { parent, children } = binding
  const byHeight = children.toSorted((a, b) => heightOf(b) - heightOf(a))
  const half = Math.ceil(children.length / 2)
  const ranks = [byHeight.slice(0, half), byHeight.slice(half)]
  const deep = Math.min(...children.map(heightOf)) * 0.42
  const broad = Math.max(...ranks.map(wide))
  if (binding.other.art !== 'market-stall')
    widen(parent, binding.other, Math.max(parent.own.height * 1.2, broad * 1.16))
  else for (const child of children) resize(child, Math.min(1, (parent.own.width * 0.84) / broad))
  ranks.forEach((rank, at) => {
    let left = middle - wide(rank) / 2
    // Seen one beside the other: the order in which they were named.
    for (const child of rank.toSorted((a, b) => children.indexOf(a) - children.indexOf(b))) {
      const box = boundsOfPieces(child.pieces)
      move(child, left - box.left, height - deep * (0.6 - at), parent.own.order + 0.4 + at * 0.2)
      left += box.right - box.left
    }
  })
  carriedBy(binding, true)
}

// A cactus or a ship on a shelf is one that fits there.
const SHELVES = /^(shelf|windowsill|writing-desk|chest-of-drawers|serving-tray|kitchen-island|table|books)$/
const MOST_ON_SHELF = 0.62

function fitForShelf({ other, children, kindOf, artOf }: Binding): void {
  if (!SHELVES.test(other.art)) return
  for (const child of children)
    if (/^(plant|place|transport)/.test(kindOf(child)) && artOf(child) !== 'table')
      resize(child, Math.min(1, MOST_ON_SHELF / Math.max(child.own.width, child.own.height)))
}

const isUnderEaves = (bond: Bond) => bond.how === 'on' && bond.spot === 'eaves'
const isAtEdge = (bond: Bond) => bond.how === 'on' && bond.spot === 'edge'

// Of three birds on outstretched arms the middle one is on the hat, and not before the face.
function overItsHat({ parent, children, bond }: Binding): void {
  const middle = children.length % 2 === 1 ? children[(children.length - 1) / 2] : undefined
  if (bond.how === 'on' && bond.spot === 'arms' && middle && children.length > 1)
    move(middle, 0, -parent.own.height * 0.32, 0)
}

const isHerd = ({ other, children }: Binding) => children.length > 4 && isRaised(other.art)

// A flock on a hill stands in ranks, the nearer ones a little down the slope.
function herdOn(binding: Binding, height: number, middle: number): void {
  const { parent, children } = binding
  const spaced = spacingOf(children)
  let left = middle - spaced.reduce((sum, { step }) => sum + step, 0) / 2
  for (const { child, step, back } of spaced) {
    const down = heightOf(child) * 0.4 - back
    move(child, left + step / 2, height + down, parent.own.order + 0.5 - back * 0.01)
    left += step
  }
  carriedBy(binding, true)
}

// A flock on a hill, many things on a board.
function setAsMany(binding: Binding, height: number, middle: number): boolean {
  const { other, children } = binding
  const herd = isHerd(binding)
  if (herd) herdOn(binding, height, middle)
  else if (RANKED.test(other.art) && children.length > 4) inRanks(binding, height, middle)
  else return false
  return true
}

// Who drives sits at the window, not on the roof.
const lowInCab = ({ parent, other, kindOf }: Binding, child: Troupe) =>
  isCab(other) && kindOf(child).startsWith('person') ? parent.own.height * 0.34 : 0

/** Sets the children on the surface of their parent, side by side. */
export function setOn(binding: Binding): void {
  const { parent, other, children, bond } = binding
  if (setOnStairs(binding) || layAcross(binding)) return
  fitForShelf(binding)
  madeToFit(binding, surfaceOf(binding))
  const surface = surfaceOf(binding)
  const whole = reachOf(parent)
  const length = whole.right - whole.left
  const span = length * (surface.to - surface.from)
  if (setAsMany(binding, surface.height, (whole.left + whole.right) / 2)) return
  row(children, span * overhang(binding, surface))
  lowOnLap(binding)
  const gap = children.length > 1 ? Math.max(0, (span - wide(children)) / (children.length + 1)) : 0
  // Looking left, the front of an animal is on the left of its drawing.
  const middle = (whole.left + whole.right) / 2 + length * ((surface.from + surface.to) / 2 - 0.5)
  // What falls off something is half over its end.
  const edge = whole.left + length * Math.min(1, surface.to + 0.04) - wide(children) * 0.62
  let left = isAtEdge(bond) ? edge : middle - (wide(children) + gap * (children.length - 1)) / 2
  for (const child of children) {
    // The pillow is on the left of a bed; who lies is drawn with the head on the right.
    if (other.art === 'bed' && /^(lie|sleep)$/.test(child.own.posture ?? '')) mirror(child.pieces)
    const box = boundsOfPieces(child.pieces)
    move(child, left - box.left, surface.height + child.shape.rest + lowInCab(binding, child), parent.own.order + 0.5)
    left += box.right - box.left + gap
  }
  overItsHat(binding)
  carriedBy(binding, !lives(other) && !isUnderEaves(bond))
  if (other.art === 'bed')
    parent.pieces.push({ ...parent.own, part: 'front', order: parent.own.order + 0.7, contact: 'air' })
}

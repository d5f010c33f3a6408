import type { Subject } from '../../brief.ts'
import { LEANS, supportOf } from '../../staging/supports.ts'
import { isStairs } from '../../staging/stairs.ts'
import type { Bond } from '../../staging/stage-plan.ts'
import { anatomyOf } from '../rig/anatomies.ts'
import { arranged } from './arranged.ts'
import { breathed } from './breathe.ts'
import { carriedBy, heightOf, row, spacingOf, widen, widthOf, type Binding } from './binding.ts'
import { seatInCab } from './cabs.ts'
import { COMPANY } from './company.ts'
import { below } from './hang.ts'
import { poured } from './poured.ts'
import { putIn } from './put-in.ts'
import { mirrored, spilling, stuck, tied } from './stuck.ts'
import { setOn } from './set-on.ts'
import { shelter } from './shelter.ts'
import { tossed } from './toss.ts'
import { HANGS } from '../plan/stance.ts'
import { boundsOfPieces, mirror, move, resize, type Troupe } from './troupe.ts'

function ride(binding: Binding): void {
  const { parent, other, children } = binding
  if (seatInCab(binding)) return carriedBy(binding, false)
  const wheeled = other.kind.startsWith('transport')
  // Two on one bicycle ride a longer one.
  const needed = (children.reduce((sum, child) => sum + widthOf(child), 0) * 0.86) / (parent.own.width * 0.9)
  if (children.length > 1 && needed > 1) {
    parent.own.width *= Math.min(1.8, needed)
    parent.own.height *= Math.min(1.25, needed)
  }
  const y = parent.own.foot - parent.own.height * (1 - (parent.own.posture ? parent.shape.back : wheeled ? 0.3 : 0.38))
  row(children, parent.own.width * 0.9)
  children.forEach((child, at) =>
    move(
      child,
      parent.own.x + parent.own.width * (0.06 + (at - (children.length - 1) * 0.4) * 0.34),
      y + child.shape.rest,
      parent.own.order + 0.5,
    ),
  )
  carriedBy(binding, false)
}

const LOW = /^(fence|stone-wall|rock|wood|table|sofa|bench|bed|drum|drum-kit|zither)$/

// Beside those who are on it already, so that nobody is behind them.
function freeMiddle({ own, pieces }: Troupe, total: number): number {
  const on = pieces.filter(({ carrier }) => carrier === own.subject)
  return on.length > 0 ? boundsOfPieces(on).right + total * 0.4 : own.x
}

// How high the awning of a stall hangs, as a share of the stall.
const AWNING = 0.74

// Who keeps a stall is seen between its counter and its awning.
function inTheStall({ parent, children }: Binding): void {
  const tallest = Math.max(...children.map(heightOf))
  resize(parent, Math.max(1, tallest / AWNING / parent.own.height))
  // Beside the wares, which would hide the face.
  const aside = parent.pieces.some(({ carrier }) => carrier === parent.own.subject) ? 0.26 : 0
  children.forEach((child, at) => {
    const x = parent.own.x + parent.own.width * (0.8 * ((at + 0.5) / children.length - 0.5) - aside)
    move(child, x, parent.own.foot, parent.own.order - 1)
  })
}

const CALM = /^(stand|explain|attend|walk)$/

// Two beings at one fence look at each other, and not all one way.
function turnToEachOther({ children, kindOf }: Binding): void {
  const [first, second, ...more] = children
  const calm = children.every(
    (child) => /^(animal|person)/.test(kindOf(child)) && CALM.test(child.own.posture ?? 'stand'),
  )
  if (first && second && more.length === 0 && calm) mirror(first.pieces)
}

function behind(binding: Binding): void {
  const { parent, other, children } = binding
  if (other.art === 'market-stall') return inTheStall(binding)
  const total = children.reduce((sum, child) => sum + widthOf(child), 0)
  const lowest = Math.min(...children.map(heightOf))
  const low = LOW.test(other.art) && parent.own.height < lowest * 0.8
  const middle = low && other.art !== 'bed' ? freeMiddle(parent, total) : parent.own.x
  // One looks over a fence that is as long as that needs.
  if (low && supportOf(other.art, other.kind).stretches) widen(parent, other, Math.max(parent.own.width, total * 1.4))
  if (low) turnToEachOther(binding)
  const slim = /tree|palm|bamboo|street-lamp/.test(other.art)
  children.forEach((child, at) => {
    if (low) {
      const x = middle + total * ((at + 0.5) / children.length - 0.5)
      const foot = parent.own.foot - Math.min(parent.own.height * 0.5, heightOf(child) * 0.1)
      return move(child, x, foot, parent.own.order - 1)
    }
    // Those before it stand more to the right.
    const side = at % 2 === 0 ? -1 : 1
    const wide = widthOf(child)
    const further = Math.floor(at / 2) * wide * 0.6
    // Three quarters of whoever is behind something broad look out at its side.
    const out = slim ? parent.own.width * 0.34 + wide * 0.16 : parent.own.width * 0.46 + wide * 0.24
    move(child, middle + (out + further) * side, parent.own.foot - parent.own.height * 0.03, parent.own.order - 1)
  })
}

// What one goes through is in the middle of it; a door, a trunk and most of a house stay free.
function asideOf({ parent, other, children, artOf }: Binding, total: number): number {
  // Steps lead up to the door.
  if (children.every((child) => isStairs(artOf(child)))) return 0
  // Nobody tall stands before those who are on it.
  const tall = Math.max(...children.map(heightOf)) > parent.own.height * 0.7
  if (tall && parent.pieces.some(({ carrier }) => carrier === parent.own.subject))
    return parent.own.width * 0.4 + total * 0.5
  if (children.some(({ own }) => own.contact === 'water')) return parent.own.width * 0.3 + total * 0.3
  if (/^(tunnel|bridge|rope-bridge|log-bridge|door)$|arch|gate|hoop|ring$/.test(other.art)) return 0
  if (/tree|palm/.test(other.art))
    return parent.own.width * (children.some((child) => LEANS.test(artOf(child))) ? 0.1 : 0.4)
  if (total < parent.own.width * 0.75) return parent.own.width * 0.3
  // A cart before a barn leaves half of the barn free.
  return Math.max(...children.map(heightOf)) > parent.own.height * 0.5 && children.length === 1 ? total * 0.42 : 0
}

function before(binding: Binding): void {
  const { parent, other, children } = binding
  // What one comes out of is larger than oneself.
  const tallest = Math.max(...children.map(heightOf))
  const ring = /hoop|ring$/.test(other.art)
  if ((other.art === 'tunnel' || ring) && parent.own.height < tallest * 1.4)
    resize(parent, (tallest * 1.4) / parent.own.height)
  const spaced = spacingOf(children)
  const total = spaced.reduce((sum, { step }) => sum + step, 0)
  // A wall that something leans against is longer than that, and as high as it needs.
  if (/^(stone-wall|fence)$/.test(other.art) && children.some((child) => LEANS.test(binding.artOf(child)))) {
    resize(parent, Math.max(1, (tallest * 0.8) / parent.own.height))
    widen(parent, other, Math.max(parent.own.width, total * 1.7))
  }
  let left = parent.own.x - total / 2 + asideOf(binding, total)
  for (const { child, step, back } of spaced) {
    const box = boundsOfPieces(child.pieces)
    // Who swims before a wreck is as high as its hull.
    const swims = child.own.contact === 'air' && child.own.posture !== 'jump' ? parent.own.height * 0.24 : 0
    const afloat = child.own.contact === 'water'
    const leaps = ring && (child.own.posture ?? child.own.deed) === 'jump' ? parent.own.height * 0.32 : 0
    const foot = parent.own.foot + parent.own.height * (afloat ? 0 : 0.07) - back - swims - leaps
    move(child, left + step / 2 - (box.left + box.right) / 2, foot, parent.own.order + 1 - back)
    left += step
  }
}

const TALLER = 1.6

// Half-way up, before the trunk or the rungs; what is climbed is larger than who climbs it.
function climbing(binding: Binding): void {
  const { parent, other, children } = binding
  const tallest = Math.max(...children.map(heightOf))
  if (parent.own.height < tallest * TALLER) {
    const grow = Math.min(1.5, (tallest * TALLER) / parent.own.height)
    parent.own.width *= grow
    parent.own.height *= grow
    for (const child of children) resize(child, Math.min(1, parent.own.height / (tallest * TALLER)))
  }
  children.forEach((child, at) => {
    const box = boundsOfPieces(child.pieces)
    // The trunk is before the hands of who climbs, and those look left.
    const trunk = parent.own.x + parent.own.width * (other.art === 'palm-tree' ? 0.12 : 0.02)
    // A ladder is no wider than who is on it.
    const x = other.art === 'ladder' ? parent.own.x : trunk - box.left - (box.right - box.left) * 0.2
    const up = parent.own.height * (0.24 + 0.2 * at)
    move(child, x, parent.own.foot - up, parent.own.order + 0.5)
  })
  carriedBy(binding, false)
}

// Right over it when jumping, between two from one to the other; over somebody one is behind them, with the feet at their
// shoulders.
function leapt({ parent, other }: Binding, top: number): { aside: number; high: number; order: number } {
  const aside = other.count === 2 ? parent.own.width * 0.53 : 0
  if (other.kind.startsWith('person')) return { aside, high: parent.own.height * 0.46, order: -0.4 }
  return { aside, high: parent.own.height * 0.84 + top * 0.16, order: 0.6 }
}

// Nearer to the eye, above and a little aside, so that both are seen.
function aloft({ parent }: Binding, wide: number): { aside: number; high: number; order: number } {
  const small = wide < parent.own.width * 0.8
  const aside = -(parent.own.width * (small ? 0.2 : 0.4) + wide * 0.2)
  return { aside, high: parent.own.height * (small ? 1.08 : 0.72), order: 0.6 }
}

// From a ceiling it hangs straight over the head, and clear of it.
const hung = ({ parent }: Binding) => ({ aside: 0, high: parent.own.height * 1.06, order: 0.6 })

function above(binding: Binding): void {
  const { parent, other, children, artOf } = binding
  for (const [at, child] of children.entries()) {
    const box = boundsOfPieces(child.pieces)
    const wide = box.right - box.left
    const jumps = (child.own.posture ?? child.own.deed) === 'jump'
    const { aside, high, order } = HANGS.test(artOf(child))
      ? hung(binding)
      : jumps
        ? leapt(binding, box.top)
        : aloft(binding, wide)
    // Several fly one behind the other, each a little higher.
    const apart = at * wide
    const y = parent.own.foot - high - Math.max(0, box.bottom) - apart * 0.3
    move(child, parent.own.x + aside + apart * 1.1, y, parent.own.order + order)
    for (const piece of child.pieces) {
      piece.contact = 'air'
      // What is over a branch goes up with it.
      if (other.art === 'branch') piece.carrier ??= parent.own.subject
    }
  }
}

// How far ahead of the middle and above the ground a mouth or a beak is, in shares of the drawing.
function mouthOf({ art }: Subject, bird: boolean): readonly [across: number, up: number] {
  const [eye] = anatomyOf(art)?.eyes ?? []
  // The mouth is before the eye, and a little below it.
  if (eye && !/^(owl|penguin)$/.test(art)) return [0.5 - Math.max(0, eye[0] - 0.18), 1 - eye[1] - 0.07]
  if (art === 'owl' || art === 'penguin') return [0, 0.36]
  // Of a face that looks ahead the mouth is in its lower half.
  return bird ? [0.5, 0.7] : [0.35, 0.56]
}

// In the claws of a bird, in the mouth of anybody else.
function carried(binding: Binding): void {
  const { parent, other, children } = binding
  // On the wing it is in the claws.
  const flies = other.kind === 'animal-bird' && parent.own.contact === 'air'
  const bird = other.kind === 'animal-bird'
  for (const child of children) {
    const box = boundsOfPieces(child.pieces)
    const tall = box.bottom - box.top
    // Small enough for a mouth, large enough to be seen.
    const fit = Math.max(0.24, Math.min(0.36, tall / parent.own.height))
    // A stick is long, and no longer than who has it.
    const wide = box.right - box.left
    resize(child, Math.min((parent.own.height * fit) / tall, (parent.own.width * 0.62) / wide))
    const high = -boundsOfPieces(child.pieces).top
    const thin = wide > tall * 2.4
    const [across, up] = flies ? [0.18, 0] : mouthOf(other, bird)
    // It hangs from the lips and leaves the eyes free.
    const hangs = bird ? -0.22 : 0.2
    const x = parent.own.x - parent.own.width * across - (flies || thin ? 0 : widthOf(child) * hangs)
    const held = parent.own.foot - parent.own.height * up + high * (thin ? 0.5 : 0.78)
    const y = flies ? parent.own.foot + high * 0.72 : held
    move(child, x, y, parent.own.order + (flies ? -0.2 : 0.3))
  }
  carriedBy(binding, false)
}

const BINDERS: Record<Bond['how'], (binding: Binding) => void> = {
  on: setOn,
  in: putIn,
  carried,
  below,
  under: shelter,
  behind,
  before,
  over: above,
  ridden: ride,
  climbing,
  tossed,
  breathed,
  poured,
  arranged,
  stuck,
  spilling,
  mirrored,
  tied,
  ...COMPANY,
}

/** Places the children of one bond about their parent, and makes them part of its troupe. */
export function bind(binding: Binding): void {
  BINDERS[binding.bond.how](binding)
  for (const child of binding.children) binding.parent.pieces.push(...child.pieces)
}

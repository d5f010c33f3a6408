import type { Bond } from '../../staging/stage-plan.ts'
import type { Point } from '../draw/shapes.ts'
import { heightOf, widthOf, type Binding } from './binding.ts'
import { jointAt } from './joints-of.ts'
import { boundsOfPieces, mirror, move, resize, type Troupe } from './troupe.ts'

// Drawn with the shaft or the handles on the side where nobody is.
const HANDLES_AWAY: Partial<Record<Bond['how'], RegExp>> = {
  pulled: /^wagon$/,
  pushed: /^(wheelbarrow|shopping-cart)$/,
}

// These have a shaft, and need no rope.
const SHAFT = /^(wagon|carriage|pumpkin-carriage|covered-wagon|stroller|shopping-cart|wheelbarrow)$/

const isBeast = (kind: string) => kind.startsWith('animal')

// The hand that holds the rope, behind or before; or the shoulder that the harness is about: all of it is seen on the flank.
function ropeEnd({ parent: { own }, other, bond }: Binding): Point {
  const ahead = bond.how === 'leashed'
  const hand = jointAt(own, other, ({ near, far }) => (near.hand.x < far.hand.x === ahead ? far.hand : near.hand))
  if (hand) return hand
  return isBeast(other.kind)
    ? { x: own.x - own.width * 0.16, y: own.foot - own.height * 0.5 }
    : { x: own.x + own.width * 0.48, y: own.foot - own.height * 0.3 }
}

// A beast that is led has it about the neck, a sled at its front.
function hitchOf({ own }: Troupe, kind: string): Point {
  const [across, up] = isBeast(kind) ? [0.26, 0.6] : [0.44, 0.34]
  return { x: own.x - own.width * across, y: own.foot - own.height * up }
}

const SLACK = 0.06

/** A rope from the one to the other. */
export function rope(binding: Binding, child: Troupe): void {
  const [from, to] = [ropeEnd(binding), hitchOf(child, binding.kindOf(child))]
  const [left, right] = from.x < to.x ? [from, to] : [to, from]
  const high = Math.max(Math.abs(to.y - from.y), binding.parent.own.height * SLACK)
  const { flip: _, held: __, posture: ___, ...plain } = child.own
  child.pieces.push({
    ...plain,
    part: 'leash',
    x: (left.x + right.x) / 2,
    width: Math.max(right.x - left.x, 0.01),
    height: high,
    foot: Math.max(from.y, to.y),
    // It goes down from left to right, or up.
    flip: right.y < left.y,
    order: Math.max(binding.parent.own.order, child.own.order) + 0.1,
    contact: 'air',
    // It goes as fast as who pulls.
    carrier: binding.parent.own.subject,
  })
}

// How far behind who pulls: a rope's length behind a lorry, less behind a beast, along whose flank the rope goes, a step
// behind somebody who leads.
function gapTo({ parent, other, kindOf }: Binding, child: Troupe, person: boolean): number {
  if (person) return isBeast(kindOf(child)) ? parent.own.height * 0.12 : parent.own.height * 0.1
  if (isBeast(other.kind)) return Math.min(parent.own.height, child.own.height) * 0.32
  return Math.max(Math.min(parent.own.height, heightOf(child)) * 0.5, parent.own.width * 0.14)
}

function towed(binding: Binding): void {
  const { parent, children, other, artOf } = binding
  const person = jointAt(parent.own, other, ({ near }) => near.hand) !== undefined
  let edge = parent.own.x + parent.own.width * 0.49
  for (const child of children) {
    const shaft = SHAFT.test(artOf(child))
    // A boat behind a lorry is no dinghy, a sled behind dogs none for dolls.
    if (!person && !shaft) resize(child, Math.max(1, (parent.own.width * 0.55) / widthOf(child)))
    const gap = shaft ? -widthOf(child) * 0.08 : gapTo(binding, child, person)
    const box = boundsOfPieces(child.pieces)
    move(child, edge + gap - box.left, parent.own.foot, parent.own.order + (shaft ? 0.3 : -0.2))
    if (!shaft) rope(binding, child)
    // And so does what is pulled.
    for (const piece of child.pieces) piece.carrier ??= parent.own.subject
    edge += gap + box.right - box.left
  }
}

// Right before the hands that push it.
function pushed({ parent, children }: Binding): void {
  let edge = boundsOfPieces([parent.own]).left + widthOf(children[0] as Troupe) * 0.08
  for (const child of children) {
    move(child, edge - boundsOfPieces(child.pieces).right, parent.own.foot, parent.own.order - 0.3)
    edge -= widthOf(child)
  }
}

/** At the end of the rope, or right before the hands. */
export function moved(binding: Binding): void {
  const { parent, children, bond, artOf } = binding
  for (const child of children) {
    if (HANDLES_AWAY[bond.how]?.test(artOf(child))) mirror(child.pieces)
    // A cart that a child pulls is a small one; a horse has a larger one.
    const most = parent.own.height > parent.own.width ? 0.8 : 1.2
    if (artOf(child) === 'wagon') resize(child, Math.min(1, (parent.own.height * most) / child.own.height))
  }
  if (bond.how === 'pulled') towed(binding)
  else pushed(binding)
}

import type { Subject } from '../../brief.ts'
import { heightOf, type Binding } from './binding.ts'
import { jointAt } from './joints-of.ts'
import { move, resize, type Troupe } from './troupe.ts'

// The hand that is higher is the one that has let go.
const raisedHand = ({ own }: Troupe, other: Subject) =>
  jointAt(own, other, ({ near, far }) => (near.hand.y < far.hand.y ? near.hand : far.hand))

// Over the head from hand to hand, the middle ones highest.
function inArc({ parent, children }: Binding): void {
  const { own } = parent
  const wide = Math.min(own.width, own.height * 0.5) * 0.62
  for (const [at, child] of children.entries()) {
    const t = (at + 0.5) / children.length
    const high = own.height * (0.5 + 0.66 * 4 * t * (1 - t))
    move(child, own.x + wide * (2 * t - 1), own.foot - high + heightOf(child) / 2, own.order + 0.5)
  }
}

/** What is thrown is in the air, just ahead of the hand or over it; what is juggled goes round over the head. */
export function tossed(binding: Binding): void {
  const { parent, other, children } = binding
  const { own } = parent
  // Nobody throws a boulder.
  for (const child of children) resize(child, Math.min(1, (own.height * 0.3) / heightOf(child)))
  if (own.posture === 'juggle') inArc(binding)
  else
    for (const [at, child] of children.entries()) {
      const hand = raisedHand(parent, other) ?? { x: own.x - own.width * 0.4, y: own.foot - own.height * 0.8 }
      const up = own.posture === 'throw' ? 0.3 : 1
      const ahead = own.posture === 'throw' ? 0.06 + 0.14 * at : 0.08
      const x = hand.x - own.height * ahead - (up < 1 ? child.own.width / 2 : 0)
      move(
        child,
        x,
        hand.y - own.height * (0.1 + 0.05 * at) * up + heightOf(child) * (up < 1 ? 0.5 : 0),
        own.order + 0.6,
      )
    }
  for (const child of children) for (const piece of child.pieces) piece.contact = 'air'
}

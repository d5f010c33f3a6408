import { containerOf } from '../../staging/containers.ts'
import type { Point } from '../draw/shapes.ts'
import type { Placement } from '../plan/scene-plan.ts'
import type { Binding } from './binding.ts'
import { mirror, move, resize, type Troupe } from './troupe.ts'

// How deep the end of the spoon is under the rim, as a share of the pot: the front wall hides it.
const DEEP = 0.16
const DIPS = /^dip(-high)?$/
// How tall a pot on a stove is at the least, beside the cook.
const ON_STOVE = 0.24
// A pot or a stove is made no smaller and no larger than this.
const [LEAST, MOST] = [0.4, 1.8]

const artOfPiece = ({ artOf }: Binding, { shape }: Troupe, piece: Placement) =>
  artOf({ own: piece, pieces: [piece], shape })

function vesselIn(binding: Binding, work: Troupe): Placement | undefined {
  const laid = work.pieces.filter((piece) => piece !== work.own && piece.part === undefined)
  return [...laid, work.own].find((piece) => containerOf(artOfPiece(binding, work, piece)) !== undefined)
}

// As large as brings the rim over the end of the spoon.
function fitted(work: Troupe, vessel: Placement, rim: number, high: number): void {
  const edge = work.own.foot - vessel.foot + vessel.height * (1 - rim)
  resize(work, Math.max(LEAST, Math.min(MOST, high / (edge - vessel.height * DEEP))))
}

const frontWall = (vessel: Placement, work: Troupe, order: number): Placement => ({
  ...vessel,
  part: 'front',
  order,
  contact: 'air',
  carrier: vessel.carrier ?? work.own.subject,
})

/** Brings a pot under the spoon of who stirs in it, with its rim above the end of the spoon; says whether there is one. */
export function dipInto(binding: Binding, work: Troupe, tip: Point): boolean {
  const { parent } = binding
  const vessel = DIPS.test(parent.own.posture ?? '') ? vesselIn(binding, work) : undefined
  const container = vessel && containerOf(artOfPiece(binding, work, vessel))
  if (!vessel || !container) return false
  // On a stove it stands at the end where the cook is, deep enough for a spoon.
  if (vessel !== work.own) {
    const more = Math.max(1, (parent.own.height * ON_STOVE) / vessel.height)
    vessel.width *= more
    vessel.height *= more
    vessel.x = work.own.x + Math.max(0, (work.own.width * 0.94 - vessel.width) / 2)
  }
  fitted(work, vessel, container.rim, parent.own.foot - tip.y)
  move(work, tip.x - vessel.x, parent.own.foot, parent.own.order - 0.4)
  work.pieces.push(frontWall(vessel, work, parent.own.order + 0.2))
  return true
}

/** Two who stir in one pot: one on each side, both spoons in it. */
export function dipTogether(binding: Binding, tipOf: (child: Troupe) => Point): boolean {
  const { parent: work, children } = binding
  const [first, second, ...more] = children
  const dips = children.every(({ own }) => DIPS.test(own.posture ?? ''))
  const vessel = dips ? vesselIn(binding, work) : undefined
  const container = vessel && containerOf(artOfPiece(binding, work, vessel))
  if (!vessel || !container || !first || !second || more.length > 0) return false
  fitted(work, vessel, container.rim, first.own.foot - tipOf(first).y)
  mirror(second.pieces)
  for (const [child, side] of [[first, 1] as const, [second, -1] as const])
    move(child, vessel.x + vessel.width * 0.16 * side - tipOf(child).x, work.own.foot, work.own.order + 0.4)
  work.pieces.push(frontWall(vessel, work, work.own.order + 0.6))
  return true
}

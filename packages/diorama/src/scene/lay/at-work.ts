import type { Subject } from '../../brief.ts'
import { isWorktop, supportOf } from '../../staging/supports.ts'
import type { Point } from '../draw/shapes.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { handleOf } from '../rig/handles.ts'
import { tipOf } from '../rig/held.ts'
import { heightOf, widthOf, type Binding } from './binding.ts'
import { dipTogether } from './dip-into.ts'
import { jointAt } from './joints-of.ts'
import { boundsOfPieces, mirror, move, resize, type Troupe } from './troupe.ts'

const AT_WORK = /^(tie-shoe|reach|work-low|kneel|crouch|stir|dip|dip-high|hammer|sweep|dig|climb)$/

/** Where the hands of somebody at work are, or the end of their tool; nothing for who has no hands at anything. */
export function workPoint(own: Placement, subject: Subject): Point | undefined {
  const { posture, held = [] } = own
  if (!posture || !AT_WORK.test(posture)) return undefined
  return jointAt(own, subject, (joints) => {
    const { near, far } = joints
    // Below a hammer that is swung the other hand has the work.
    if (posture === 'hammer') return { x: far.hand.x + 16, y: far.hand.y }
    const tips = held.flatMap((thing) => tipOf(thing, joints, posture) ?? [])
    return tips[0] ?? (near.hand.x > far.hand.x ? near.hand : far.hand)
  })
}

/** Whether somebody has a tool in the hand that works at its end. */
export const hasTool = ({ held = [] }: Placement): boolean =>
  held.some(({ art, grip }) => grip === 'hand' && handleOf(art)?.tip !== undefined)

const laidOn = ({ own, pieces }: Troupe) =>
  pieces.filter((piece) => piece !== own && piece.carrier === own.subject && piece.part === undefined)

// What is worked on lies at the near end of the table.
function drawNear({ own }: Troupe, on: readonly Placement[], side: 1 | -1): void {
  const box = boundsOfPieces(on)
  const edge = own.x + own.width * 0.46 * side
  const free = (edge - (side > 0 ? box.right : box.left)) * side
  if (free > 0) for (const piece of on) piece.x += free * 0.8 * side
}

const [LEAST, MOST] = [0.5, 1.3]

// A table is as high as the hands that work at it: a child has a small one.
function fitSurface(work: Troupe, on: readonly Placement[], art: { art: string; kind: string }, high: number): void {
  const top = work.own.height * (1 - supportOf(art.art, art.kind).y)
  const tallest = Math.max(...on.map(({ height }) => height))
  const reach = top + Math.min(tallest * 0.5, high * 0.24)
  resize(work, Math.max(LEAST, Math.min(MOST, high / reach)))
}

/** How far into a thing the hands or a tool go, at the most. */
const depthOf = (wide: number, tall: number) => Math.min(wide * 0.3, tall * 0.2)

/** Where the hands go on this work, seen from one side of it: at what lies on a table, or a little into the thing itself. */
function goalOn(work: Troupe, side: 1 | -1, tall: number): number {
  const on = laidOn(work)
  if (on.length > 0) {
    const box = boundsOfPieces(on)
    const [edge, wide] = [side > 0 ? box.right : box.left, box.right - box.left]
    return edge - Math.min(wide * 0.4, tall * 0.16) * side
  }
  const box = boundsOfPieces(work.pieces)
  return (side > 0 ? box.right : box.left) - depthOf(box.right - box.left, tall) * side
}

type Work = { kind: string; art: string; deep?: boolean }

/** Makes the work fit the hands at it and draws near what lies on it. */
function madeReady(work: Troupe, of: Work, high: number, side: 1 | -1): void {
  const on = laidOn(work)
  if (on.length === 0 || !isWorktop(of.art)) return
  fitSurface(work, on, of, high)
  drawNear(work, on, side)
}

/** Brings the work to the hands of who looks left at it. */
export function bringToHands(worker: Troupe, work: Troupe, of: Work, point: Point): void {
  madeReady(work, of, worker.own.foot - point.y, 1)
  // At the flank of a beast, and not behind it.
  const flank = of.deep ? work.own.x + work.own.width * 0.1 : undefined
  const goal = flank ?? goalOn(work, 1, worker.own.height)
  move(work, point.x - goal, worker.own.foot, worker.own.order - 0.4)
}

/** Those who do one thing together: at both sides of it, turned to it, with their hands at it; the others behind. */
export function busy(binding: Binding): void {
  const { parent, other, children, subjectOf } = binding
  const pointOf = (child: Troupe) =>
    workPoint(child.own, subjectOf(child)) ?? {
      x: child.own.x - widthOf(child) * 0.4,
      y: child.own.foot - heightOf(child) * 0.45,
    }
  if (dipTogether(binding, pointOf)) return
  const [first] = children
  if (first && laidOn(parent).length > 0) madeReady(parent, other, first.own.foot - pointOf(first).y, 1)
  const behind = children.length > 2 ? children.slice(2) : []
  children.slice(0, 2).forEach((child, at) => {
    const side = at === 0 ? 1 : -1
    if (side < 0) mirror(child.pieces)
    const goal =
      children.length > 1 && laidOn(parent).length > 0
        ? parent.own.x + parent.own.width * 0.34 * side
        : goalOn(parent, side, child.own.height)
    move(child, goal - pointOf(child).x, parent.own.foot, parent.own.order + 0.4)
  })
  // Behind something low one is seen; at something tall all stand side by side.
  if (behind[0] && heightOf(parent) > heightOf(behind[0]) * 0.72) return inRows(children, behind)
  const room = Math.max(parent.own.width, behind.reduce((sum, child) => sum + widthOf(child), 0) * 0.8)
  behind.forEach((child, at) => {
    const x = parent.own.x + room * ((at + 0.5) / behind.length - 0.5)
    if (at % 2 === 1) mirror(child.pieces)
    move(child, x, parent.own.foot - heightOf(child) * 0.14, parent.own.order - 1)
  })
}

// One behind the other on each side.
function inRows(children: readonly Troupe[], behind: readonly Troupe[]): void {
  behind.forEach((child, at) => {
    const before = children[at] as Troupe
    const side = before.own.flip ? -1 : 1
    if (side < 0) mirror(child.pieces)
    const box = boundsOfPieces(before.pieces)
    const x = side > 0 ? box.right : box.left
    move(child, x + widthOf(child) * 0.3 * side - child.own.x, before.own.foot, before.own.order - 0.2)
  })
}

import type { Point } from '../draw/shapes.ts'
import { widthOf, type Binding } from './binding.ts'
import { jointAt } from './joints-of.ts'
import { boundsOfPieces, mirror, move, type Troupe } from './troupe.ts'

// Where it has the rope: between both hands, or in the teeth of who has none. All are drawn looking left.
function gripOf({ own }: Troupe, subject: Parameters<typeof jointAt>[1]): Point {
  const near = jointAt(own, subject, (joints) => joints.near.hand)
  const far = jointAt(own, subject, (joints) => joints.far.hand)
  if (near && far) return { x: (near.x + far.x) / 2, y: (near.y + far.y) / 2 }
  return { x: own.x + own.width * (own.flip ? 0.42 : -0.42), y: own.foot - own.height * 0.58 }
}

// Those of one kind against those of the other; of one kind, half against half.
function teamsOf(children: readonly Troupe[]): [Troupe[], Troupe[]] {
  const first = children.filter(({ own }) => own.subject === children[0]?.own.subject)
  const half = first.length < children.length ? first.length : Math.ceil(children.length / 2)
  return [children.slice(0, half), children.slice(half)]
}

// How near those of one team stand to each other, in their widths, and how long the free rope is, in the width of the first.
const STEP = 0.72
const FREE = 0.42

/** Two teams that lean away from each other, with a taut rope through all their hands. */
export function tug(binding: Binding): void {
  const { parent, children, subjectOf } = binding
  const [left, right] = teamsOf(children)
  const free = (children[0] ? widthOf(children[0]) : 1) * FREE
  for (const child of left) mirror(child.pieces)
  const ends = [left, right].map((team, side) => {
    let edge = free
    for (const [at, child] of team.entries()) {
      const box = boundsOfPieces(child.pieces)
      const x = side === 0 ? -edge - box.right : edge - box.left
      move(child, parent.own.x + x, parent.own.foot, parent.own.order - 0.01 * at)
      edge += widthOf(child) * STEP
    }
    return team.map((child) => gripOf(child, subjectOf(child)))
  })
  const [from, to] = [ends[0]?.at(-1), ends[1]?.at(-1)]
  if (!from || !to) return
  const end = widthOf(children[0] as Troupe) * 0.16
  Object.assign(parent.own, {
    part: 'taut',
    x: (from.x + to.x) / 2,
    width: to.x - from.x + end * 2,
    height: Math.max(Math.abs(to.y - from.y), end * 0.4),
    foot: Math.max(from.y, to.y) + end * 0.15,
    flip: to.y < from.y,
    // Behind all bodies: the hands are about it.
    order: Math.min(...children.map(({ own }) => own.order)) - 0.5,
    contact: 'air',
  })
}

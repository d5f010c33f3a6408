import type { Subject } from '../../brief.ts'
import { shelterOf, type Shelter } from '../../staging/shelters.ts'
import { heightOf, row, widthOf, type Binding } from './binding.ts'
import { boundsOfPieces, move, resize, type Troupe } from './troupe.ts'

const PLAIN: Shelter = { room: 0.6, from: 0.07, to: 0.93 }
const isTree = (other: Subject) => /tree|palm/.test(other.art)

// Before a crown a head is still under the tree.
const roomOf = (other: Subject) => (isTree(other) ? 0.62 : (shelterOf(other) ?? PLAIN).room)

const tallestOf = (children: readonly Troupe[]) => Math.max(...children.map(heightOf))
const totalOf = (children: readonly Troupe[]) => children.reduce((sum, child) => sum + widthOf(child), 0)

/** How tall something has to be, so that those under it have room there as they are. */
export function roomyHeight(parent: Troupe, other: Subject, children: readonly Troupe[]): number {
  if (isTree(other)) return tallestOf(children) * 2
  const { from, to } = shelterOf(other) ?? PLAIN
  const wide = (totalOf(children) / (to - from)) * (parent.own.height / parent.own.width)
  return Math.max(tallestOf(children) / roomOf(other), wide) * 1.04
}

// It grows a little, the rest is smaller under it.
function madeToFit({ parent, other, children }: Binding): void {
  const wanted = roomyHeight(parent, other, children)
  const grow = Math.min(isTree(other) ? 1.25 : 1.6, Math.max(1, wanted / parent.own.height))
  parent.own.width *= grow
  parent.own.height *= grow
  const room = parent.own.height * roomOf(other)
  const tallest = tallestOf(children)
  if (tallest > room) for (const child of children) resize(child, room / tallest)
  const { from, to } = shelterOf(other) ?? PLAIN
  // Nobody gets small for the shade: who has no room under a crown sits beside it.
  row(
    children,
    isTree(other) ? Math.max(parent.own.width * 1.3, totalOf(children) * 0.85) : parent.own.width * (to - from),
  )
}

// Beside the stem of a mushroom, so that both are seen; where there are several, on both sides of it.
function asideOf({ parent, other, children }: Binding, total: number): number {
  if (isTree(other)) return parent.own.width * 0.12 + total * 0.3
  const { post, to } = shelterOf(other) ?? PLAIN
  if (!post || children.length > 1) return 0
  return Math.max(0, Math.min(parent.own.width * 0.26, parent.own.width * (to - 0.5) - total / 2))
}

/** Sets the children under their parent, which is as large as that needs. */
export function shelter(binding: Binding): void {
  const { parent, other, children } = binding
  madeToFit(binding)
  const total = totalOf(children)
  // Under a roof on legs or wheels one is between them, not before them.
  const depth = isTree(other) || shelterOf(other)?.post ? 0.02 : -0.015
  // The front of a bed is painted once more, over who lies in it.
  const front = other.art === 'bed'
  let left = parent.own.x - total / 2 + asideOf(binding, total)
  for (const child of children) {
    const box = boundsOfPieces(child.pieces)
    move(child, left - box.left, parent.own.foot + parent.own.height * depth, parent.own.order + (front ? 0.8 : 0.3))
    left += box.right - box.left
  }
}

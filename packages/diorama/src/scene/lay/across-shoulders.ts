import { isSlung } from '../../staging/slung.ts'
import { carriedBy, widthOf, type Binding } from './binding.ts'
import { boundsOfPieces, move, resize } from './troupe.ts'

// How far down the shoulders of who stands upright are, and how broad the load is.
const SHOULDERS = 0.42
const BREADTH = 1.8

/** Lays a lamb across the shoulders of its shepherd, behind the head; says whether it did. */
export function layAcross(binding: Binding): boolean {
  const { parent, other, children, bond, subjectOf } = binding
  const [load, ...more] = children
  const spot = bond.how === 'on' ? bond.spot : undefined
  if (!load || more.length > 0 || !other.kind.startsWith('person') || !isSlung(subjectOf(load), spot)) return false
  resize(load, (parent.own.height * 0.34 * BREADTH) / widthOf(load))
  const box = boundsOfPieces(load.pieces)
  const y = parent.own.foot - parent.own.height * (1 - SHOULDERS)
  move(load, parent.own.x - (box.left + box.right) / 2, y, parent.own.order - 0.2)
  carriedBy(binding, false)
  return true
}

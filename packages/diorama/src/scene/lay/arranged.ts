import type { Arrangement } from '../../thing-looks.ts'
import { carriedBy, heightOf, widthOf, type Binding } from './binding.ts'
import { move, resize, type Troupe } from './troupe.ts'

type Order = (all: readonly Troupe[], art: string) => { x: number; up: number; front: number }[]

// How far one lies into the one below it.
const SETTLED = 0.86

// Boxes are seen from above, each on the lid of the next.
const SEEN_FROM_ABOVE = /^(package|open-box|crate|toy-blocks)$/

function stepOf(first: Troupe, art: string): number {
  if (SEEN_FROM_ABOVE.test(art)) return heightOf(first) * 0.64
  return heightOf(first) * (heightOf(first) > widthOf(first) * 0.8 ? SETTLED : 0.72)
}

const stack: Order = (all, art) => {
  const [first] = all
  const step = first ? stepOf(first, art) : 0
  const wide = first ? widthOf(first) : 0
  return all.map((_, at) => ({ x: at === 0 ? 0 : wide * 0.05 * (at % 2 ? 1 : -1), up: step * at, front: at * 0.01 }))
}

// The rows of a heap from below: as many as make it a triangle.
function rowsOf(count: number): number[] {
  const base = Math.ceil((Math.sqrt(8 * count + 1) - 1) / 2)
  const rows: number[] = []
  for (let left = count, wide = base; left > 0; wide = Math.max(1, wide - 1)) {
    rows.push(Math.min(wide, left))
    left -= Math.min(wide, left)
  }
  return rows
}

const heap: Order = (all) => {
  const [first] = all
  const [wide, tall] = first ? [widthOf(first), heightOf(first)] : [0, 0]
  const rows = rowsOf(all.length)
  const base = rows[0] ?? 1
  const middle = (base - 1) / 2
  return rows
    .flatMap((many, row) =>
      Array.from({ length: many }, (_, at) => ({
        x: (at - (many - 1) / 2) * wide * 0.9,
        up: row * tall * 0.74,
        front: -row * 0.02,
      })),
    )
    .map((place) => ({ ...place, x: place.x + (all.length > 1 ? middle * wide * 0.9 : 0) }))
}

const row: Order = (all) => {
  const wide = Math.max(...all.map(widthOf))
  return all.map((_, at) => ({ x: at * wide * 1.06, up: 0, front: 0 }))
}

const circle: Order = (all) => {
  const wide = Math.max(...all.map(widthOf))
  const radius = (wide * 1.1 * all.length) / (Math.PI * 2)
  return all.map((_, at) => {
    const turn = (at / all.length) * Math.PI * 2
    return { x: radius * Math.sin(turn), up: radius * 0.4 * (Math.cos(turn) + 1), front: -Math.cos(turn) }
  })
}

const ORDERS: Readonly<Record<Arrangement, Order>> = { stack, heap, row, circle }

/** Sets several of one kind in their order; where the first of them is, all of them are. */
export function arranged(binding: Binding): void {
  const { parent, children, bond, other } = binding
  if (bond.how !== 'arranged') return
  const all = [parent, ...children]
  // Two make no heap: one lies on the other.
  const order = bond.order === 'heap' && all.length === 2 ? 'stack' : bond.order
  const places = ORDERS[order](all, other.art)
  const [start = { x: 0, up: 0, front: 0 }] = places
  for (const [at, child] of children.entries()) {
    const place = places[at + 1] ?? start
    move(child, place.x - start.x, start.up - place.up, parent.own.order + place.front - start.front)
  }
  carriedBy(binding, bond.order === 'row' || bond.order === 'circle')
}

/** Things about a fire or a cake stand in a ring, those behind it half hidden. */
export function ring({ parent, children }: Binding): void {
  const wide = Math.max(...children.map(widthOf))
  // Stones about a fire are no boulders.
  const most = parent.own.width * 0.46
  const tall = Math.max(...children.map(heightOf))
  const fit = Math.min(1, most / wide, (parent.own.height * 0.5) / tall)
  for (const child of children) resize(child, fit)
  const radius = parent.own.width * 0.56 + Math.min(wide, most) * 0.4
  for (const [at, child] of children.entries()) {
    const turn = ((at + 0.5) / children.length) * Math.PI * 2
    const depth = Math.cos(turn) * radius * 0.36 + parent.own.height * 0.06
    move(child, Math.sin(turn) * radius, depth, parent.own.order + (depth > 0 ? 0.5 + depth : -0.5 + depth))
  }
}

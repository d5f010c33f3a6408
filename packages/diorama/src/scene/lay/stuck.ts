import { solidOf } from '../../staging/containers.ts'
import { carriedBy, heightOf, row, widthOf, type Binding } from './binding.ts'
import { move, resize, type Troupe } from './troupe.ts'

const inAir = (children: readonly Troupe[]) => {
  for (const child of children) for (const piece of child.pieces) piece.contact = 'air'
}

/** Puts the lower ends of the children into something solid, whose front is painted over them. */
export function stuck(binding: Binding): void {
  const { parent, other, children } = binding
  const { own } = parent
  const { rim, inset } = solidOf(other.art)
  row(children, own.width * (1 - inset * 2) * 1.5)
  const level = own.foot - own.height * (1 - rim)
  const middle = (children.length - 1) / 2
  children.forEach((child, at) => {
    const deep = Math.min(heightOf(child) * 0.24, own.height * 0.3)
    move(child, own.x + (at - middle) * widthOf(child), level + deep, own.order + 0.2)
  })
  carriedBy(binding, false)
  inAir(children)
  parent.pieces.push({ ...own, part: 'front', order: own.order + 0.4, contact: 'air', carrier: own.subject })
}

/** Lets the children lie before an opening as if they had come out of it: the first in it, the others further and further away. */
export function spilling(binding: Binding): void {
  const { parent, children } = binding
  const { own } = parent
  const most = own.width * 0.26
  for (const child of children) resize(child, Math.min(1, most / widthOf(child)))
  children.forEach((child, at) => {
    const out = at === 0 ? 0.3 : 0.5 + at * 0.17
    const back = at % 2 === 0 ? 0.02 : -0.08
    const up = at === 0 ? own.height * 0.3 : 0
    move(child, own.x + own.width * out, own.foot - up - own.height * back, own.order + 0.5 + at * 0.01)
  })
  for (const child of children) for (const piece of child.pieces) if (child === children[0]) piece.contact = 'air'
}

const LENSES = /^(sunglasses|glasses)$/

// On the water before it: the thing stands behind, and its image lies below, head down.
function onWater({ parent, children }: Binding): void {
  const { own } = parent
  row(children, own.width * 0.8)
  const middle = (children.length - 1) / 2
  children.forEach((child, at) => {
    const x = own.x + (at - middle) * widthOf(child) * 1.05
    move(child, x, own.foot - own.height * 0.86, own.order - 0.5)
    const deep = Math.min(own.height * 0.62, heightOf({ ...child, pieces: [child.own] }) * 0.7)
    const image = { ...child.own, faint: 'upside-down' as const, contact: 'air' as const, order: own.order + 0.3 }
    parent.pieces.push({
      ...image,
      height: deep,
      width: child.own.width * 0.86,
      foot: own.foot - own.height * 0.84 + deep,
    })
  })
}

/** Shows the children in a mirror: within its frame, and pale; still water has their image before them. */
export function mirrored(binding: Binding): void {
  const { parent, other, children } = binding
  const { own } = parent
  if (/pool|puddle/.test(other.art)) return onWater(binding)
  const lenses = LENSES.test(other.art)
  row(children, own.width * 0.6)
  for (const child of children) resize(child, Math.min(1, (own.height * 0.56) / heightOf(child)))
  const middle = (children.length - 1) / 2
  children.forEach((child, at) => {
    const aside = lenses ? own.width * 0.25 * (at % 2 ? 1 : -1) : (at - middle) * widthOf(child) * 1.05
    move(child, own.x + aside, own.foot - own.height * 0.2, own.order + 0.2)
    for (const piece of child.pieces) piece.faint = 'upright'
  })
  carriedBy(binding, false)
  inAir(children)
}

/** Balloons over what they are tied to, in a bunch, each on its string. */
export function tied({ parent, children }: Binding): void {
  const { own } = parent
  const knot = { x: own.x, y: own.foot - own.height * 0.94 }
  const perRow = Math.ceil(Math.sqrt(children.length * 1.6))
  children.forEach((child, at) => {
    const wide = widthOf(child)
    const back = Math.floor(at / perRow)
    const many = Math.min(perRow, children.length - back * perRow)
    const aside = (at % perRow) - (many - 1) / 2
    const up = heightOf(child) * (0.7 + back * 0.8 - Math.abs(aside) * 0.12)
    const [x, foot] = [knot.x + aside * wide * 1.02 + (back % 2) * wide * 0.2, knot.y - up]
    move(child, x, foot, own.order + 0.5 - back * 0.05)
    const line = { x: (x + knot.x) / 2, width: Math.max(Math.abs(x - knot.x), wide * 0.06), flip: x > knot.x }
    const height = knot.y - foot + heightOf(child) * 0.08
    child.pieces.push({ ...child.own, ...line, part: 'string', height, foot: knot.y, order: own.order + 0.2 })
    for (const piece of child.pieces) {
      piece.contact = 'air'
      piece.carrier = own.subject
    }
  })
}

import { containerNow, type Container } from '../../staging/containers.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { carriedBy, heightOf, row, widthOf, type Binding } from './binding.ts'
import { move, resize, type Troupe } from './troupe.ts'

const isLying = ({ own }: Troupe) => /^(lie|sleep)$/.test(own.posture ?? own.deed ?? '')

// How deep something is in a container: flowers look out of it, fish swim in the middle, fruit lies over the rim.
function depthIn(container: Container, own: Placement, child: Troupe, kind: string): number {
  const [rim, floor] = [own.height * container.rim, own.height * container.floor]
  const plant = kind.startsWith('plant')
  // Who lies in a basket is flat: most of them looks over its rim.
  const sunk = plant ? 0.16 : isLying(child) ? 0.14 : 0.34
  if (!container.clear) return Math.min(floor, rim + heightOf(child) * sunk)
  return floor - (floor - rim) * (plant ? 0.36 : kind === 'animal-marine' ? 0.3 : 0)
}

const middleOf = ({ x, width }: Placement, { middle = 0.5 }: Container) => x + width * (middle - 0.5)

const isUpright = ({ own }: Troupe) => own.height > own.width * 1.6

// Flowers are as long as their vase and spread over its rim; all else has to fit in, behind glass with its whole height.
function fitIn({ parent: { own }, children, kindOf }: Binding, container: Container, perRow: number): number {
  const room = own.width * (1 - container.inset * 2)
  if (children.every((child) => kindOf(child).startsWith('plant'))) {
    // In a tub they are many small ones, in a vase each is half as broad as that.
    const broad = own.width > own.height * 1.3 ? 0.26 : 0.62
    for (const child of children)
      resize(
        child,
        Math.min(
          (own.height * (container.clear ? 1.05 : 0.8)) / heightOf(child),
          (own.width * broad) / child.own.width,
        ),
      )
    return own.width * 0.36
  }
  // Those who lie nestle against each other.
  const [front, behind] = [children.slice(0, perRow), children.slice(perRow)]
  row(front, room * (children.length > 1 && children.every(isLying) ? 1.6 : 1))
  // What lies over the others is as large as they are; a bottle among bread stands behind it.
  const size = Math.max(...front.map(({ own: { width, height } }) => Math.max(width, height)))
  for (const child of behind)
    resize(child, (size * (isUpright(child) ? 1.7 : 1)) / Math.max(child.own.width, child.own.height))
  const inside = own.height * (container.floor - container.rim)
  if (container.clear) for (const child of children) resize(child, Math.min(1, inside / heightOf(child)))
  return room / Math.max(1, perRow)
}

// Who sits in a teacup sits in a large one: half-way the cup grows, half-way they shrink.
function grown({ parent, children, kindOf }: Binding, container: Container): void {
  const { own } = parent
  const wide = Math.max(...children.map(widthOf))
  const short = wide / (own.width * (1 - container.inset * 2))
  if (short <= 1 || !children.some((child) => /^(animal|person)/.test(kindOf(child)))) return
  const grow = Math.min(2.2, short ** 0.75)
  own.width *= grow
  own.height *= grow
}

// An egg is as large as whoever comes out of it.
function fitShell({ parent, children }: Binding): void {
  const wide = Math.max(...children.map(widthOf))
  resize(parent, (wide * 1.3) / parent.own.width)
}

// In a pool one is as deep as one sits, and the pool as broad as all of them need.
function inPool(binding: Binding, { rim, inset }: Container): void {
  const { parent, children } = binding
  const { own } = parent
  const step = (child: Troupe) => widthOf(child) * 0.86
  const total = children.reduce((sum, child) => sum + step(child), 0)
  resize(parent, Math.max(1, total / (own.width * (1 - inset * 2))))
  const surface = own.foot - own.height * (1 - rim)
  let left = own.x - total / 2
  for (const [at, child] of children.entries()) {
    const deep = isLying(child) ? 0.34 : 0.4
    const back = (at % 2) * own.height * 0.12
    child.own.sunk = deep
    move(child, left + step(child) / 2, surface + child.own.height * deep - back, own.order + 0.4 - (at % 2) * 0.2)
    left += step(child)
  }
  carriedBy(binding, false)
  for (const child of children) for (const piece of child.pieces) piece.contact = 'air'
}

// Up to the neck of a glass: rows of three, one upon the other.
const PER_ROW = 3

function fill({ parent: { own }, children }: Binding, { inset, floor, rim }: Container): void {
  const room = own.width * (1 - inset * 2)
  const rows = Math.ceil(children.length / PER_ROW)
  const high = (own.height * (floor - rim)) / rows
  for (const child of children)
    resize(child, Math.min((room * 1.25) / PER_ROW / child.own.width, (high * 1.5) / heightOf(child)))
  children.forEach((child, at) => {
    const row = Math.floor(at / PER_ROW)
    const many = Math.min(PER_ROW, children.length - row * PER_ROW)
    const column = (at % PER_ROW) - (many - 1) / 2 + (row % 2 ? 0.12 : -0.12)
    const up = own.height * (1 - floor) + row * Math.min(high, heightOf(child) * 0.78)
    move(child, own.x + (column * room) / PER_ROW, own.foot - up, own.order + 0.2 - row * 0.01)
  })
}

// Blossoms of a bunch stand in arcs, the middle ones highest, those behind between those before.
function bunch({ parent: { own }, children: cut, kindOf }: Binding, container: Container): void {
  // Of each kind one after the other.
  const turnOf = (child: Troupe) => cut.filter((one) => one.own.subject === child.own.subject).indexOf(child)
  const children = cut.toSorted((a, b) => turnOf(a) - turnOf(b))
  const perArc = children.length > 4 ? Math.ceil(children.length / 2) : children.length
  children.forEach((child, at) => {
    const back = at >= perArc
    const many = back ? children.length - perArc : perArc
    const place = many > 1 ? ((back ? at - perArc : at) / (many - 1)) * 2 - 1 : 0
    const tall = heightOf(child)
    const up = tall * ((1 - place * place) * 0.24 + (back ? 0.3 : 0))
    // The stems are all within the rim.
    const rim = own.width * (0.5 - container.inset)
    const reach = Math.min(rim + child.own.width * (back ? 0.2 : 0.3), child.own.width * many * 0.42)
    const foot = depthIn(container, own, child, kindOf(child)) - up
    move(
      child,
      middleOf(own, container) + place * reach,
      own.foot - own.height + foot,
      own.order + (back ? 0.1 : 0.2) - Math.abs(place) * 0.05,
    )
  })
}

/** Puts the children into their parent, whose front wall is painted over them. */
export function putIn(binding: Binding): void {
  const { parent, other, kindOf } = binding
  // Bottles and baguettes go in first, behind all else.
  const children = binding.children.toSorted((a, b) => Number(isUpright(a)) - Number(isUpright(b)))
  const container = containerNow(other) ?? { rim: 0.3, depth: 0.1, inset: 0.1, floor: 0.6 }
  if (container.pool) return inPool(binding, container)
  const { own } = parent
  if (other.art === 'egg-shell') fitShell(binding)
  grown(binding, container)
  // Of many, some lie on the others.
  const perRow = children.length > 3 ? Math.ceil(children.length * 0.6) : children.length
  const share = fitIn({ ...binding, children }, container, perRow)
  if (container.clear && children.length > 4 && !kindOf(children[0] as Troupe).startsWith('plant')) {
    fill({ ...binding, children }, container)
  } else if (children.length > 2 && children.every((child) => kindOf(child).startsWith('plant'))) {
    bunch({ ...binding, children }, container)
  } else
    children.forEach((child, at) => {
      const above = at >= perRow
      const column = above ? at - perRow - (children.length - perRow - 1) / 2 : at - (perRow - 1) / 2
      const spread = Math.min(share, child.own.width * 1.02)
      const sits = child.shape.rest * (container.clear ? 0 : 0.6)
      const foot =
        depthIn(container, own, child, kindOf(child)) -
        (above ? heightOf(child) * (isUpright(child) ? 0.1 : 0.62) : 0) +
        sits
      move(
        child,
        middleOf(own, container) + column * spread,
        own.foot - own.height + foot,
        own.order + (above ? 0.1 : 0.2),
      )
    })
  carriedBy(binding, false)
  for (const child of children) for (const piece of child.pieces) piece.contact = 'air'
  parent.pieces.push({ ...own, part: 'front', order: own.order + 0.4, contact: 'air', carrier: own.subject })
}

import type { Subject } from '../../brief.ts'
import { containerOf, type Container } from '../../staging/containers.ts'
import { BACK, shelterOf, supportOf, type Support } from '../../staging/supports.ts'
import type { Bond } from '../../staging/stage-plan.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { COMPANY } from './company.ts'
import { heightOf, spacingOf, widthOf, type Binding } from './binding.ts'
import { boundsOfPieces, mirror, move, resize, type Troupe } from './troupe.ts'

const lives = (subject: Subject) => /^(animal|person)/.test(subject.kind)

function carriedBy({ parent, children }: Binding, ground: boolean): void {
  for (const child of children)
    for (const piece of child.pieces) {
      piece.carrier ??= parent.own.subject
      if (!ground || child.shape.rest > 0) piece.contact = 'air'
    }
}

// Side by side, all as much smaller as the room asks for.
function row(children: readonly Troupe[], room: number): void {
  const total = children.reduce((sum, child) => sum + widthOf(child), 0) * 1.04
  if (total > room) for (const child of children) resize(child, room / total)
}

// On shoulders one sits behind a head.
function isBehind({ bond, kindOf }: Binding, child: Troupe): boolean {
  return kindOf(child).startsWith('person') && bond.how === 'on' && bond.spot === 'shoulders'
}

const isCab = ({ kind, art }: Subject) => kind === 'transport-ground' && !/cycle|scooter|skateboard/.test(art)

function surfaceOf({ parent, other, bond }: Binding): Support & { height: number } {
  const support = supportOf(other.art, other.kind, bond.how === 'on' ? bond.spot : undefined)
  const share = lives(other) && support.y === BACK ? parent.shape.back : support.y
  return { ...support, height: parent.own.foot - parent.own.height * (1 - share) }
}

// A longer fence has more pales, not broader ones; a table is one table.
function widen({ own, pieces }: Troupe, other: Subject, width: number): void {
  const copies = /^(fence|stone-wall)$/.test(other.art) ? Math.round(width / own.width) : 1
  const share = width / copies
  const middle = own.x
  own.width = share
  own.x = middle - width / 2 + share / 2
  for (let at = 1; at < copies; at++)
    pieces.push({ ...own, index: own.index + 100 + at, x: middle - width / 2 + share * (at + 0.5) })
}

function setOn(binding: Binding): void {
  const { parent, other, children, kindOf } = binding
  const surface = surfaceOf(binding)
  const wide = () => children.reduce((sum, child) => sum + widthOf(child), 0)
  const whole = () => boundsOfPieces(parent.pieces.filter(({ subject }) => subject === parent.own.subject))
  const length = () => whole().right - whole().left
  const span = () => length() * (surface.to - surface.from)
  // A mushroom that somebody sits on is a large one.
  const broad = wide() > parent.own.width
  if (broad && !surface.stretches && !lives(other) && !surface.seat && !other.kind.startsWith('place')) {
    const grow = Math.max(1, Math.min(2.4, (wide() / span()) ** 0.75))
    parent.own.width *= grow
    parent.own.height *= grow
    surface.height = surfaceOf(binding).height
  }
  if (surface.stretches) widen(parent, other, parent.own.width * Math.max(1, (wide() * 1.08) / span()))
  // Knees and elbows may reach beyond a seat.
  const over =
    surface.seat && children.length === 1
      ? 2.2
      : other.art === 'roof'
        ? 1.7
        : lives(other) || surface.stretches
          ? 1.3
          : 1.12
  row(children, span() * over)
  const gap = children.length > 1 ? Math.max(0, (span() - wide()) / (children.length + 1)) : 0
  // Looking left, the front of an animal is on the left of its drawing.
  const middle = (whole().left + whole().right) / 2 + length() * ((surface.from + surface.to) / 2 - 0.5)
  let left = middle - (wide() + gap * (children.length - 1)) / 2
  for (const child of children) {
    // The pillow is on the left of a bed; who lies is drawn with the head on the right.
    if (other.art === 'bed' && /^(lie|sleep)$/.test(child.own.posture ?? '')) mirror(child.pieces)
    const box = boundsOfPieces(child.pieces)
    const behindIt = isBehind(binding, child)
    // Who drives sits at the window, not on the roof.
    const low = isCab(other) && kindOf(child).startsWith('person') ? parent.own.height * 0.34 : 0
    const y = surface.height + child.shape.rest + low
    move(child, left - box.left, y, parent.own.order + (behindIt ? -0.5 : 0.5))
    left += box.right - box.left + gap
  }
  carriedBy(binding, !lives(other))
  if (other.art === 'bed')
    parent.pieces.push({ ...parent.own, part: 'front', order: parent.own.order + 0.7, contact: 'air' })
}

function ride(binding: Binding): void {
  const { parent, other, children } = binding
  const wheeled = other.kind.startsWith('transport')
  const y = parent.own.foot - parent.own.height * (1 - (parent.own.posture ? parent.shape.back : wheeled ? 0.3 : 0.38))
  row(children, parent.own.width * 0.9)
  children.forEach((child, at) =>
    move(child, parent.own.x + parent.own.width * (0.06 + at * 0.2), y + child.shape.rest, parent.own.order + 0.5),
  )
  carriedBy(binding, false)
}

// How deep something is in a container: flowers look out of it, fish swim in the middle, fruit lies over the rim.
function depthIn(container: Container, own: Placement, child: Troupe, kind: string): number {
  const [rim, floor] = [own.height * container.rim, own.height * container.floor]
  const plant = kind.startsWith('plant')
  if (!container.clear) return Math.min(floor, rim + heightOf(child) * (plant ? 0.16 : 0.34))
  return floor - (floor - rim) * (plant ? 0.36 : kind === 'animal-marine' ? 0.3 : 0)
}

// Flowers are as long as their vase and spread over its rim; all else has to fit in, behind glass with its whole height.
function fitIn({ parent: { own }, children, kindOf }: Binding, container: Container, perRow: number): number {
  const room = own.width * (1 - container.inset * 2)
  if (children.every((child) => kindOf(child).startsWith('plant'))) {
    for (const child of children) resize(child, (own.height * 0.8) / heightOf(child))
    return own.width * 0.36
  }
  row(children.slice(0, perRow), room)
  const size = children[0]?.own.width ?? 0
  for (const child of children.slice(perRow)) resize(child, size / Math.max(size * 0.2, child.own.width))
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

function putIn(binding: Binding): void {
  const { parent, other, children, kindOf } = binding
  const container = containerOf(other.art) ?? { rim: 0.3, depth: 0.1, inset: 0.1, floor: 0.6 }
  const { own } = parent
  grown(binding, container)
  // Of many, some lie on the others.
  const perRow = children.length > 3 ? Math.ceil(children.length * 0.6) : children.length
  const share = fitIn(binding, container, perRow)
  children.forEach((child, at) => {
    const above = at >= perRow
    const column = above ? at - perRow - (children.length - perRow - 1) / 2 : at - (perRow - 1) / 2
    const spread = Math.min(share, child.own.width * 1.02)
    const sits = child.shape.rest * (container.clear ? 0 : 0.6)
    const foot = depthIn(container, own, child, kindOf(child)) - (above ? heightOf(child) * 0.62 : 0) + sits
    move(child, own.x + column * spread, own.foot - own.height + foot, own.order + (above ? 0.1 : 0.2))
  })
  carriedBy(binding, false)
  for (const child of children) for (const piece of child.pieces) piece.contact = 'air'
  parent.pieces.push({ ...own, part: 'front', order: own.order + 0.4, contact: 'air', carrier: own.subject })
}

function shelter({ parent, other, children }: Binding): void {
  const share = shelterOf(other.art) ?? 0.6
  const tallest = Math.max(...children.map(heightOf))
  // Before a crown a head is still under the tree.
  const tree = /tree|palm/.test(other.art)
  const room = parent.own.height * (tree ? 0.62 : share)
  if (tallest > room) {
    // The table grows a little, the rest is smaller under it.
    const grow = Math.min(tree ? 1.25 : 1.5, tallest / room)
    parent.own.width *= grow
    parent.own.height *= grow
    for (const child of children) resize(child, Math.min(1, (room * grow) / tallest))
  }
  row(children, parent.own.width * 0.86)
  const total = children.reduce((sum, child) => sum + widthOf(child), 0)
  const aside = tree ? parent.own.width * 0.12 + total * 0.3 : 0
  let left = parent.own.x - total / 2 + aside
  for (const child of children) {
    const box = boundsOfPieces(child.pieces)
    move(child, left - box.left, parent.own.foot + parent.own.height * 0.02, parent.own.order + 0.3)
    left += box.right - box.left
  }
}

const LOW = /^(fence|stone-wall|rock|wood|table|sofa|bench)$/

function behind({ parent, other, children }: Binding): void {
  const low = LOW.test(other.art)
  const middle = parent.own.x
  const total = children.reduce((sum, child) => sum + widthOf(child), 0)
  // One looks over a fence that is as long as that needs.
  if (low && supportOf(other.art, other.kind).stretches) widen(parent, other, Math.max(parent.own.width, total * 1.4))
  children.forEach((child, at) => {
    if (low) {
      const x = middle + total * ((at + 0.5) / children.length - 0.5)
      const foot = parent.own.foot - Math.min(parent.own.height * 0.5, heightOf(child) * 0.1)
      return move(child, x, foot, parent.own.order - 1)
    }
    // Those before it stand more to the right.
    const side = at % 2 === 0 ? -1 : 1
    const aside = (parent.own.width * 0.34 + widthOf(child) * 0.16) * side
    move(child, middle + aside, parent.own.foot - parent.own.height * 0.03, parent.own.order - 1)
  })
}

// What one goes through is in the middle of it; a door, a trunk and most of a house stay free.
function asideOf({ parent, other }: Binding, total: number): number {
  if (/^(tunnel|bridge|door)$|arch|gate/.test(other.art)) return 0
  if (/tree|palm/.test(other.art)) return parent.own.width * 0.4
  return total < parent.own.width * 0.75 ? parent.own.width * 0.3 : 0
}

function before(binding: Binding): void {
  const { parent, other, children } = binding
  // What one comes out of is larger than oneself.
  const tallest = Math.max(...children.map(heightOf))
  if (other.art === 'tunnel' && parent.own.height < tallest * 1.4) resize(parent, (tallest * 1.4) / parent.own.height)
  const spaced = spacingOf(children)
  const total = spaced.reduce((sum, { step }) => sum + step, 0)
  let left = parent.own.x - total / 2 + asideOf(binding, total)
  for (const { child, step, back } of spaced) {
    const box = boundsOfPieces(child.pieces)
    const foot = parent.own.foot + parent.own.height * 0.07 - back
    move(child, left + step / 2 - (box.left + box.right) / 2, foot, parent.own.order + 1 - back)
    left += step
  }
}

const TALLER = 1.6

// Half-way up, before the trunk or the rungs; what is climbed is larger than who climbs it.
function climbing(binding: Binding): void {
  const { parent, other, children } = binding
  const tallest = Math.max(...children.map(heightOf))
  if (parent.own.height < tallest * TALLER) {
    const grow = Math.min(1.5, (tallest * TALLER) / parent.own.height)
    parent.own.width *= grow
    parent.own.height *= grow
    for (const child of children) resize(child, Math.min(1, parent.own.height / (tallest * TALLER)))
  }
  children.forEach((child, at) => {
    const box = boundsOfPieces(child.pieces)
    // The trunk is before the hands of who climbs, and those look left.
    const trunk = parent.own.x + parent.own.width * (other.art === 'palm-tree' ? 0.12 : 0.02)
    const x = trunk - box.left - (box.right - box.left) * 0.2
    const up = parent.own.height * (0.24 + 0.2 * at)
    move(child, x, parent.own.foot - up, parent.own.order + 0.5)
  })
  carriedBy(binding, false)
}

function above({ parent, children }: Binding): void {
  for (const [at, child] of children.entries()) {
    const box = boundsOfPieces(child.pieces)
    const jumps = child.own.posture === 'jump'
    // Right over it when jumping; else nearer to the eye, above and a little aside, so that both are seen.
    const small = box.right - box.left < parent.own.width * 0.8
    // Several fly one behind the other, each a little higher.
    const apart = at * (box.right - box.left)
    const aside = jumps ? 0 : -(parent.own.width * (small ? 0.2 : 0.4) + (box.right - box.left) * 0.2)
    const high = jumps ? parent.own.height + box.top * 0.2 : parent.own.height * (small ? 1.08 : 0.72)
    const y = parent.own.foot - high - Math.max(0, box.bottom) - apart * 0.3
    move(child, parent.own.x + aside + apart * 1.1, y, parent.own.order + 0.6)
    for (const piece of child.pieces) piece.contact = 'air'
  }
}

// In the claws of a bird, in the mouth of anybody else.
function carried(binding: Binding): void {
  const { parent, other, children } = binding
  const bird = other.kind === 'animal-bird'
  for (const child of children) {
    const box = boundsOfPieces(child.pieces)
    const tall = box.bottom - box.top
    // Small enough for a mouth, large enough to be seen.
    const fit = Math.max(0.26, Math.min(0.5, tall / parent.own.height))
    resize(child, (parent.own.height * fit) / tall)
    const high = -boundsOfPieces(child.pieces).top
    const x = parent.own.x - parent.own.width * (bird ? 0.18 : 0.44)
    const y = bird ? parent.own.foot + high * 0.72 : parent.own.foot - parent.own.height * 0.4
    move(child, x, y, parent.own.order + (bird ? -0.2 : 0.3))
  }
  carriedBy(binding, false)
}

// Under a boat is deeper in the water, nearer to the eye.
function below({ parent, children }: Binding): void {
  for (const child of children) {
    move(child, parent.own.x, parent.own.foot + heightOf(child) * 0.62, parent.own.order + 1)
    for (const piece of child.pieces) piece.contact = 'air'
  }
}

const BINDERS: Record<Bond['how'], (binding: Binding) => void> = {
  on: setOn,
  in: putIn,
  carried,
  below,
  under: shelter,
  behind,
  before,
  over: above,
  ridden: ride,
  climbing,
  ...COMPANY,
}

/** Places the children of one bond about their parent, and makes them part of its troupe. */
export function bind(binding: Binding): void {
  BINDERS[binding.bond.how](binding)
  for (const child of binding.children) binding.parent.pieces.push(...child.pieces)
}

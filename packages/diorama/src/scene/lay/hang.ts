import type { Subject } from '../../brief.ts'
import { heightOf, widthOf, type Binding } from './binding.ts'
import { move, resize, type Troupe } from './troupe.ts'

const isTall = ({ art, kind }: Subject) => /tree|palm|lamp/.test(art) || kind.startsWith('place')
const isThin = ({ art }: Subject) => /^(branch|shelf|wire)$/.test(art)
const isHook = ({ art }: Subject) => /^(wall-hook|hook|nail|hanger|coat-rack)$/.test(art)

// Where the drops fall; the tap itself is on a wall.
function underTap({ own }: Troupe, child: Troupe): void {
  own.contact = 'air'
  move(child, own.x + own.width * (own.flip ? -0.24 : 0.24), own.foot + heightOf(child) * 0.96, own.order + 0.4)
}

// A dress on a dressmaker's dummy is on its shoulders and down to its stand.
function putOn({ own }: Troupe, child: Troupe): void {
  resize(child, (own.height * 0.62) / heightOf(child))
  move(child, own.x, own.foot - own.height * 0.86 + heightOf(child), own.order + 0.4)
}

// A coat on a hook hides its lower end; a nail is no larger than what it carries lets it be.
function hangOn(parent: Troupe, child: Troupe): void {
  const { own } = parent
  if (own.height > heightOf(child) * 0.5) resize(parent, (heightOf(child) * 0.5) / own.height)
  move(child, own.x, own.foot - own.height * 0.5 + heightOf(child), own.order + 0.4)
  for (const piece of parent.pieces) if (piece === own) piece.contact = 'air'
}

// From a tree or a house it hangs at the side, half-way up, and never down to the ground.
function hangHigh(parent: Troupe, child: Troupe, at: number): void {
  resize(child, Math.min(1, (parent.own.height * 0.5) / heightOf(child)))
  const x = parent.own.x + parent.own.width * (0.28 - 0.26 * at)
  move(child, x, parent.own.foot - parent.own.height * 0.56 + heightOf(child), parent.own.order + 0.5)
}

// At the lower end of a vine that comes from above the picture.
function onVine(parent: Troupe, child: Troupe): void {
  const tall = heightOf(child)
  parent.own.width = tall * 1.2
  parent.own.height = tall * 2.6
  move(child, parent.own.x + widthOf(child) * 0.12, parent.own.foot - tall * 0.16, parent.own.order + 0.5)
}

// By the hands from a branch; what has none, by a string that is seen.
function hangFrom({ parent, children, kindOf }: Binding, child: Troupe, at: number): void {
  const { own } = parent
  const alive = /^(animal|person)/.test(kindOf(child))
  const bar = own.foot - own.height * 0.48
  const long = alive ? -heightOf(child) * 0.06 : Math.max(heightOf(child) * 0.25, own.height * 0.4)
  const x = own.x + (at - (children.length - 1) / 2) * widthOf(child) * 1.3
  move(child, x, bar + long + heightOf(child), own.order + 1)
  if (alive) return
  const line = { ...child.own, part: 'rope' as const, width: Math.min(widthOf(child) * 0.2, long * 0.3), height: long }
  child.pieces.push({ ...line, foot: bar + long, order: own.order + 0.9 })
}

// Where the hook of a crane is in its drawing; of what flies, below its middle.
const hookOf = ({ own }: Troupe, { art }: Subject) =>
  art === 'tower-crane'
    ? { x: own.x + own.width * 0.31, y: own.foot - own.height * 0.78, most: own.width * 0.42 }
    : { x: own.x, y: own.foot - own.height * 0.04, most: own.width * 0.9 }

const isHoist = ({ art, kind }: Subject) => kind === 'transport-air' || /^(tower-crane|airship)$/.test(art)

// At the end of a rope, which is seen.
function slung({ parent, other, children }: Binding): void {
  const hook = hookOf(parent, other)
  for (const child of children) {
    resize(child, Math.min(1, hook.most / widthOf(child)))
    const long = Math.max(heightOf(child) * 0.7, parent.own.height * (other.art === 'tower-crane' ? 0.3 : 0.34))
    move(child, hook.x, hook.y + long + heightOf(child), parent.own.order + 0.4)
    const line = {
      ...child.own,
      part: 'rope' as const,
      width: Math.min(widthOf(child) * 0.5, long * 0.8),
      height: long,
    }
    child.pieces.push({ ...line, foot: hook.y + long, order: parent.own.order + 0.3 })
    for (const piece of child.pieces) {
      piece.contact = 'air'
      piece.carrier ??= parent.own.subject
    }
  }
}

// What carries in a way of its own.
function byItself(other: Subject): ((parent: Troupe, child: Troupe) => void) | undefined {
  if (other.art === 'hanging-vine') return onVine
  if (isHook(other)) return hangOn
  if (other.art === 'mannequin') return putOn
  return other.art === 'water-tap' ? underTap : undefined
}

/** Hangs the children from a branch, a tree or a crane; under a boat is deeper in the water, nearer to the eye. */
export function below(binding: Binding): void {
  const { parent, other, children } = binding
  if (isHoist(other)) return slung(binding)
  for (const [at, child] of children.entries()) {
    const own = byItself(other)
    if (own) own(parent, child)
    else if (isTall(other)) hangHigh(parent, child, at)
    else if (isThin(other)) hangFrom(binding, child, at)
    // Deeper in the water under a boat.
    else move(child, parent.own.x, parent.own.foot + heightOf(child) * 0.94, parent.own.order + 1)
    for (const piece of child.pieces) {
      if (other.art !== 'water-tap') piece.contact = 'air'
      if (isThin(other) || isTall(other) || other.art === 'hanging-vine') piece.carrier ??= parent.own.subject
    }
  }
}

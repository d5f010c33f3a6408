import type { Subject } from '../../brief.ts'
import type { Point } from '../draw/shapes.ts'
import { carriedBy, heightOf, widthOf, type Binding } from './binding.ts'
import { jointAt } from './joints-of.ts'
import { move, resize, type Troupe } from './troupe.ts'

// The mouth, or the end of the trunk, of drawings that look left, in shares of their box.
const MOUTHS: readonly [RegExp, readonly [x: number, y: number]][] = [
  [/^dragon$/, [0.06, 0.27]],
  [/^elephant$/, [0.17, 0.78]],
  [/^t-rex$/, [0.05, 0.26]],
  [/^whale$/, [0.02, 0.45]],
  [/^(cat|black-cat|snake|camel)$/, [0.03, 0.33]],
  [/./, [0.05, 0.38]],
]

// How long it is beside who breathes it, and at which height of its right end it begins.
const BREATHS: Readonly<Record<string, { long: number; from: number }>> = {
  'fire-breath': { long: 0.8, from: 0.5 },
  'water-jet': { long: 0.7, from: 0.72 },
  'hose-jet': { long: 0.8, from: 0.6 },
  'bubble-trail': { long: 0.5, from: 0.94 },
  'smoke-puff': { long: 0.4, from: 0.94 },
}

function sourceOf({ own }: Troupe, other: Subject, art: string): Point {
  const person = jointAt(own, other, ({ near, far, head }) => {
    if (art === 'hose-jet') return near.hand.x > far.hand.x ? near.hand : far.hand
    return { x: head.x + 18, y: head.y + 27 }
  })
  if (person) return person
  const [across, down] = MOUTHS.find(([name]) => name.test(other.art))?.[1] ?? [0.05, 0.38]
  const side = (across - 0.5) * own.width
  return { x: own.x + (own.flip ? -side : side), y: own.foot - own.height * (1 - down) }
}

/** What is breathed, sprayed or blown begins at the mouth, the trunk or the hose, and goes where its owner looks. */
export function breathed(binding: Binding): void {
  const { parent, other, children, artOf } = binding
  for (const child of children) {
    const { long, from } = BREATHS[artOf(child)] ?? { long: 0.5, from: 0.5 }
    resize(child, (Math.max(parent.own.height, parent.own.width * 0.8) * long) / widthOf(child))
    const { x, y } = sourceOf(parent, other, artOf(child))
    move(child, x - widthOf(child) / 2, y + heightOf(child) * (1 - from), parent.own.order + 0.6)
  }
  carriedBy(binding, false)
}

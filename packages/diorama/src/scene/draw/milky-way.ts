import { hasFeature } from '../../places.ts'
import { alpha } from '../colour.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { reach } from './reach.ts'

const STARS = 700
const MISTS = 46
const TINTS = ['#8fa4e8', '#b79be6', '#e7c6d8', '#7fc0e0'] as const

/** The milky way: a slanting band of mist and many small stars, behind everything on the ground. */
export function milkyWayParts(stage: Stage, horizon: number): Part[] {
  if (!hasFeature(stage.brief, 'milky-way')) return []
  const { unit } = stage
  const { from, to } = reach(stage)
  const wide = to - from
  // Along the band, and across it: thick in the middle, as a bell is.
  const spotOf = (along: number, across: number) => ({
    x: from + wide * (0.08 + along * 0.84) + across * unit * 6,
    y: horizon * (0.86 - along * 0.86) + across * unit * 9,
  })
  return [
    {
      kind: 'sheet',
      role: 'glow',
      depth: 0.02,
      left: from,
      right: to,
      top: 0,
      bottom: horizon,
      draw(context) {
        const random = stage.random.fork('milky way')
        const bell = () => random.next() + random.next() + random.next() - 1.5
        for (let i = 0; i < MISTS; i++) {
          const { x, y } = spotOf(i / MISTS, bell() * 0.5)
          const size = unit * random.between(7, 14)
          const mist = context.createRadialGradient(x, y, 0, x, y, size)
          const tint = TINTS[i % TINTS.length] ?? TINTS[0]
          mist.addColorStop(0, alpha(tint, 0.34))
          mist.addColorStop(1, alpha(tint, 0))
          context.fillStyle = mist
          context.fillRect(x - size, y - size, size * 2, size * 2)
        }
        for (let i = 0; i < STARS; i++) {
          const { x, y } = spotOf(random.next(), bell())
          const size = unit * random.between(0.1, 0.3)
          context.fillStyle = alpha('#ffffff', random.between(0.35, 0.95))
          context.fillRect(x, y, size, size)
        }
      },
    },
  ]
}

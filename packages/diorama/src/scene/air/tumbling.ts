import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Colour } from '../colour.ts'
import { materialsOf } from '../materials.ts'
import { STYLES } from '../styles/styles.ts'
import type { Live } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { crowd } from './crowd.ts'
import { scatter, whereIs } from './drift.ts'

const CONFETTI = ['#ff5d73', '#ffc93c', '#4ecdc4', '#5b8cff', '#b37feb', '#7ed957'] as const

function leafShape(context: SKRSContext2D, size: number): void {
  context.beginPath()
  context.moveTo(0, -size)
  context.quadraticCurveTo(size * 0.8, -size * 0.2, 0, size)
  context.quadraticCurveTo(-size * 0.8, -size * 0.2, 0, -size)
  context.fill()
}

function petalShape(context: SKRSContext2D, size: number): void {
  context.beginPath()
  context.moveTo(0, size)
  context.bezierCurveTo(-size * 1.1, 0, -size * 0.6, -size, 0, -size * 0.6)
  context.bezierCurveTo(size * 0.6, -size, size * 1.1, 0, 0, size)
  context.fill()
}

function strip(context: SKRSContext2D, size: number): void {
  context.fillRect(-size * 0.4, -size * 0.7, size * 0.8, size * 1.4)
}

function tumbling(
  stage: Stage,
  name: string,
  options: {
    count: number
    size: number
    fall: number
    colours: readonly Colour[]
    shape: (context: SKRSContext2D, size: number) => void
  },
): Live {
  const motes = scatter(stage.random.fork(name), crowd(stage, options.count), {
    ...stage,
    size: options.size,
    fall: options.fall,
    sway: stage.unit * 6,
  })
  const colours = options.colours.map((colour) => STYLES[stage.brief.style].live(colour))
  return {
    kind: 'live',
    depth: 1.2,
    draw(context, second) {
      for (const mote of motes) {
        const { x, y } = whereIs(mote, stage.clock, second, stage.height)
        const flip = stage.clock.wave(second, mote.period * 0.6, mote.phase)
        context.save()
        context.translate(x, y)
        context.rotate(mote.phase * 6.3 + 0.9 * stage.clock.wave(second, mote.period, mote.phase + 0.2))
        context.scale(1, 0.35 + 0.65 * Math.abs(flip))
        context.fillStyle = colours[Math.floor(mote.tone * colours.length)] ?? '#ffffff'
        options.shape(context, mote.size)
        context.restore()
      }
    },
  }
}

/** Falling leaves of the season. */
export function leaves(stage: Stage): Live {
  const colours = materialsOf(stage.season).leaves.map((colour) => stage.light.lit(colour))
  return tumbling(stage, 'leaves', {
    count: 52,
    size: stage.unit * 2.6,
    fall: stage.unit * 8,
    colours,
    shape: leafShape,
  })
}

/** Falling petals. */
export function petals(stage: Stage): Live {
  const colours = ['#ffc2d4', '#ffdbe6', '#f9a8c0'].map((colour) => stage.light.lit(colour))
  return tumbling(stage, 'petals', {
    count: 60,
    size: stage.unit * 1.9,
    fall: stage.unit * 6,
    colours,
    shape: petalShape,
  })
}

/** Falling strips of coloured paper. */
export function confetti(stage: Stage): Live {
  return tumbling(stage, 'confetti', {
    count: 90,
    size: stage.unit * 1.9,
    fall: stage.unit * 11,
    colours: CONFETTI,
    shape: strip,
  })
}

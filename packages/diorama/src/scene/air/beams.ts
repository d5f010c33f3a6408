import type { Live } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { speck } from './speck.ts'
import { drifting } from './drift.ts'

const BEAMS = 7

/** Shafts of light that fall aslant through leaves, clouds or a window. */
export function rays(stage: Stage): Live {
  const { width, height, light, clock } = stage
  const random = stage.random.fork('rays')
  const beams = Array.from({ length: BEAMS }, (_, i) => ({
    top: width * (0.2 + (i / BEAMS) * 0.95 + random.between(-0.03, 0.03)),
    wide: width * random.between(0.03, 0.07),
    strength: random.between(0.6, 1),
    phase: random.next(),
  }))
  const lean = width * 0.34
  const colour = light.dark ? '190,210,255' : '255,240,190'
  return {
    kind: 'live',
    depth: 1.05,
    draw(context, second) {
      context.globalCompositeOperation = 'screen'
      for (const { top, wide, strength, phase } of beams) {
        const fade = context.createLinearGradient(top, 0, top - lean, height)
        const bright = strength * (0.5 + 0.06 * clock.wave(second, 5, phase))
        fade.addColorStop(0, `rgba(${colour},${bright})`)
        fade.addColorStop(0.75, `rgba(${colour},${bright * 0.42})`)
        fade.addColorStop(1, `rgba(${colour},0)`)
        context.fillStyle = fade
        context.beginPath()
        context.moveTo(top - wide * 0.4, -height * 0.05)
        context.lineTo(top + wide * 0.6, -height * 0.05)
        context.lineTo(top - lean + wide * 1.7, height)
        context.lineTo(top - lean - wide * 0.9, height)
        context.fill()
      }
      context.globalCompositeOperation = 'source-over'
    },
  }
}

/** Dust that hangs in the light. */
export function motes(stage: Stage): Live {
  const { unit } = stage
  const dust = {
    name: 'motes',
    count: 120,
    size: unit * 1.7,
    fall: -unit * 0.8,
    sway: unit * 3,
    depth: 1.1,
    grain: speck('#fff2c8', 0.3),
  }
  return drifting(stage, dust, ({ tone }, at) => ({ ...at, opacity: 0.45 + 0.5 * tone }))
}

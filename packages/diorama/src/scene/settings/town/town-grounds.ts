import { alpha, mix } from '../../colour.ts'
import { flatGround } from '../../draw/ground.ts'
import { pavingJoints } from '../../draw/paving-joints.ts'
import { reach } from '../../draw/reach.ts'
import type { Part } from '../../layers.ts'
import type { Stage } from '../../stage.ts'

/** What lies on the ground before houses where it is no pavement with a road. */
export type GroundKind = 'cobbles' | 'dirt' | 'flags' | 'asphalt' | 'platform'

const TONES: Record<GroundKind, readonly [far: string, near: string]> = {
  cobbles: ['#c9bca8', '#9a8c7c'],
  dirt: ['#d8b483', '#b58c5c'],
  flags: ['#ddcba8', '#b89f7c'],
  asphalt: ['#8d9298', '#5f656d'],
  platform: ['#c4bdb4', '#928a82'],
}

function stones(context: Parameters<typeof flatGround>[0], stage: Stage, top: number): void {
  const { unit, light, height, width } = stage
  const { from, to } = reach(stage)
  const random = stage.random.fork('cobbles')
  for (let row = 0, y = top; y < height + stage.margin; row++) {
    const near = (y - top) / (height - top)
    const tall = unit * (0.9 + near * 1.6)
    const wide = tall * 2
    const shift = row % 2 ? wide / 2 : 0
    for (let x = width / 2 - Math.ceil((width / 2 - from) / wide) * wide + shift; x < to; x += wide) {
      context.fillStyle = alpha(random.chance(0.5) ? '#ffffff' : light.shadow, random.between(0.03, 0.14))
      context.beginPath()
      context.ellipse(x, y + tall / 2, wide * 0.44, tall * 0.4, 0, 0, Math.PI * 2)
      context.fill()
    }
    y += tall
  }
}

/** The ground from `top` down, of what it is laid with. */
export function townGround(stage: Stage, top: number, kind: GroundKind): Part {
  const { unit, light } = stage
  const { from, to } = reach(stage)
  const white = stage.season === 'winter'
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.9,
    top,
    solidFrom: top,
    draw(context) {
      const tone = (colour: string) => light.lit(white ? mix(colour, '#f4f8fc', 0.72) : colour, 0.04)
      flatGround(context, stage, top, [tone(TONES[kind][0]), tone(TONES[kind][1])])
      if (kind === 'cobbles') stones(context, stage, top)
      if (kind === 'flags' || kind === 'platform') pavingJoints(context, stage, { top, near: 13, far: 7, bend: 1.6 })
      if (kind === 'platform') {
        context.fillStyle = tone('#f2c84a')
        context.fillRect(from, top + unit * 2, to - from, unit * 1.1)
        context.fillStyle = tone('#e8e2d8')
        context.fillRect(from, top, to - from, unit * 0.8)
      }
      if (kind === 'asphalt') {
        context.fillStyle = alpha(light.lit('#f7f4ea'), 0.8)
        for (let i = -6; i <= 6; i++) {
          const x = stage.width / 2 + i * unit * 17
          context.beginPath()
          context.moveTo(x, top + unit * 4)
          context.lineTo(x + unit * 0.7, top + unit * 4)
          context.lineTo(x + unit * (1.2 + i * 3), top + unit * 15)
          context.lineTo(x + unit * (i * 3), top + unit * 15)
          context.fill()
        }
      }
    },
  }
}

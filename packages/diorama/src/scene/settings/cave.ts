import { hasFeature } from '../../places.ts'
import { alpha, mix } from '../colour.ts'
import { openSky } from '../draw/open-sky.ts'
import { reach } from '../draw/reach.ts'
import { blob, glow, type Point, polygon } from '../draw/shapes.ts'
import { hillSheet, mountainSheet, rolling } from '../draw/terrain.ts'
import { materialsOf } from '../materials.ts'
import { fbm } from '../random.ts'
import type { Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import type { SettingOf } from './setting.ts'

/** Rock all about an opening in the middle of the picture. */
export function mouth(stage: Stage, name: string, options: { share: number; colour: string; depth: number }): Sheet {
  const { width, height, unit } = stage
  const { from, to } = reach(stage)
  return {
    kind: 'sheet',
    role: 'land',
    depth: options.depth,
    shadow: 2.4,
    draw(context) {
      const seed = stage.random.fork(name).int(1, 1e6)
      context.fillStyle = options.colour
      context.fillRect(from, -stage.margin, to - from, height + stage.margin * 2)
      const points: Point[] = Array.from({ length: 44 }, (_, k) => {
        const angle = (k / 44) * Math.PI * 2
        const rough = 0.82 + fbm(seed, Math.cos(angle) * 2 + 4, Math.sin(angle) * 2 + 4, 3) * 0.36
        return {
          x: width / 2 + Math.cos(angle) * width * options.share * rough,
          y: height * 0.5 + Math.sin(angle) * height * options.share * 1.02 * rough,
        }
      })
      context.globalCompositeOperation = 'destination-out'
      blob(context, points)
      context.fill()
      context.globalCompositeOperation = 'source-atop'
      const random = stage.random.fork(`${name}rock`)
      for (let i = 0; i < 40; i++) {
        context.fillStyle = alpha(random.chance(0.5) ? '#000010' : '#ffffff', 0.05)
        const x = random.between(from, to)
        const y = random.between(0, height)
        polygon(context, [
          { x: x, y: y },
          { x: x + unit * random.between(4, 14), y: y + unit * random.between(-5, 5) },
          { x: x + unit * random.between(0, 9), y: y + unit * random.between(4, 14) },
        ])
        context.fill()
      }
      context.globalCompositeOperation = 'source-over'
    },
  }
}

function crystals(stage: Stage, floor: number): Sheet {
  const { unit, width } = stage
  return {
    kind: 'sheet',
    role: 'land',
    depth: 1.05,
    top: floor - unit * 22,
    shadow: 1,
    draw(context) {
      const random = stage.random.fork('crystals')
      for (let i = 0; i < 14; i++) {
        const side = i % 2 === 0 ? 0 : 1
        const x = side * width + (side ? -1 : 1) * random.between(0, 0.2) * width
        const foot = floor + unit * random.between(2, 9)
        const tall = unit * random.between(5, 14)
        const tone = random.pick(['#7fd8e8', '#b79af0', '#8ff0c8', '#f0a8d8'])
        const lean = (side ? -1 : 1) * tall * random.between(0, 0.35)
        glow(context, { x: x + lean, y: foot - tall * 0.6, radius: tall * 0.9 }, alpha(tone, 0.28), alpha(tone, 0))
        context.fillStyle = tone
        polygon(context, [
          { x: x - tall * 0.14, y: foot },
          { x: x + lean - tall * 0.1, y: foot - tall * 0.8 },
          { x: x + lean, y: foot - tall },
          { x: x + lean * 0.9, y: foot },
        ])
        context.fill()
        context.fillStyle = mix(tone, '#1a1440', 0.35)
        polygon(context, [
          { x: x + lean * 0.9, y: foot },
          { x: x + lean, y: foot - tall },
          { x: x + lean + tall * 0.1, y: foot - tall * 0.78 },
          { x: x + tall * 0.15, y: foot },
        ])
        context.fill()
      }
    },
  }
}

// From above, where crystals would grow from below.
function icicles(stage: Stage): Sheet {
  const { unit, width } = stage
  return {
    kind: 'sheet',
    role: 'land',
    depth: 1.2,
    bottom: unit * 26,
    shadow: 1,
    draw(context) {
      const random = stage.random.fork('icicles')
      for (let i = 0; i < 30; i++) {
        const x = ((i + random.next()) / 30) * width
        const aside = Math.abs(x / width - 0.5) * 2
        const [wide, long] = [unit * random.between(0.9, 1.9), unit * random.between(5, 11) * (0.7 + aside)]
        context.fillStyle = alpha(random.chance(0.5) ? '#dff4ff' : '#a8def6', 0.92)
        polygon(context, [
          { x: x - wide, y: -unit },
          { x: x + wide, y: -unit },
          { x, y: long },
        ])
        context.fill()
      }
    },
  }
}

/** Inside a cave, looking out at the land. */
export const cave: SettingOf = (stage, plan) => {
  const { unit, light } = stage
  const materials = materialsOf(stage.season)
  // In a glacier the walls let the light through.
  const icy = hasFeature(stage.brief, 'ice-cave')
  const rock = icy ? light.lit('#8fd0ee') : mix(light.lit('#8a7c98'), '#1c1434', 0.16)
  const far = rolling(stage, 'far', plan.horizon + unit * 2, unit * 5, 40)
  const floor = rolling(stage, 'floor', plan.floor - unit * 6, unit * 3, 40)
  const heaven = openSky(stage, { horizon: plan.horizon, sun: plan.light })
  return {
    ...heaven,
    near: [
      ...heaven.near,
      mountainSheet(stage, {
        name: 'peaks',
        base: plan.horizon + unit * 2,
        height: unit * 22,
        colour: materials.rock,
        distance: 0.6,
        depth: 0.2,
        snow: true,
        lightX: plan.light.x,
      }),
      hillSheet(stage, far, { colour: light.lit(materials.grassFar, 0.4), depth: 0.3, crest: plan.horizon - unit * 4 }),
      mouth(stage, 'mouth0', { share: 0.38, colour: mix(rock, light.haze, 0.3), depth: 0.5 }),
      mouth(stage, 'mouth1', {
        share: 0.46,
        colour: icy ? mix(rock, '#2a7ab8', 0.3) : mix(rock, light.haze, 0.1),
        depth: 0.75,
      }),
      hillSheet(stage, floor, { colour: mix(rock, light.key, 0.14), depth: 0.92, crest: plan.floor - unit * 9 }),
    ],
    front: [
      icy ? icicles(stage) : crystals(stage, plan.floor),
      mouth(stage, 'mouth2', {
        share: 0.57,
        colour: icy ? mix(rock, '#12508c', 0.5) : mix(rock, '#080414', 0.5),
        depth: 1.4,
      }),
    ],
  }
}

import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix, type Colour } from '../colour.ts'
import { materialsOf } from '../materials.ts'
import type { Random } from '../random.ts'
import type { Live, Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { STYLES } from '../styles/styles.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import { reach } from './reach.ts'
import { blob, ring } from './shapes.ts'
import { drawTree, type TreeKind } from './trees.ts'

/** A tuft of grass blades. */
export function tuft(
  context: SKRSContext2D,
  random: Random,
  at: { x: number; y: number; size: number },
  colour: Colour,
): void {
  context.fillStyle = colour
  for (let i = -2; i <= 2; i++) {
    const lean = i * at.size * 0.22 + random.between(-1, 1) * at.size * 0.1
    const tall = at.size * random.between(0.7, 1.15)
    context.beginPath()
    context.moveTo(at.x + i * at.size * 0.1 - at.size * 0.06, at.y)
    context.quadraticCurveTo(at.x + lean * 0.4, at.y - tall * 0.6, at.x + lean, at.y - tall)
    context.quadraticCurveTo(at.x + lean * 0.6, at.y - tall * 0.5, at.x + i * at.size * 0.1 + at.size * 0.06, at.y)
    context.fill()
  }
}

/** A small flower on a stem. */
export function flower(
  context: SKRSContext2D,
  random: Random,
  at: { x: number; y: number; size: number },
  colours: { petal: Colour; stem: Colour; heart: Colour },
): void {
  const top = at.y - at.size * random.between(0.9, 1.5)
  const x = at.x + at.size * random.between(-0.2, 0.2)
  context.strokeStyle = colours.stem
  context.lineWidth = Math.max(0.8, at.size * 0.09)
  context.beginPath()
  context.moveTo(at.x, at.y)
  context.quadraticCurveTo(at.x, (at.y + top) / 2, x, top)
  context.stroke()
  context.fillStyle = colours.petal
  for (let i = 0; i < 5; i++) {
    const angle = (i / 5) * Math.PI * 2
    context.beginPath()
    context.arc(
      x + Math.cos(angle) * at.size * 0.2,
      top + Math.sin(angle) * at.size * 0.2,
      at.size * 0.19,
      0,
      Math.PI * 2,
    )
    context.fill()
  }
  context.fillStyle = colours.heart
  context.beginPath()
  context.arc(x, top, at.size * 0.14, 0, Math.PI * 2)
  context.fill()
}

/** Dots a strip of ground with grass and, in their season, flowers. */
export function meadow(
  stage: Stage,
  name: string,
  band: { from: number; to: number },
  options: { flowers: number; tufts: number; colour: Colour; bare?: (x: number, y: number) => boolean },
): Sheet['draw'] {
  return (context) => {
    const random = stage.random.fork(name)
    const { from, to } = reach(stage)
    const { flowers } = materialsOf(stage.season)
    const spots = Math.round(((to - from) / stage.unit) * 0.5)
    for (let i = 0; i < spots; i++) {
      const near = random.next()
      const at = {
        x: random.between(from, to),
        y: band.from + (band.to - band.from) * near,
        size: stage.unit * (1 + near * 1.6),
      }
      if (options.bare?.(at.x, at.y)) continue
      if (random.chance(options.tufts))
        tuft(context, random, at, mix(options.colour, random.chance(0.5) ? stage.light.shadow : stage.light.key, 0.16))
      if (random.chance(options.flowers)) {
        const petal = stage.light.lit(random.pick(flowers))
        flower(context, random, at, {
          petal,
          stem: mix(options.colour, stage.light.shadow, 0.3),
          heart: stage.light.lit('#ffcf4a'),
        })
      }
    }
  }
}

function limits(options: { from?: number; to?: number }): { from?: number; to?: number } {
  return {
    ...(options.from === undefined ? {} : { from: options.from }),
    ...(options.to === undefined ? {} : { to: options.to }),
  }
}

/** A row of trees along a line. */
export function treeRow(
  stage: Stage,
  name: string,
  line: (x: number) => number,
  options: {
    height: number
    spacing: number
    distance: number
    kinds?: readonly [TreeKind, ...TreeKind[]]
    gap?: { from: number; to: number }
    from?: number
    to?: number
    sink?: number
  },
): Sheet['draw'] {
  return (context) => {
    const random = stage.random.fork(name)
    const { from, to } = { ...reach(stage), ...limits(options) }
    const materials = materialsOf(stage.season)
    const { light } = stage
    for (let x = from; x < to; x += options.spacing * random.between(0.5, 1.5)) {
      if (options.gap && x > options.gap.from && x < options.gap.to) continue
      const kind = random.pick(options.kinds ?? materials.trees)
      const leaf =
        kind === 'pine' && !materials.snow
          ? mix(random.pick(materials.leaves), '#2c6a58', 0.72)
          : random.pick(materials.leaves)
      drawTree(
        context,
        {
          kind,
          x,
          foot: line(x) + (options.sink ?? stage.unit * 0.6),
          height: options.height * random.between(0.66, 1.18) * (kind === 'round' || kind === 'blossom' ? 0.8 : 1),
          leaf: light.lit(leaf, options.distance),
          trunk: light.lit(materials.trunk, options.distance),
          ...(materials.snow ? { snow: light.lit('#f7faff', options.distance * 0.4) } : {}),
        },
        random,
      )
    }
  }
}

/** Blades of grass at the lower edge that sway in the wind. */
export function swayingGrass(stage: Stage, colour: Colour, depth: number): Live {
  const random = stage.random.fork('sway')
  const { from, to } = reach(stage)
  const blades = Array.from({ length: Math.round(((to - from) / stage.unit) * 0.85) }, () => ({
    x: random.between(from, to),
    tall: stage.unit * random.between(1.6, 5),
    phase: random.next(),
    colour: STYLES[stage.brief.style].live(
      mix(colour, random.chance(0.5) ? stage.light.shadow : stage.light.key, random.between(0.08, 0.3)),
    ),
  }))
  return {
    kind: 'live',
    depth,
    draw(context, second) {
      const foot = stage.height + stage.unit
      for (const { x, tall, phase, colour: tone } of blades) {
        const lean = tall * (0.18 * stage.clock.wave(second, 2.7, phase * 0.3 + x / stage.width) + (phase - 0.5) * 0.5)
        context.fillStyle = tone
        context.beginPath()
        context.moveTo(x - tall * 0.07, foot)
        context.quadraticCurveTo(x, foot - tall * 0.6, x + lean, foot - tall)
        context.quadraticCurveTo(x + tall * 0.1, foot - tall * 0.5, x + tall * 0.07, foot)
        context.fill()
      }
    },
  }
}

/** Bushes or drifts of snow in the near corners, out of the subjects' way: they frame the picture and give it depth. */
export function cornerBushes(stage: Stage, plan: ScenePlan): Sheet {
  const { unit, width, height, light } = stage
  const { leaves, snow } = materialsOf(stage.season)
  const clear = (x: number) => plan.placements.every((place) => Math.abs(place.x - x) > place.width / 2 + unit * 9)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 1.4,
    top: height - unit * 22,
    shadow: 1.6,
    draw(context) {
      const random = stage.random.fork('bushes')
      for (const side of [0, 1]) {
        const edge = side * width
        if (!clear(edge)) continue
        for (let i = 6; i >= 0; i--) {
          const x = edge + (side ? -1 : 1) * unit * (i * 2.9 - 4)
          const size = unit * (9.5 - i * 0.8) * random.between(0.85, 1.15)
          const base = snow ? '#dfe8f4' : random.pick(leaves)
          context.fillStyle = mix(
            light.lit(mix(base, snow ? '#b8c8e0' : '#1f3f38', 0.42)),
            light.shadow,
            0.14 + 0.05 * (i % 3),
          )
          blob(context, ring({ x, y: height + unit * 1.6 }, size, random, { points: 13, rough: snow ? 0.04 : 0.13 }))
          context.fill()
        }
      }
    },
  }
}

/** Flat ground from `top` to the lower edge, over the whole width; the further colour above, the nearer below. */
export function flatGround(
  context: SKRSContext2D,
  stage: Stage,
  top: number,
  [far, near]: readonly [Colour, Colour],
): void {
  const { from, to } = reach(stage)
  const fill = context.createLinearGradient(0, top, 0, stage.height)
  fill.addColorStop(0, far)
  fill.addColorStop(1, near)
  context.fillStyle = fill
  context.fillRect(from, top, to - from, stage.height - top + stage.margin)
}

/** Joints between boards or slabs that run ahead, away from whoever looks: so wide apart at `top` and below, in units. */
export function jointsAhead(
  context: SKRSContext2D,
  stage: Stage,
  { top, far, near, most }: { top: number; far: number; near: number; most: number },
): void {
  const { unit, width, height, margin } = stage
  for (let i = -most; i <= most; i++) {
    context.beginPath()
    context.moveTo(width / 2 + i * unit * far, top)
    context.lineTo(width / 2 + i * unit * near, height + margin)
    context.stroke()
  }
}

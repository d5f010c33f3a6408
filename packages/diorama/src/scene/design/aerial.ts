import type { SKRSContext2D } from '@napi-rs/canvas'
import { hasFeature } from '../../places.ts'
import { alpha, mix, type Colour } from '../colour.ts'
import { backdrop } from '../draw/backdrop.ts'
import { blob, ring, type Point } from '../draw/shapes.ts'
import { materialsOf } from '../materials.ts'
import { fbm, type Random } from '../random.ts'
import { villageRoofs } from './aerial-roofs.ts'
import type { SettingOf } from '../settings/setting.ts'
import type { Stage } from '../stage.ts'

type Paint = { context: SKRSContext2D; stage: Stage; random: Random }

// Everything lies flat: what stands up shows by the shadow that it throws to the lower right.
function treeTop({ context, stage, random }: Paint, at: Point, radius: number, colour: Colour): void {
  context.fillStyle = alpha('#0c1a24', 0.3)
  context.beginPath()
  context.arc(at.x + radius * 0.4, at.y + radius * 0.45, radius, 0, Math.PI * 2)
  context.fill()
  const outline = ring(at, radius, random, { points: 9, rough: 0.12 })
  context.fillStyle = stage.light.lit(mix(colour, '#0c2418', random.between(0, 0.2)))
  blob(context, outline)
  context.fill()
  context.fillStyle = alpha(stage.light.lit(mix(colour, '#fff6c8', 0.35)), 0.7)
  context.beginPath()
  context.arc(at.x - radius * 0.25, at.y - radius * 0.28, radius * 0.45, 0, Math.PI * 2)
  context.fill()
}

function fill({ context, stage }: Paint, colour: Colour): void {
  context.fillStyle = stage.light.lit(colour)
  context.fillRect(0, 0, stage.width, stage.height)
}

function scatter({ stage, random }: Paint, gap: number, paint: (at: Point) => void): void {
  for (let y = -gap; y < stage.height + gap; y += gap * 0.82)
    for (let x = -gap; x < stage.width + gap; x += gap)
      paint({ x: x + random.between(-0.4, 0.4) * gap, y: y + random.between(-0.4, 0.4) * gap })
}

function woods(paint: Paint): void {
  const { stage, random } = paint
  const leaves = materialsOf(stage.season).leaves
  fill(paint, mix(leaves[0], '#0c2018', 0.5))
  scatter(paint, stage.unit * 4.6, (at) =>
    treeTop(paint, at, stage.unit * random.between(2.1, 3.4), random.pick(leaves)),
  )
}

// A winding band from one edge to the other: a river, a road.
function band({ context, stage, random }: Paint, wide: number, colour: Colour, rim: Colour): void {
  const { width, height } = stage
  const from = { x: width * random.between(0.1, 0.4), y: -wide }
  const to = { x: width * random.between(0.6, 0.9), y: height + wide }
  for (const [share, tone] of [
    [1.3, rim],
    [1, colour],
  ] as const) {
    context.strokeStyle = stage.light.lit(tone)
    context.lineWidth = wide * share
    context.beginPath()
    context.moveTo(from.x, from.y)
    context.bezierCurveTo(width * 0.95, height * 0.3, width * 0.05, height * 0.62, to.x, to.y)
    context.stroke()
  }
}

function fields(paint: Paint): void {
  const { context, stage, random } = paint
  const { width, height, unit } = stage
  const { grass, grassFar, leaves } = materialsOf(stage.season)
  const tones = [
    grass,
    mix(grass, '#e8cf6a', 0.4),
    mix(grassFar, '#3f6a3a', 0.3),
    mix(grass, '#c9925a', 0.45),
    mix(grass, '#ffffff', 0.15),
  ] as const
  fill(paint, grass)
  context.save()
  context.translate(width / 2, height / 2)
  context.rotate(-0.22)
  const cell = unit * 25
  for (let row = -3; row <= 3; row++) {
    let x = -width
    while (x < width) {
      const wide = cell * random.between(0.7, 1.5)
      const tone = stage.light.lit(random.pick(tones))
      context.fillStyle = tone
      context.fillRect(x, row * cell, wide - unit * 0.8, cell - unit * 0.8)
      context.strokeStyle = alpha(mix(tone, '#1e2a10', 0.5), 0.3)
      context.lineWidth = unit * 0.28
      for (let line = x + unit; line < x + wide - unit; line += unit * 1.7) {
        context.beginPath()
        context.moveTo(line, row * cell + unit * 0.6)
        context.lineTo(line, row * cell + cell - unit * 1.4)
        context.stroke()
      }
      for (let tree = 0; tree < 4; tree++)
        treeTop(
          paint,
          { x: x + random.between(0, wide), y: row * cell },
          unit * random.between(1, 1.8),
          random.pick(leaves),
        )
      x += wide
    }
  }
  context.restore()
}

function coast(paint: Paint): void {
  const { context, stage, random } = paint
  const { width, height, unit } = stage
  fill(paint, '#1d7fae')
  const seed = random.int(1, 1e6)
  const edge = (t: number, shift: number) =>
    width * (0.44 + shift) + (fbm(seed, t * 2.2, 0.5) - 0.5) * width * 0.24 + (t - 0.5) * width * 0.2
  const shape = (shift: number, colour: string) => {
    context.fillStyle = colour
    context.beginPath()
    context.moveTo(width + unit * 9, -unit * 9)
    for (let i = 0; i <= 48; i++) context.lineTo(edge(i / 48, shift), (i / 48) * (height + unit * 4) - unit * 2)
    context.lineTo(width + unit * 9, height + unit * 9)
    context.closePath()
    context.fill()
  }
  const lit = (colour: Colour) => stage.light.lit(colour)
  shape(-0.17, lit('#2f9cc4'))
  shape(-0.09, lit('#5cc0d4'))
  shape(-0.04, lit('#9adfdf'))
  shape(-0.018, lit('#f7fcfa'))
  shape(0, lit('#d9bd8c'))
  shape(0.03, lit('#f0d9a8'))
  for (let i = 0; i < 9; i++) {
    const t = random.between(0.04, 0.96)
    treeTop(
      paint,
      { x: Math.min(width - unit * 3, edge(t, random.between(0.34, 0.48))), y: t * height },
      unit * random.between(2, 3.2),
      '#3f9a58',
    )
  }
}

function sea(paint: Paint): void {
  const { context, stage, random } = paint
  fill(paint, '#1c76a6')
  context.lineCap = 'round'
  scatter(paint, stage.unit * 7, ({ x, y }) => {
    context.strokeStyle = alpha('#ffffff', random.between(0.08, 0.3))
    context.lineWidth = stage.unit * 0.4
    context.beginPath()
    context.arc(x, y, stage.unit * random.between(1.6, 3), 3.5, 5.6)
    context.stroke()
  })
}

function town(paint: Paint): void {
  const { context, stage, random } = paint
  const { width, height, unit } = stage
  fill(paint, '#6f747f')
  const cell = unit * 17
  const roofs = ['#c46a4e', '#b98a66', '#8f9aa8', '#a9a49a', '#d8c2a0'] as const
  for (let y = -cell * 0.4; y < height + cell; y += cell) {
    for (let x = -cell * 0.3; x < width + cell; x += cell) {
      const block = cell - unit * 3.6
      context.fillStyle = stage.light.lit(random.chance(0.16) ? '#7db568' : '#b9bcc2')
      context.fillRect(x, y, block, block)
      if (random.chance(0.16)) {
        for (let i = 0; i < 6; i++)
          treeTop(
            paint,
            { x: x + random.between(0.15, 0.85) * block, y: y + random.between(0.15, 0.85) * block },
            unit * 1.4,
            '#4f9a52',
          )
        continue
      }
      const half = block / 2
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        const side = half * random.between(0.66, 0.84)
        const [left, top] = [x + dx * half + (half - side) / 2, y + dy * half + (half - side) / 2]
        context.fillStyle = alpha('#0e1420', 0.36)
        context.fillRect(left + unit * 1.1, top + unit * 1.2, side, side)
        const roof = stage.light.lit(random.pick(roofs))
        context.fillStyle = roof
        context.fillRect(left, top, side, side)
        context.fillStyle = mix(roof, '#ffffff', 0.18)
        context.fillRect(left, top, side, side / 2)
        if (stage.light.dark) {
          context.fillStyle = alpha('#ffd98a', 0.85)
          context.fillRect(left + side * 0.4, top + side * 0.4, unit * 0.8, unit * 0.8)
        }
      }
    }
  }
  context.strokeStyle = alpha('#ffffff', 0.55)
  context.lineWidth = unit * 0.24
  context.setLineDash([unit * 1.6, unit * 1.4])
  for (let x = -cell * 0.3; x < width + cell; x += cell) {
    context.beginPath()
    context.moveTo(x - unit * 1.8, 0)
    context.lineTo(x - unit * 1.8, height)
    context.stroke()
  }
  context.setLineDash([])
  for (let i = 0; i < 16; i++) {
    const column = Math.floor(random.between(0, width / cell + 1))
    context.fillStyle = stage.light.lit(random.pick(['#e8e8ec', '#d34b3f', '#2f5fa8', '#f0c23c', '#2a2c33']))
    context.beginPath()
    context.roundRect(
      column * cell - cell * 0.3 - unit * (random.chance(0.5) ? 3.1 : 1.5),
      random.between(0, height),
      unit * 1.1,
      unit * 2.1,
      unit * 0.35,
    )
    context.fill()
  }
}

function sands(paint: Paint, low: Colour, high: Colour): void {
  const { context, stage, random } = paint
  const { width, height, unit } = stage
  fill(paint, low)
  const seed = random.int(1, 1e6)
  for (let row = 0; row < 12; row++) {
    const y = ((row + 0.5) / 12) * height
    context.beginPath()
    context.moveTo(-9, y)
    for (let x = 0; x <= width + unit; x += unit * 2)
      context.lineTo(x, y + (fbm(seed, x / (unit * 26), row) - 0.5) * unit * 16)
    context.lineTo(width + 9, y + unit * 10)
    context.lineTo(-9, y + unit * 10)
    context.closePath()
    const shade = context.createLinearGradient(0, y - unit * 6, 0, y + unit * 10)
    shade.addColorStop(0, stage.light.lit(high))
    shade.addColorStop(1, alpha(stage.light.lit(low), 0))
    context.fillStyle = shade
    context.fill()
  }
}

// The land by its place; the first that fits counts.
function land(paint: Paint): void {
  const { brief, season } = paint.stage
  const has = (...names: Parameters<typeof hasFeature>[1][]) => names.some((name) => hasFeature(brief, name))
  if (has('desert')) return sands(paint, '#d9a760', '#f4d596')
  if (has('peaks', 'snow') || season === 'winter') return sands(paint, '#9fb0c4', '#f6fafe')
  if (brief.archetype === 'forest' || has('jungle', 'bamboo')) return woods(paint)
  fields(paint)
}

function crossing(paint: Paint): void {
  const { brief, unit } = paint.stage
  if (hasFeature(brief, 'water')) band(paint, unit * 13, '#3f9ccc', '#cfe6d8')
  else if (brief.archetype === 'road' || hasFeature(brief, 'path')) band(paint, unit * 6, '#6b6f78', '#c9b48a')
}

function ground(paint: Paint): void {
  const { brief } = paint.stage
  const { archetype } = brief
  if (archetype === 'sea' && (hasFeature(brief, 'sand') || hasFeature(brief, 'far-shore'))) return coast(paint)
  if (archetype === 'sea' || archetype === 'underwater') return sea(paint)
  if (archetype === 'city' || archetype === 'street' || hasFeature(brief, 'urban')) return town(paint)
  land(paint)
  crossing(paint)
  if (hasFeature(brief, 'houses') || hasFeature(brief, 'barns')) villageRoofs(paint)
}

/** The land straight from above, by its place: coast, sea, town, woods, fields, sand or snow. */
export const aerial: SettingOf = (stage) => {
  const sky = backdrop(stage, (context) => ground({ context, stage, random: stage.random.fork('aerial') }))
  return { sky, far: [], near: [], front: [] }
}

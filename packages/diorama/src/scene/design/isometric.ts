import type { SKRSContext2D } from '@napi-rs/canvas'
import { traitsOf } from '../../archetype-traits.ts'
import type { Archetype } from '../../brief.ts'
import { hasFeature } from '../../places.ts'
import { alpha, mix, type Colour } from '../colour.ts'
import { backdrop } from '../draw/backdrop.ts'
import { polygon } from '../draw/shapes.ts'
import type { Sheet } from '../layers.ts'
import { materialsOf } from '../materials.ts'
import type { SettingOf } from '../settings/setting.ts'
import type { Stage } from '../stage.ts'
import { blockOf, onTop, type Block } from './block.ts'
import { drawFurniture } from './iso-furniture.ts'

const GROUNDS: Partial<Record<Archetype, { top: Colour; side: Colour }>> = {
  sea: { top: '#4fb0d8', side: '#2a6f9c' },
  underwater: { top: '#2f8fb0', side: '#1c5878' },
  city: { top: '#b9bdc6', side: '#7b7f8c' },
  street: { top: '#a9adb8', side: '#6f7380' },
  road: { top: '#9aa0a8', side: '#6b5a48' },
  space: { top: '#8a86a0', side: '#4c4862' },
}
const SKIES = ['#f3e7dc', '#dfe9f2', '#ece4f3', '#e3eee4', '#f6e3dd'] as const

function groundOf(stage: Stage): { top: Colour; side: Colour } {
  const { brief, season } = stage
  if (hasFeature(brief, 'desert') || hasFeature(brief, 'sand')) return { top: '#eacb8f', side: '#b98d55' }
  if (traitsOf(brief.archetype).where.isIndoors) return { top: '#c99a68', side: '#8a5f3e' }
  return GROUNDS[brief.archetype] ?? { top: materialsOf(season).grass, side: '#8a6242' }
}

function quad(context: SKRSContext2D, points: { x: number; y: number }[], colour: Colour): void {
  context.fillStyle = colour
  polygon(context, points)
  context.fill()
}

function drawBlock(context: SKRSContext2D, block: Block, ground: { top: Colour; side: Colour }): void {
  const [back, right, front, left] = [
    onTop(block, -1, -1),
    onTop(block, 1, -1),
    onTop(block, 1, 1),
    onTop(block, -1, 1),
  ]
  const down = (point: { x: number; y: number }) => ({ x: point.x, y: point.y + block.thick })
  quad(context, [left, front, down(front), down(left)], mix(ground.side, '#ffffff', 0.12))
  quad(context, [front, right, down(right), down(front)], mix(ground.side, '#15101c', 0.22))
  quad(context, [back, right, front, left], ground.top)
  const rim = block.thick * 0.16
  const lower = (point: { x: number; y: number }) => ({ x: point.x, y: point.y + rim })
  quad(context, [left, front, lower(front), lower(left)], mix(ground.top, '#15202c', 0.14))
  quad(context, [front, right, lower(right), lower(front)], mix(ground.top, '#15202c', 0.3))
}

// Two walls at the back make a room of the block.
function drawWalls(context: SKRSContext2D, block: Block, stage: Stage): void {
  const high = block.half * 0.78
  const wall = stage.brief.colours[0] ?? stage.random.fork('wall').pick(['#e9d3c0', '#cfdfe2', '#e2d6e8', '#dfe3c8'])
  const [back, right, left] = [onTop(block, -1, -1), onTop(block, 1, -1), onTop(block, -1, 1)]
  const up = (point: { x: number; y: number }, by = high) => ({ x: point.x, y: point.y - by })
  quad(context, [left, back, up(back), up(left)], mix(wall, '#ffffff', 0.2))
  quad(context, [back, right, up(right), up(back)], mix(wall, '#2a2233', 0.12))
  const along = (v: number, lift: number) => onTop(block, v, -1, lift)
  const pane = [
    along(-0.35, high * 0.42),
    along(0.35, high * 0.42),
    along(0.35, high * 0.84),
    along(-0.35, high * 0.84),
  ]
  quad(context, pane, stage.light.dark ? '#2b3d70' : '#bfe4f5')
  context.strokeStyle = '#fbf7f0'
  context.lineWidth = stage.unit * 0.9
  context.stroke()
  context.beginPath()
  const [top, bottom] = [along(0, high * 0.84), along(0, high * 0.42)]
  context.moveTo(top.x, top.y)
  context.lineTo(bottom.x, bottom.y)
  context.stroke()
}

function drawPlanks(context: SKRSContext2D, block: Block, colour: Colour): void {
  context.strokeStyle = alpha(mix(colour, '#2a160a', 0.6), 0.35)
  context.lineWidth = Math.max(1, block.half * 0.006)
  for (let i = -4; i <= 4; i++) {
    const [from, to] = [onTop(block, i / 5, -1), onTop(block, i / 5, 1)]
    context.beginPath()
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
    context.stroke()
  }
}

type Tower = { u: number; v: number; side: number; high: number; colour: Colour }

function drawTower(context: SKRSContext2D, block: Block, { u, v, side, high, colour }: Tower): void {
  const at = (a: number, b: number, lift: number) => onTop(block, u + a * side, v + b * side, lift)
  quad(context, [at(-1, 1, 0), at(1, 1, 0), at(1, 1, high), at(-1, 1, high)], mix(colour, '#ffffff', 0.1))
  quad(context, [at(1, 1, 0), at(1, -1, 0), at(1, -1, high), at(1, 1, high)], mix(colour, '#191726', 0.25))
  quad(context, [at(-1, -1, high), at(1, -1, high), at(1, 1, high), at(-1, 1, high)], mix(colour, '#ffffff', 0.35))
  const floors = Math.max(2, Math.round(high / (block.half * 0.1)))
  for (let f = 0; f < floors; f++) {
    const [low, top] = [((f + 0.25) / floors) * high, ((f + 0.7) / floors) * high]
    for (const w of [-0.6, 0.1]) {
      quad(context, [at(w, 1, low), at(w + 0.5, 1, low), at(w + 0.5, 1, top), at(w, 1, top)], '#fbe7ae')
      quad(context, [at(1, w, low), at(1, w + 0.5, low), at(1, w + 0.5, top), at(1, w, top)], '#d8b977')
    }
  }
}

type Tree = { u: number; v: number; size: number; colour: Colour }

function drawTree(context: SKRSContext2D, block: Block, { u, v, size, colour }: Tree): void {
  const foot = onTop(block, u, v)
  context.fillStyle = alpha('#1b2430', 0.22)
  context.beginPath()
  context.ellipse(foot.x, foot.y, size * 0.42, size * 0.2, 0, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = '#7a5236'
  context.fillRect(foot.x - size * 0.07, foot.y - size * 0.4, size * 0.14, size * 0.42)
  for (const [lift, radius, tone] of [
    [0.62, 0.38, mix(colour, '#12202a', 0.18)],
    [0.78, 0.32, colour],
    [0.92, 0.2, mix(colour, '#ffffff', 0.2)],
  ] as const) {
    context.fillStyle = tone
    context.beginPath()
    context.arc(foot.x, foot.y - size * lift, size * radius, 0, Math.PI * 2)
    context.fill()
  }
}

// What a place has at its edges, behind whoever stands in the middle.
function drawDressing(context: SKRSContext2D, block: Block, stage: Stage): void {
  const { archetype } = stage.brief
  const random = stage.random.fork('isometric')
  if (archetype === 'city' || archetype === 'street') {
    for (const [u, v] of [
      [-0.7, -0.7],
      [0.1, -0.74],
      [-0.74, 0.1],
      [0.72, -0.72],
      [-0.72, 0.72],
    ] as const) {
      const colour = random.pick(['#c97f6a', '#8fa6bf', '#d9b98a', '#9fb8a4'])
      drawTower(context, block, { u, v, side: 0.19, high: block.half * random.between(0.3, 0.7), colour })
    }
    return
  }
  if (archetype === 'sea' || archetype === 'underwater' || archetype === 'space') return
  const colour = materialsOf(stage.season).leaves[0]
  if (hasFeature(stage.brief, 'desert') || hasFeature(stage.brief, 'sand')) return
  const many = archetype === 'forest' ? 9 : 5
  const spots = Array.from({ length: many }, (_, i) => ({ t: (i + 0.5) / many, away: random.between(0.78, 0.9) }))
  for (const { t, away } of spots.toSorted((a, b) => Math.abs(a.t - 0.5) - Math.abs(b.t - 0.5))) {
    const [u, v] = t < 0.5 ? [-away, 0.9 - t * 3.4] : [(t - 0.5) * 3.4 - 0.8, -away]
    drawTree(context, block, { u, v, size: block.half * random.between(0.24, 0.34), colour })
  }
}

/** A piece of the place as a block seen from its corner, with everything set down on it. */
export const isometric: SettingOf = (stage) => {
  const { width, height } = stage
  const block = blockOf(stage)
  const ground = groundOf(stage)
  const inside = traitsOf(stage.brief.archetype).where.isIndoors && stage.brief.archetype !== 'studio'
  const sky = stage.brief.design?.ground ?? (stage.light.dark ? '#2c2f52' : stage.random.fork('iso-sky').pick(SKIES))
  const paper = backdrop(stage, (context) => {
    const fill = context.createLinearGradient(0, 0, 0, height)
    fill.addColorStop(0, mix(sky, '#ffffff', stage.light.dark ? 0.04 : 0.35))
    fill.addColorStop(1, sky)
    context.fillStyle = fill
    context.fillRect(0, 0, width, height)
    context.save()
    context.translate(block.x, block.y + block.half * 0.62)
    context.scale(block.half * 1.05, block.half * 0.3)
    const shade = context.createRadialGradient(0, 0, 0, 0, 0, 1)
    shade.addColorStop(0, alpha(mix(sky, '#141022', 0.8), 0.4))
    shade.addColorStop(1, alpha(mix(sky, '#141022', 0.8), 0))
    context.fillStyle = shade
    context.fillRect(-1, -1, 2, 2)
    context.restore()
  })
  const land: Sheet = {
    kind: 'sheet',
    role: 'land',
    depth: 1,
    draw(context) {
      if (inside) drawWalls(context, block, stage)
      drawBlock(context, block, ground)
      if (!inside) return drawDressing(context, block, stage)
      drawPlanks(context, block, ground.top)
      drawFurniture(context, block, stage)
    },
  }
  // The empty paper about the block has no facets.
  const around: Sheet = stage.brief.style === 'low-poly' ? { ...paper, role: 'overlay' } : paper
  return { sky: around, far: [], near: [land], front: [] }
}

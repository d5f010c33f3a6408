import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix, type Colour } from '../colour.ts'
import type { Random } from '../random.ts'
import { blob, ring } from './shapes.ts'

export type TreeKind = 'pine' | 'round' | 'palm' | 'birch' | 'cypress' | 'blossom' | 'bare'
export type Tree = {
  kind: TreeKind
  x: number
  foot: number
  height: number
  leaf: Colour
  trunk: Colour
  snow?: Colour
}

function pine(context: SKRSContext2D, tree: Tree, random: Random): void {
  const { x, foot, height } = tree
  const tiers = height > 60 ? 5 : 4
  context.fillStyle = tree.trunk
  context.fillRect(x - height * 0.022, foot - height * 0.14, height * 0.044, height * 0.14)
  for (let i = tiers - 1; i >= 0; i--) {
    const top = foot - height + (height * 0.86 * i * 0.72) / tiers
    const bottom = foot - height + (height * 0.9 * (i + 1)) / tiers
    const half = height * (0.085 + 0.052 * i) * random.between(0.92, 1.08)
    context.beginPath()
    context.moveTo(x, top)
    context.quadraticCurveTo(x + half * 0.35, bottom - (bottom - top) * 0.35, x + half, bottom)
    context.quadraticCurveTo(x, bottom - height * 0.035, x - half, bottom)
    context.quadraticCurveTo(x - half * 0.35, bottom - (bottom - top) * 0.35, x, top)
    context.fillStyle = mix(tree.leaf, '#0a1020', 0.05 * (tiers - i))
    context.fill()
    if (!tree.snow) continue
    context.beginPath()
    context.moveTo(x, top)
    context.quadraticCurveTo(
      x + half * 0.3,
      bottom - (bottom - top) * 0.4,
      x + half * 0.86,
      bottom - (bottom - top) * 0.13,
    )
    context.lineTo(x + half * 0.45, bottom - (bottom - top) * 0.26)
    context.lineTo(x + half * 0.1, bottom - (bottom - top) * 0.12)
    context.lineTo(x - half * 0.35, bottom - (bottom - top) * 0.3)
    context.lineTo(x - half * 0.86, bottom - (bottom - top) * 0.13)
    context.quadraticCurveTo(x - half * 0.3, bottom - (bottom - top) * 0.4, x, top)
    context.fillStyle = tree.snow
    context.fill()
  }
}

function crown(context: SKRSContext2D, tree: Tree, random: Random): void {
  const { x, foot, height } = tree
  const stem = height * 0.045
  context.fillStyle = tree.trunk
  context.beginPath()
  context.moveTo(x - stem, foot)
  context.quadraticCurveTo(x - stem * 0.6, foot - height * 0.3, x - stem * 0.5, foot - height * 0.62)
  context.lineTo(x + stem * 0.5, foot - height * 0.62)
  context.quadraticCurveTo(x + stem * 0.6, foot - height * 0.3, x + stem, foot)
  context.fill()
  const lumps = [
    { dx: -0.17, dy: 0.5, r: 0.17 },
    { dx: 0.18, dy: 0.52, r: 0.17 },
    { dx: 0.02, dy: 0.46, r: 0.16 },
    { dx: -0.1, dy: 0.7, r: 0.19 },
    { dx: 0.11, dy: 0.72, r: 0.18 },
    { dx: 0, dy: 0.83, r: 0.15 },
  ]
  for (const [i, { dx, dy, r }] of lumps.entries()) {
    const centre = { x: x + height * dx * random.between(0.85, 1.15), y: foot - height * dy }
    blob(context, ring(centre, height * r * random.between(0.95, 1.15), random, { points: 11, rough: 0.1 }))
    context.fillStyle = i < 3 ? mix(tree.leaf, '#101828', 0.16) : mix(tree.leaf, '#fff6c8', 0.05 * (i - 2))
    context.fill()
  }
  if (!tree.snow) return
  context.fillStyle = tree.snow
  blob(context, ring({ x, y: foot - height * 0.88 }, height * 0.12, random, { points: 9, rough: 0.12 }))
  context.fill()
}

function palm(context: SKRSContext2D, tree: Tree, random: Random): void {
  const { x, foot, height } = tree
  const lean = height * random.between(-0.22, 0.22)
  const top = { x: x + lean, y: foot - height * 0.82 }
  context.fillStyle = tree.trunk
  context.beginPath()
  context.moveTo(x - height * 0.035, foot)
  context.quadraticCurveTo(x + lean * 0.2, foot - height * 0.45, top.x - height * 0.015, top.y)
  context.lineTo(top.x + height * 0.015, top.y)
  context.quadraticCurveTo(x + lean * 0.2 + height * 0.045, foot - height * 0.45, x + height * 0.035, foot)
  context.fill()
  for (let i = 0; i < 9; i++) {
    const angle = Math.PI * (1.08 + (i / 8) * 0.84) + random.between(-0.1, 0.1)
    const long = height * random.between(0.3, 0.42)
    const end = { x: top.x + Math.cos(angle) * long * 1.15, y: top.y + Math.sin(angle) * long * 0.55 + long * 0.42 }
    const bend = { x: top.x + Math.cos(angle) * long * 0.62, y: top.y + Math.sin(angle) * long * 0.62 }
    context.beginPath()
    context.moveTo(top.x, top.y)
    context.quadraticCurveTo(bend.x, bend.y - long * 0.16, end.x, end.y)
    context.quadraticCurveTo(bend.x, bend.y + long * 0.16, top.x, top.y)
    context.fillStyle = mix(tree.leaf, i % 2 === 0 ? '#0a1a20' : '#f4ffb0', 0.14)
    context.fill()
  }
}

function bare(context: SKRSContext2D, tree: Tree, random: Random): void {
  const branch = (x: number, y: number, long: number, angle: number, wide: number) => {
    if (long < tree.height * 0.05) return
    const end = { x: x + Math.cos(angle) * long, y: y + Math.sin(angle) * long }
    context.lineWidth = wide
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(end.x, end.y)
    context.stroke()
    branch(end.x, end.y, long * random.between(0.6, 0.76), angle - random.between(0.25, 0.6), wide * 0.62)
    branch(end.x, end.y, long * random.between(0.6, 0.76), angle + random.between(0.25, 0.6), wide * 0.62)
  }
  context.strokeStyle = tree.trunk
  context.lineCap = 'round'
  branch(tree.x, tree.foot, tree.height * 0.34, -Math.PI / 2, tree.height * 0.045)
}

function cypress(context: SKRSContext2D, tree: Tree): void {
  const { x, foot, height } = tree
  context.fillStyle = tree.leaf
  context.beginPath()
  context.moveTo(x, foot - height)
  context.bezierCurveTo(x + height * 0.16, foot - height * 0.5, x + height * 0.13, foot, x, foot)
  context.bezierCurveTo(x - height * 0.13, foot, x - height * 0.16, foot - height * 0.5, x, foot - height)
  context.fill()
}

/** Draws a tree of cut paper, standing on its foot. */
export function drawTree(context: SKRSContext2D, tree: Tree, random: Random): void {
  switch (tree.kind) {
    case 'pine':
      return pine(context, tree, random)
    case 'palm':
      return palm(context, tree, random)
    case 'bare':
      return bare(context, tree, random)
    case 'cypress':
      return cypress(context, tree)
    case 'round':
    case 'birch':
    case 'blossom':
      return crown(context, tree, random)
  }
}

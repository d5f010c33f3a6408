import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix } from '../../colour.ts'
import type { Part } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import { penAt } from '../pen.ts'

type Disc = { x: number; y: number; radius: number }

/** The whole of the Earth as it is seen from space. */
export function drawEarth(context: SKRSContext2D, at: Disc): void {
  const halo = context.createRadialGradient(at.x, at.y, at.radius * 0.9, at.x, at.y, at.radius * 1.5)
  halo.addColorStop(0, alpha('#8fd0ff', 0.6))
  halo.addColorStop(1, alpha('#8fd0ff', 0))
  context.fillStyle = halo
  context.fillRect(at.x - at.radius * 1.6, at.y - at.radius * 1.6, at.radius * 3.2, at.radius * 3.2)
  context.save()
  context.beginPath()
  context.arc(at.x, at.y, at.radius, 0, Math.PI * 2)
  context.clip()
  context.fillStyle = '#2f7fc8'
  context.fillRect(at.x - at.radius, at.y - at.radius, at.radius * 2, at.radius * 2)
  const pen = penAt(context, { x: at.x, foot: at.y, scale: at.radius, tone: (colour) => colour })
  pen.poly('#5fa85a', [-0.8, 0.5, -0.4, 0.75, -0.05, 0.6, -0.2, 0.3, -0.45, 0.15, -0.7, 0.2])
  pen.poly('#6fb062', [-0.3, 0, 0, -0.05, 0.1, -0.35, -0.1, -0.75, -0.3, -0.5, -0.4, -0.2])
  pen.poly('#8fae6a', [0.2, 0.6, 0.7, 0.7, 0.9, 0.3, 0.5, 0.15, 0.25, 0.3])
  pen.poly('#6fb062', [0.45, 0, 0.75, -0.05, 0.7, -0.5, 0.5, -0.45])
  for (const [x, y, wide] of [
    [-0.3, 0.4, 0.8],
    [0.3, -0.1, 0.9],
    [-0.1, -0.5, 0.7],
    [0.4, 0.6, 0.6],
  ] as const)
    pen.oval(x, y, wide, 0.09, mix('#ffffff', '#2f7fc8', 0.12))
  const shade = context.createRadialGradient(
    at.x - at.radius * 0.4,
    at.y - at.radius * 0.4,
    at.radius * 0.4,
    at.x,
    at.y,
    at.radius * 1.3,
  )
  shade.addColorStop(0, 'rgba(0,0,20,0)')
  shade.addColorStop(1, 'rgba(0,0,20,0.8)')
  context.fillStyle = shade
  context.fillRect(at.x - at.radius, at.y - at.radius, at.radius * 2, at.radius * 2)
  context.restore()
}

/** Earth under whatever goes round it: so large that only a part of it is seen. */
export function earthBelow(stage: Stage, plan: ScenePlan): Part {
  const { width, height } = stage
  const radius = Math.min(width, height * 1.4) * 0.5
  const at = { x: width * (plan.focus.x < width / 2 ? 0.62 : 0.38), y: height + radius * 0.36, radius }
  return { kind: 'sheet', role: 'land', depth: 0.12, draw: (context) => drawEarth(context, at) }
}

/** Earth over the edge of another world. */
export function earthAbove(stage: Stage, plan: ScenePlan): Part {
  const { unit, width, height } = stage
  const at = { x: width * (plan.focus.x < width / 2 ? 0.74 : 0.26), y: height * 0.34, radius: unit * 13 }
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.12,
    left: at.x - at.radius * 1.6,
    right: at.x + at.radius * 1.6,
    top: at.y - at.radius * 1.6,
    bottom: at.y + at.radius * 1.6,
    draw(context) {
      drawEarth(context, at)
    },
  }
}

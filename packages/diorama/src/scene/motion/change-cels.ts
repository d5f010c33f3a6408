import { createCanvas, type Canvas } from '@napi-rs/canvas'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { onceDone, whoseTurn } from './happen.ts'

const LEAVES = 9

/** The drawings of something that changes once, from first to last, and which of them is shown at a second. */
type ChangeCels = { drawings: Canvas[]; at: { x: number; y: number }; shown: (second: number) => number }

// The leaf turns about its left side, and light falls through.
function doorAt(door: Canvas, open: number): Canvas {
  const { width, height } = door
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.drawImage(door, 0, 0)
  if (open === 0) return canvas
  const inner = { left: width * 0.1, top: height * 0.05, width: width * 0.8, height: height * 0.95 }
  const light = context.createLinearGradient(0, inner.top, 0, height)
  light.addColorStop(0, '#fff6d8')
  light.addColorStop(1, '#ffd98c')
  context.globalCompositeOperation = 'source-atop'
  context.fillStyle = light
  context.fillRect(inner.left, inner.top, inner.width, inner.height)
  context.globalCompositeOperation = 'source-over'
  const shown = 1 - 0.74 * open
  // Farther at its free side, so a little lower there at the top.
  const slices = 24
  for (let slice = 0; slice < slices; slice++) {
    const from = inner.left + (inner.width * slice) / slices
    const lower = (inner.height * 0.07 * open * slice) / slices
    context.drawImage(
      door,
      from,
      inner.top,
      inner.width / slices + 1,
      inner.height,
      inner.left + (from - inner.left) * shown,
      inner.top + lower,
      (inner.width / slices + 1) * shown,
      inner.height - lower * 1.4,
    )
  }
  return canvas
}

// A candle before it is lit: all but the flame.
function unlit(candle: Canvas): Canvas {
  const canvas = createCanvas(candle.width, candle.height)
  const context = canvas.getContext('2d')
  const flame = candle.height * 0.4
  context.drawImage(
    candle,
    0,
    flame,
    candle.width,
    candle.height - flame,
    0,
    flame,
    candle.width,
    candle.height - flame,
  )
  return canvas
}

/** What changes its look once in a clip: a door that opens, a candle that is lit. */
export function changeCels(
  stage: Stage,
  plan: ScenePlan,
  placement: Placement,
  picture: Canvas,
): ChangeCels | undefined {
  if (stage.clock.loop || placement.part) return undefined
  const { happenings, subjects } = stage.brief
  const at = { x: picture.width / 2, y: picture.height }
  const isDoor = subjects[placement.subject]?.art === 'door'
  if (happenings.includes('open') && isDoor && whoseTurn(stage, plan, 'open') === placement) {
    const drawings = Array.from({ length: LEAVES }, (_, leaf) => doorAt(picture, leaf / (LEAVES - 1)))
    return { drawings, at, shown: (second) => Math.round(onceDone(stage, second) * (LEAVES - 1)) }
  }
  if (!happenings.includes('light') || subjects[placement.subject]?.art !== 'candle') return undefined
  const drawings = [unlit(picture), picture]
  return { drawings, at, shown: (second) => (onceDone(stage, second) > 0.02 ? 1 : 0) }
}

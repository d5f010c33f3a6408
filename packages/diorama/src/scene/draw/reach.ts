import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Stage } from '../stage.ts'

/** The left and right end of everything that must reach beyond the picture. */
export function reach(stage: Stage): { from: number; to: number } {
  return { from: -stage.margin - 2, to: stage.width + stage.margin + 2 }
}

/** Fills everything under a line. */
export function under(
  context: SKRSContext2D,
  stage: Stage,
  line: (x: number) => number,
  options: { step?: number; bottom?: number } = {},
): void {
  const { from, to } = reach(stage)
  const step = options.step ?? Math.max(2, stage.unit * 0.6)
  const bottom = options.bottom ?? stage.height + stage.margin + 2
  context.beginPath()
  context.moveTo(from, bottom)
  for (let x = from; x < to; x += step) context.lineTo(x, line(x))
  context.lineTo(to, line(to))
  context.lineTo(to, bottom)
  context.closePath()
}

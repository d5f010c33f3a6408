import { createCanvas } from '@napi-rs/canvas'
import type { Scene } from './scene.ts'

/** Two looks of one scene as one: the second comes through the first as far as `part` says. */
export function changingScene(first: Scene, second: Scene, part: (second: number) => number): Scene {
  const { width, height, stillAt } = first
  const canvas = createCanvas(width, height)
  const over = canvas.getContext('2d')
  return {
    width,
    height,
    stillAt,
    drawFrame(context, at) {
      const share = part(at)
      if (share >= 1) return second.drawFrame(context, at)
      first.drawFrame(context, at)
      if (share <= 0) return
      second.drawFrame(over, at)
      context.save()
      context.resetTransform()
      context.globalAlpha = share
      context.drawImage(canvas, 0, 0)
      context.restore()
    },
  }
}

import { createCanvas } from '@napi-rs/canvas'
import type { Scene } from './scene.ts'

// Less than this of a look is not seen.
const FAINT = 0.02
// The fainter look is drawn at half the size: edges are those of the other one, which lies where it does, and two whole
// looks would take twice the time.
const FAINT_SCALE = 0.5

/** Two looks of one scene as one: the second comes through the first as far as `part` says. */
export function changingScene(first: Scene, second: Scene, part: (second: number) => number): Scene {
  const { width, height, stillAt } = first
  const canvas = createCanvas(Math.ceil(width * FAINT_SCALE), Math.ceil(height * FAINT_SCALE))
  const small = canvas.getContext('2d')
  return {
    width,
    height,
    stillAt,
    drawFrame(context, at) {
      const share = part(at)
      const [clear, faint] = share < 0.5 ? [first, second] : [second, first]
      const opacity = Math.min(share, 1 - share)
      clear.drawFrame(context, at)
      if (opacity < FAINT) return
      faint.drawFrame(small, at, FAINT_SCALE)
      context.save()
      context.resetTransform()
      context.globalAlpha = opacity
      context.drawImage(canvas, 0, 0, canvas.width / FAINT_SCALE, canvas.height / FAINT_SCALE)
      context.restore()
    },
  }
}

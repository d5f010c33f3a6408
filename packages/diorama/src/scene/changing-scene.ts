import { createCanvas } from '@napi-rs/canvas'
import type { Scene } from './scene.ts'

// Less than this of a look is not seen.
const FAINT = 0.02
// The fainter look is drawn at half the size: edges are those of the other one, which lies where it does, and two whole
// looks would take twice the time.
const FAINT_SCALE = 0.5
// It is drawn anew so many times a second: half transparent, it may follow the other one by a frame.
const FAINT_RATE = 12

/** Two looks of one scene as one: the second comes through the first as far as `part` says. */
export function changingScene(first: Scene, second: Scene, part: (second: number) => number): Scene {
  const { width, height, stillAt } = first
  const canvas = createCanvas(Math.ceil(width * FAINT_SCALE), Math.ceil(height * FAINT_SCALE))
  const small = canvas.getContext('2d')
  let drawn: { look: Scene; at: number } | undefined
  const drawFaint = (look: Scene, at: number): void => {
    if (drawn?.look === look && drawn.at === at) return
    small.reset()
    look.drawFrame(small, at, FAINT_SCALE)
    drawn = { look, at }
  }
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
      // By the clock and not by what was drawn before, or two threads would draw the same frame differently.
      drawFaint(faint, Math.floor(at * FAINT_RATE + 1e-6) / FAINT_RATE)
      context.save()
      context.resetTransform()
      context.globalAlpha = opacity
      context.drawImage(canvas, 0, 0, canvas.width / FAINT_SCALE, canvas.height / FAINT_SCALE)
      context.restore()
    },
  }
}

import { createCanvas } from '@napi-rs/canvas'
import type { Scene } from './scene.ts'
import { release } from './settle.ts'
import { paletteOf, quantise } from './styles/palette.ts'

const COLOURS = 40
const DITHER = 14

/** Shows a small scene in large square pixels of few colours; every frame uses the colours of the still picture. */
export function pixelScene(small: Scene, size: { width: number; height: number; block: number }): Scene {
  const { width, height, block } = size
  const canvas = createCanvas(small.width, small.height)
  const context = canvas.getContext('2d')
  const pixelsAt = (second: number) => {
    small.drawFrame(context, second)
    return context.getImageData(0, 0, small.width, small.height)
  }
  const palette = paletteOf(pixelsAt(small.stillAt), COLOURS)
  return {
    width,
    height,
    stillAt: small.stillAt,
    drawFrame(target, second) {
      const pixels = pixelsAt(second)
      quantise(pixels, palette, DITHER)
      context.putImageData(pixels, 0, 0)
      target.save()
      target.resetTransform()
      target.imageSmoothingEnabled = false
      target.drawImage(canvas, 0, 0, small.width * block, small.height * block)
      target.restore()
    },
    close: () => {
      small.close?.()
      release(canvas)
    },
  }
}

import { createCanvas, type Canvas } from '@napi-rs/canvas'
import type { Pixels } from '../../job.ts'
import type { Box } from './free-spot.ts'

// The mean colour about a box, in the widest sense of "about": its light is that of the place, not of one blade of grass.
function lightAt({ width, height, rgba }: Pixels, box: Box): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let v = -0.5; v <= 1.5; v += 0.125)
    for (let u = -0.75; u <= 1.75; u += 0.125) {
      const x = Math.round(box.x + u * box.width)
      const y = Math.round(box.y + v * box.height)
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      const at = (y * width + x) * 4
      for (let c = 0; c < 3; c++) sums[c] = (sums[c] as number) + (rgba[at + c] as number)
      count++
    }
  return sums.map((sum) => sum / Math.max(1, count)) as [number, number, number]
}

/** A figure as it would look at this place of the picture: as bright, a little in its colour, and shaded on one side. */
export function intoLight(figure: Canvas, picture: Pixels, box: Box, fromRight: boolean): Canvas {
  const around = lightAt(picture, box)
  const bright = (around[0] + around[1] + around[2]) / 3 / 255
  const { width, height } = figure
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.drawImage(figure, 0, 0)
  context.globalCompositeOperation = 'multiply'
  // By day a drawing keeps its colours; in the dark it must not shine.
  const exposure = Math.min(1, 0.34 + bright * 1.25)
  const most = Math.max(...around, 1)
  const tint = around.map((value) => Math.round(255 * exposure * (0.74 + (0.26 * value) / most)))
  context.fillStyle = `rgb(${tint.join(',')})`
  context.fillRect(0, 0, width, height)
  context.globalCompositeOperation = 'soft-light'
  const fall = context.createLinearGradient(fromRight ? width : 0, 0, fromRight ? 0 : width, height)
  fall.addColorStop(0, 'rgba(255,250,235,0.45)')
  fall.addColorStop(0.5, 'rgba(128,128,128,0)')
  fall.addColorStop(1, 'rgba(20,16,40,0.5)')
  context.fillStyle = fall
  context.fillRect(0, 0, width, height)
  context.globalCompositeOperation = 'destination-in'
  context.drawImage(figure, 0, 0)
  context.globalCompositeOperation = 'source-over'
  return canvas
}

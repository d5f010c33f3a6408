import { createCanvas, type Canvas } from '@napi-rs/canvas'

// The shadow is blurred in a quarter of the size: sixteen times less work, and nobody sees it in something soft.
const SHADOW_SCALE = 0.25

/** A soft dark copy of the picture's outline, in a quarter of its size. */
export function softOutline(image: Canvas, colour: string, blur: number): Canvas {
  const width = Math.max(1, Math.ceil(image.width * SHADOW_SCALE))
  const height = Math.max(1, Math.ceil(image.height * SHADOW_SCALE))
  const outline = createCanvas(width, height)
  const flat = outline.getContext('2d')
  flat.drawImage(image, 0, 0, width, height)
  flat.globalCompositeOperation = 'source-in'
  flat.fillStyle = colour
  flat.fillRect(0, 0, width, height)
  const soft = createCanvas(width, height)
  const context = soft.getContext('2d')
  context.filter = `blur(${Math.max(0.5, blur * SHADOW_SCALE).toFixed(2)}px)`
  context.drawImage(outline, 0, 0)
  return soft
}

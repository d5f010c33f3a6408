import { createCanvas, type Canvas } from '@napi-rs/canvas'

// Round enough that no corner of the rim shows.
const TURNS = 32

/** A picture with a white rim of so many pixels, cut along its outline. */
export function withRim(picture: Canvas, rim: number): Canvas {
  const pad = Math.ceil(rim)
  const out = createCanvas(picture.width + pad * 2, picture.height + pad * 2)
  const context = out.getContext('2d')
  for (let turn = 0; turn < TURNS; turn++) {
    const angle = (turn / TURNS) * Math.PI * 2
    context.drawImage(picture, pad + Math.cos(angle) * rim, pad + Math.sin(angle) * rim)
  }
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, out.width, out.height)
  context.globalCompositeOperation = 'source-over'
  context.drawImage(picture, pad, pad)
  return out
}

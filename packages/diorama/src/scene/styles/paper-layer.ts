import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { fillPaper } from '../grain.ts'
import type { LayerContext } from './style.ts'

/** A layer cut from paper: it shows its grain, if it has one, and its upper edges catch the light. */
export function paperLayer(image: Canvas, layer: LayerContext, hasGrain: boolean): Canvas {
  if (layer.role === 'glow') return image
  const context = image.getContext('2d')
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalCompositeOperation = 'source-atop'
  context.globalAlpha = layer.role === 'sky' ? 0.035 : 0.055
  if (hasGrain) fillPaper(context, image.width, image.height)
  if (layer.raised && layer.role === 'land') edgeLight(image, layer)
  context.globalAlpha = 1
  context.globalCompositeOperation = 'source-over'
  return image
}

// A paper edge catches the light: a thin bright line along everything that faces upwards.
function edgeLight(image: Canvas, { unit, key }: LayerContext): void {
  const rim = createCanvas(image.width, image.height)
  const context = rim.getContext('2d')
  context.drawImage(image, 0, 0)
  context.globalCompositeOperation = 'destination-out'
  const shift = Math.max(1, unit * 0.16)
  context.drawImage(image, 0, shift)
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = key
  context.fillRect(0, 0, image.width, image.height)
  const target = image.getContext('2d')
  target.globalCompositeOperation = 'source-atop'
  target.globalAlpha = 0.34
  target.drawImage(rim, 0, 0)
}

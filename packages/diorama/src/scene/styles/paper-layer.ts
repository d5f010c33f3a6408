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

// A paper edge catches the light: a thin bright line along everything that faces upwards. What is solid has no edges.
function edgeLight(image: Canvas, { unit, key, openTo }: LayerContext): void {
  const shift = Math.max(1, unit * 0.16)
  const rim = createCanvas(image.width, Math.min(image.height, openTo + Math.ceil(shift)))
  const context = rim.getContext('2d')
  context.drawImage(image, 0, 0)
  context.globalCompositeOperation = 'destination-out'
  context.drawImage(image, 0, shift)
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = key
  context.fillRect(0, 0, rim.width, rim.height)
  const target = image.getContext('2d')
  target.globalCompositeOperation = 'source-atop'
  target.globalAlpha = 0.34
  target.drawImage(rim, 0, 0)
}

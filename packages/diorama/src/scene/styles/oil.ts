import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import { seededRandom, type Random } from '../random.ts'
import { blurred, brightnessOf, edgesOf, noiseAt, noiseField, type Raster } from './raster.ts'
import type { LayerContext, StyleTraits } from './style.ts'
import { asSubject } from './by-pixel.ts'
import { vignette } from './overlays.ts'

type Brush = { radius: number; step: number; detail: number; long: number; jitter: number }
type Reference = { raster: Raster; scale: number }
type Field = {
  image: Canvas
  raster: Raster
  light: Float32Array
  edges: Float32Array
  flow: Float32Array
  context: LayerContext
}

// Strokes follow the form: along the edge where there is one, along slow waves where there is none.
function directionAt({ light, flow, raster, context }: Field, x: number, y: number): number {
  const { width, height } = raster
  const at = (px: number, py: number) =>
    light[Math.max(0, Math.min(height - 1, py)) * width + Math.max(0, Math.min(width - 1, px))] ?? 0
  const gx = at(x + 2, y) - at(x - 2, y)
  const gy = at(x, y + 2) - at(x, y - 2)
  if (gx * gx + gy * gy > 0.0009) return Math.atan2(gy, gx) + Math.PI / 2
  const calm = context.role === 'sky' ? 0.9 : 2.2
  return (noiseAt(flow, x, y, context.unit * 9) - 0.5) * calm
}

// A broad brush holds the average of what it covers: sampled at one point it would smear an eye over a face.
function referenceOf(image: Canvas, radius: number): Reference {
  const scale = Math.max(1, radius * 0.6)
  const small = createCanvas(Math.max(1, Math.ceil(image.width / scale)), Math.max(1, Math.ceil(image.height / scale)))
  const paint = small.getContext('2d')
  paint.imageSmoothingQuality = 'high'
  paint.drawImage(image, 0, 0, image.width / scale, image.height / scale)
  return { raster: paint.getImageData(0, 0, small.width, small.height), scale }
}

type Dab = { at: { x: number; y: number }; brush: Brush; reference: Reference }

function stroke(paint: SKRSContext2D, field: Field, { at, brush, reference }: Dab, random: Random): void {
  const { raster } = reference
  const i = (Math.floor(at.y / reference.scale) * raster.width + Math.floor(at.x / reference.scale)) * 4
  if ((raster.data[i + 3] as number) < 40) return
  const shift = random.between(-1, 1) * brush.jitter
  const warm = random.between(-0.4, 0.4) * brush.jitter
  const channel = (c: number, extra: number) =>
    Math.max(0, Math.min(255, Math.round((raster.data[i + c] as number) + shift + extra)))
  paint.strokeStyle = `rgb(${channel(0, warm)},${channel(1, 0)},${channel(2, -warm)})`
  paint.lineWidth = brush.radius * random.between(0.75, 1.25)
  const long = brush.radius * brush.long * random.between(0.7, 1.3)
  const angle = directionAt(field, at.x, at.y) + random.between(-0.16, 0.16)
  const dx = Math.cos(angle) * long
  const dy = Math.sin(angle) * long
  const bow = random.between(-0.25, 0.25) * brush.radius
  paint.beginPath()
  paint.moveTo(at.x - dx, at.y - dy)
  paint.quadraticCurveTo(at.x - dy * 0.1 + bow, at.y + dx * 0.1 + bow, at.x + dx, at.y + dy)
  paint.stroke()
}

function coat(paint: SKRSContext2D, field: Field, brush: Brush, random: Random): void {
  const reference = referenceOf(field.image, brush.radius)
  const { width, height } = field.raster
  const places: { x: number; y: number; order: number }[] = []
  for (let y = 0; y < height; y += brush.step) {
    for (let x = 0; x < width; x += brush.step) {
      const px = Math.min(width - 1, Math.floor(x + random.next() * brush.step))
      const py = Math.min(height - 1, Math.floor(y + random.next() * brush.step))
      if ((field.edges[py * width + px] as number) < brush.detail) continue
      places.push({ x: px, y: py, order: random.next() })
    }
  }
  places.sort((a, b) => a.order - b.order)
  for (const at of places) stroke(paint, field, { at, brush, reference }, random)
}

// Thick paint throws small shadows of its own: light from the upper left.
function impasto(canvas: Canvas, strength: number): void {
  const paint = canvas.getContext('2d')
  const image = paint.getImageData(0, 0, canvas.width, canvas.height)
  const { width, height, data } = image
  const light = brightnessOf({ width, height, data })
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const relief = ((light[i] as number) - (light[i - width - 1] as number)) * 255 * strength
      const lift = Math.max(-12, Math.min(12, relief))
      const p = i * 4
      data[p] = (data[p] as number) + lift
      data[p + 1] = (data[p + 1] as number) + lift
      data[p + 2] = (data[p + 2] as number) + lift
    }
  }
  paint.putImageData(image, 0, 0)
}

function redraw(image: Canvas, context: LayerContext): Canvas {
  const { width, height } = image
  const raster = image.getContext('2d').getImageData(0, 0, width, height)
  const { unit, role } = context
  const field: Field = {
    image,
    raster,
    light: blurred(brightnessOf(raster), width, height, Math.max(1, unit * 0.22)),
    edges: blurred(edgesOf(raster, Math.max(1, unit * 0.15)), width, height, Math.max(1, unit * 0.3)),
    flow: noiseField(context.seed),
    context,
  }
  const random = seededRandom(context.seed)
  const canvas = createCanvas(width, height)
  const paint = canvas.getContext('2d')
  paint.drawImage(image, 0, 0)
  paint.lineCap = 'round'
  const broad = unit * (role === 'subject' ? 0.72 : role === 'sky' ? 2.6 : 1.9)
  const subject = role === 'subject'
  coat(paint, field, { radius: broad, step: broad * 0.85, detail: 0, long: subject ? 1.5 : 2.6, jitter: 11 }, random)
  coat(
    paint,
    field,
    { radius: broad * 0.5, step: broad * 0.5, detail: 0.04, long: subject ? 1.3 : 2, jitter: 8 },
    random,
  )
  const fine = Math.max(1.1, broad * 0.22)
  coat(paint, field, { radius: fine, step: fine, detail: subject ? 0.07 : 0.14, long: 1.3, jitter: 5 }, random)
  impasto(canvas, 0.4)
  paint.globalCompositeOperation = 'destination-in'
  paint.drawImage(image, 0, 0)
  paint.globalCompositeOperation = 'source-over'
  return canvas
}

// A glow has no edges for strokes to follow.
function layer(image: Canvas, context: LayerContext): Canvas {
  return context.role === 'glow' ? image : redraw(image, context)
}

/** Repaints a picture in brush strokes, large ones first, small ones where something is to be seen. */
export const oil: StyleTraits = {
  shadow: 0.3,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  layer,
  picture: asSubject(layer),
  finish: (paper) => [vignette(paper, paper.light.shadow, 0.42)],
  live: (colour) => colour,
}

import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { alpha, type Colour } from './colour.ts'
import { ring, blob } from './draw/shapes.ts'
import { noiseAt, noiseField } from './styles/raster.ts'
import type { Sheet, Stage } from './stage.ts'

function overlay(stage: Stage, draw: (context: SKRSContext2D) => void): Sheet {
  return { kind: 'sheet', role: 'overlay', depth: 0, left: 0, right: stage.width, top: 0, bottom: stage.height, draw }
}

/** A slight change towards the corners, which holds the eye in the picture. */
function vignette(stage: Stage, colour: Colour, strength: number): Sheet {
  const { width, height } = stage
  return overlay(stage, (context) => {
    const long = Math.max(width, height)
    context.translate(width / 2, height / 2)
    context.scale(width / long, height / long)
    const reach = long * 0.5 * Math.SQRT2
    const gradient = context.createRadialGradient(0, 0, reach * 0.58, 0, 0, reach)
    gradient.addColorStop(0, alpha(colour, 0))
    gradient.addColorStop(1, alpha(colour, strength))
    context.fillStyle = gradient
    context.fillRect(-reach, -reach, reach * 2, reach * 2)
  })
}

// Paint never reaches the edge of the sheet in one straight line.
function paperEdge(stage: Stage, colour: readonly [number, number, number], wide: number): Sheet {
  const { width, height, unit } = stage
  return overlay(stage, (context) => {
    const scale = 2
    const w = Math.ceil(width / scale)
    const h = Math.ceil(height / scale)
    const canvas = createCanvas(w, h)
    const paint = canvas.getContext('2d')
    const image = paint.createImageData(w, h)
    const field = noiseField(stage.random.fork('edge').int(1, 1e6))
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        const near = Math.min(x, y, w - 1 - x, h - 1 - y) * scale
        const rough =
          (noiseAt(field, x, y, unit * 1.6) - 0.5) * wide * 1.5 + (noiseAt(field, x, y, unit * 0.35) - 0.5) * wide * 0.7
        const cover = Math.max(0, Math.min(1, (wide * 0.75 - near - rough) / (unit * 0.35)))
        if (cover > 0) image.data.set([...colour, cover * 255], (y * w + x) * 4)
      }
    }
    paint.putImageData(image, 0, 0)
    context.drawImage(canvas, 0, 0, width, height)
  })
}

function seal(stage: Stage): Sheet {
  const { width, height, unit } = stage
  const side = unit * 5.2
  const at = { x: width - unit * 8.5, y: height - unit * 8.5 }
  return overlay(stage, (context) => {
    const random = stage.random.fork('seal')
    context.fillStyle = 'rgba(190,44,38,0.88)'
    blob(context, [
      ...ring({ x: at.x + side / 2, y: at.y + side / 2 }, side * 0.62, random, { points: 8, rough: 0.08 }),
    ])
    context.fill()
    context.strokeStyle = 'rgba(250,240,226,0.92)'
    context.lineWidth = unit * 0.42
    context.lineCap = 'round'
    const line = (x: number, y: number, x2: number, y2: number) => {
      context.beginPath()
      context.moveTo(at.x + x * side, at.y + y * side)
      context.lineTo(at.x + x2 * side, at.y + y2 * side)
      context.stroke()
    }
    line(0.26, 0.32, 0.74, 0.32)
    line(0.5, 0.2, 0.5, 0.8)
    line(0.28, 0.54, 0.72, 0.54)
    line(0.24, 0.8, 0.76, 0.8)
  })
}

function printFrame(stage: Stage): Sheet {
  const { width, height, unit } = stage
  return overlay(stage, (context) => {
    const wide = unit * 2.6
    context.fillStyle = '#f3e7cb'
    context.beginPath()
    context.rect(0, 0, width, height)
    context.roundRect(wide, wide, width - wide * 2, height - wide * 2, unit * 0.8)
    context.fill('evenodd')
    context.strokeStyle = 'rgba(60,40,40,0.5)'
    context.lineWidth = Math.max(1, unit * 0.16)
    context.strokeRect(wide * 1.3, wide * 1.3, width - wide * 2.6, height - wide * 2.6)
  })
}

/** What lies over the whole picture at last: a vignette, or the paper of the style. */
export function finishParts(stage: Stage): Sheet[] {
  const { brief, light, unit } = stage
  switch (brief.style) {
    case 'papercut':
    case 'oil':
    case 'neon':
      return [vignette(stage, light.shadow, brief.style === 'papercut' ? 0.34 : 0.42)]
    case 'watercolour':
      return [paperEdge(stage, [252, 251, 246], unit * 2.6)]
    case 'ink':
      return [vignette(stage, '#e6d9bd', 0.5), paperEdge(stage, [244, 236, 220], unit * 2), seal(stage)]
    case 'line':
      return [paperEdge(stage, [251, 248, 240], unit * 2.2)]
    case 'vintage':
      return [vignette(stage, '#7a4a2a', 0.22), printFrame(stage)]
    case 'pastel':
      return [vignette(stage, '#fff8ee', 0.3)]
    case 'pixel':
      return []
  }
}

import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { alpha, type Colour } from '../colour.ts'
import type { Sheet } from '../layers.ts'
import { noiseAt, noiseField } from './raster.ts'
import type { Paper } from './style.ts'

/** A layer over the whole picture that no camera moves. */
export function overlay({ width, height }: Paper, draw: (context: SKRSContext2D) => void): Sheet {
  return { kind: 'sheet', role: 'overlay', depth: 0, left: 0, right: width, top: 0, bottom: height, draw }
}

/** Lines of a frame around the picture, in units: how far inwards the middle of each is, how wide it is, its colour. */
export function frameOf(
  paper: Paper,
  lines: readonly (readonly [number, number, Colour])[],
  dash: number[] = [],
): Sheet {
  const { unit, width, height } = paper
  return overlay(paper, (context) => {
    context.setLineDash(dash.map((length) => unit * length))
    for (const [inwards, wide, colour] of lines) {
      const at = unit * inwards
      context.strokeStyle = colour
      context.lineWidth = unit * wide
      context.strokeRect(at, at, width - at * 2, height - at * 2)
    }
    context.setLineDash([])
  })
}

/** A slight change towards the corners, which holds the eye in the picture. */
export function vignette(paper: Paper, colour: Colour, strength: number): Sheet {
  const { width, height } = paper
  return overlay(paper, (context) => {
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

/** Bare paper along the edges: paint never reaches them in one straight line. */
export function paperEdge(paper: Paper, colour: readonly [number, number, number], wide: number): Sheet {
  const { width, height, unit } = paper
  return overlay(paper, (context) => {
    const scale = 2
    const w = Math.ceil(width / scale)
    const h = Math.ceil(height / scale)
    const canvas = createCanvas(w, h)
    const paint = canvas.getContext('2d')
    const image = paint.createImageData(w, h)
    const field = noiseField(paper.random.fork('edge').int(1, 1e6))
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

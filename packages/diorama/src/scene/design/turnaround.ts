import type { Canvas } from '@napi-rs/canvas'
import type { Posture, Subject } from '../../brief.ts'
import { brightness } from '../colour.ts'
import { backdrop, wholePicture } from '../draw/backdrop.ts'
import type { Part } from '../layers.ts'
import { mirrored } from '../mirrored.ts'
import { hairOf } from '../rig/head-dress.ts'
import { drawRig, rigShape } from '../rig/rigs.ts'
import type { Stage } from '../stage.ts'
import { histogram } from '../subjects/tones.ts'
import { motifPicture } from './motif.ts'

async function posed(subject: Subject, posture: Posture, high: number): Promise<Canvas | undefined> {
  const shape = rigShape(subject, posture, [])
  if (!shape) return undefined
  const size = { width: (shape.width * high) / shape.height, height: high }
  return drawRig(subject, { posture, held: [], phase: 0.3 }, size)
}

// Where the head is: the widest of the topmost rows of paint tells how broad it is.
function headBox(picture: Canvas): { x: number; y: number; wide: number; high: number } {
  const { width, height } = picture
  const { data } = picture.getContext('2d').getImageData(0, 0, width, height)
  let [left, right, top] = [width, 0, -1]
  for (let y = 0; y < height * 0.3; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[(y * width + x) * 4 + 3] as number) < 150) continue
      if (top < 0) top = y
      if (y - top > height * 0.2)
        return { x: (left + right) / 2, y: Math.max(0, top), wide: right - left, high: height * 0.27 }
      left = Math.min(left, x)
      right = Math.max(right, x)
    }
  }
  return { x: (left + right) / 2, y: Math.max(0, top), wide: right - left, high: height * 0.27 }
}

// The same figure from behind: hair where the face was.
function fromBehind(picture: Canvas, subject: Subject): Canvas {
  const out = mirrored(picture)
  const context = out.getContext('2d')
  const { x, y, wide, high } = headBox(out)
  context.globalCompositeOperation = 'source-atop'
  context.fillStyle = subject.kind.startsWith('person') ? hairOf(picture) : (histogram(picture)[0]?.colour ?? '#8d9199')
  context.beginPath()
  context.ellipse(x, y + high * 0.47, wide * 0.5, high * 0.5, 0, 0, Math.PI * 2)
  context.fill()
  return out
}

async function viewsOf(subject: Subject, high: number): Promise<Canvas[]> {
  const front = await posed(subject, 'stand', high)
  const walking = await posed(subject, 'walk', high)
  if (!front || !walking) {
    const drawn = await motifPicture({ ...subject, count: 1 }, high * 0.8)
    return [drawn, mirrored(drawn)]
  }
  return [front, walking, fromBehind(front, subject)]
}

/** One character from several sides, with the colours that it is made of. */
export async function turnaroundParts(stage: Stage): Promise<Part[]> {
  const { width, height, unit, brief } = stage
  const [hero] = brief.subjects
  if (!hero) return []
  const views = await viewsOf({ ...hero, count: 1 }, height * 0.74)
  const paper = brief.studio?.colour ?? '#f7f5f0'
  const line = brightness(paper) < 0.5 ? '#ffffff' : '#4a4a58'
  const swatches = histogram(views[0] as Canvas)
    .filter(({ weight }) => weight > 0.006)
    .slice(0, 6)
  const step = (width * 0.78) / views.length
  return [
    backdrop(stage, (context) => {
      context.fillStyle = paper
      context.fillRect(0, 0, width, height)
      context.strokeStyle = line
      context.globalAlpha = 0.35
      context.lineWidth = Math.max(1, unit * 0.16)
      context.beginPath()
      context.moveTo(width * 0.05, height * 0.9)
      context.lineTo(width * 0.8, height * 0.9)
      context.stroke()
      context.globalAlpha = 1
      for (const [index, { colour }] of swatches.entries()) {
        const [x, y, side] = [width * 0.88, height * (0.16 + index * 0.12), unit * 5.4]
        context.fillStyle = colour
        context.beginPath()
        context.roundRect(x - side / 2, y, side, side, unit * 0.8)
        context.fill()
      }
    }),
    {
      kind: 'sheet',
      role: 'subject',
      depth: 0,
      ...wholePicture(stage),
      draw(context) {
        for (const [index, view] of views.entries())
          context.drawImage(view, width * 0.04 + step * (index + 0.5) - view.width / 2, height * 0.9 - view.height)
      },
    },
  ]
}

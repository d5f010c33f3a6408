import type { Canvas } from '@napi-rs/canvas'
import { backdrop, wholePicture } from '../draw/backdrop.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import type { InnerScene } from './inner-scene.ts'

type Frame = { x: number; y: number; width: number; height: number }

// One row up to three, else two rows: each panel keeps about the shape of a picture.
function framesOf(count: number, { width, height, unit }: Stage): Frame[] {
  const rows = count > 3 || width < height ? 2 : 1
  const columns = Math.ceil(count / rows)
  const gap = unit * 1.8
  const [wide, high] = [(width - gap * (columns + 1)) / columns, (height - gap * (rows + 1)) / rows]
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / columns)
    const inRow = row === rows - 1 ? count - columns * row : columns
    const own = inRow === columns ? wide : (width - gap * (inRow + 1)) / inRow
    return { x: gap + (i % columns) * (own + gap), y: gap + row * (high + gap), width: own, height: high }
  })
}

/** A strip of panels with white between them, each with its own moment of the story. */
export async function panelParts(stage: Stage, inner: InnerScene): Promise<Part[]> {
  const { width, height, unit, brief } = stage
  const { design: _strip, ...plain } = brief
  const moments = brief.moments ?? [plain, { ...plain, framing: { ...plain.framing, shot: 'close-up' as const } }]
  const frames = framesOf(moments.length, stage)
  const pictures: Canvas[] = []
  for (const [index, moment] of moments.entries()) {
    const frame = frames[index] as Frame
    pictures.push(await inner(moment, { width: Math.round(frame.width), height: Math.round(frame.height) }))
  }
  return [
    backdrop(stage, (context) => {
      context.fillStyle = '#fdfcf8'
      context.fillRect(0, 0, width, height)
    }),
    {
      kind: 'sheet',
      // Each panel has the manner already.
      role: 'overlay',
      depth: 0,
      ...wholePicture(stage),
      draw(context) {
        for (const [index, picture] of pictures.entries()) {
          const frame = frames[index] as Frame
          context.drawImage(picture, frame.x, frame.y, frame.width, frame.height)
          context.strokeStyle = '#1c1a22'
          context.lineWidth = unit * 0.45
          context.strokeRect(frame.x, frame.y, frame.width, frame.height)
        }
      },
    },
  ]
}

import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { placedSubject } from '../../staging/one-of-many.ts'
import type { Part } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { figurePicture } from '../subjects/figure-picture.ts'

function whitened(picture: Canvas): Canvas {
  const context = picture.getContext('2d')
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, picture.width, picture.height)
  context.globalCompositeOperation = 'source-over'
  return picture
}

// The outline is the figure itself, white, moved round in a circle: no edge of it can be missed.
const TURNS = 28

/** The white paper of a sticker, cut along all figures together, with the shadow it casts. */
export async function stickerParts(stage: Stage, plan: ScenePlan): Promise<Part[]> {
  const rim = stage.unit * 2.1
  const pad = Math.ceil(rim + stage.unit * 3)
  const figures: { image: Canvas; left: number; top: number; flip: boolean }[] = []
  for (const placement of plan.placements) {
    const subject = placedSubject(stage.brief.subjects, placement)
    const image = whitened(await figurePicture(subject, placement))
    const { x, foot, flip } = placement
    figures.push({ image, left: x - image.width / 2, top: foot - image.height, flip })
  }
  if (figures.length === 0) return []
  const left = Math.floor(Math.min(...figures.map((one) => one.left)) - pad)
  const top = Math.floor(Math.min(...figures.map((one) => one.top)) - pad)
  const right = Math.ceil(Math.max(...figures.map((one) => one.left + one.image.width)) + pad)
  const bottom = Math.ceil(Math.max(...figures.map((one) => one.top + one.image.height)) + pad)
  const paper = createCanvas(right - left, bottom - top)
  const context = paper.getContext('2d')
  for (const { image, left: x, top: y, flip } of figures) {
    for (let turn = 0; turn < TURNS; turn++) {
      const angle = (turn / TURNS) * Math.PI * 2
      context.save()
      context.translate(x - left + Math.cos(angle) * rim + (flip ? image.width : 0), y - top + Math.sin(angle) * rim)
      if (flip) context.scale(-1, 1)
      context.drawImage(image, 0, 0)
      context.restore()
    }
  }
  return [
    {
      kind: 'sheet',
      role: 'subject',
      depth: 1,
      left,
      right,
      top,
      bottom,
      draw(target) {
        target.shadowColor = 'rgba(24,24,40,0.42)'
        target.shadowBlur = stage.unit * 2
        target.shadowOffsetY = stage.unit * 0.7
        target.drawImage(paper, left, top)
        target.shadowColor = 'transparent'
      },
    },
  ]
}

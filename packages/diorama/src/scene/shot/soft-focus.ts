import { createCanvas, type Canvas } from '@napi-rs/canvas'
import type { Baked } from '../layers.ts'
import { settle } from '../settle.ts'
import type { Stage } from '../stage.ts'

// The subjects are at depth 1; what is a tenth away from it is already out of focus.
const IN_FOCUS = 0.1

// Made small and large again, twice: as soft as a lens, and cheap however wide the blur.
function blurredCopy(image: Canvas, radius: number, solid: boolean): Canvas {
  const share = Math.max(1, radius / 1.6)
  const small = createCanvas(
    Math.max(2, Math.round(image.width / share)),
    Math.max(2, Math.round(image.height / share)),
  )
  const paint = small.getContext('2d')
  paint.imageSmoothingQuality = 'high'
  paint.drawImage(image, 0, 0, small.width, small.height)
  const soft = createCanvas(small.width, small.height)
  const again = soft.getContext('2d')
  // Beyond the edge of a sheet there is nothing: without this its rim would fade.
  if (solid) again.drawImage(small, 0, 0)
  again.filter = 'blur(1.6px)'
  again.drawImage(small, 0, 0)
  const out = createCanvas(image.width, image.height)
  const large = out.getContext('2d')
  large.imageSmoothingQuality = 'high'
  large.drawImage(soft, 0, 0, image.width, image.height)
  return out
}

/** How wide the lens is open: 0 where everything is sharp. */
function apertureOf({ framing, archetype }: Stage['brief']): number {
  if (archetype === 'studio') return 0
  if (framing?.shot === 'macro') return 1.25
  if (framing?.soft) return 1
  return framing?.shot === 'close-up' ? 0.6 : 0
}

/** A sheet as the lens sees it: blurred by its distance from the subjects where only they are in focus. */
export function softened(sheet: Baked, stage: Stage): Baked {
  const aperture = apertureOf(stage.brief)
  const away = Math.abs(sheet.depth - 1)
  if (aperture === 0 || sheet.role === 'overlay' || sheet.role === 'subject' || away < IN_FOCUS) return sheet
  const image = blurredCopy(
    sheet.image,
    stage.unit * aperture * (0.5 + away * 1.2),
    sheet.role === 'sky' && sheet.depth === 0,
  )
  settle(image)
  return { ...sheet, image }
}

import { createCanvas } from '@napi-rs/canvas'
import type { Brief } from '../../brief.ts'
import type { Pixels } from '../../job.ts'
import { canvasOf } from '../../scene/canvas-of.ts'
import { pixelsOf } from '../fit-picture.ts'

/** The part of a picture that is kept, in shares of its width and height, and what there is to say of it. */
export type Crop = { x: number; y: number; size: number; notes: string[] }

const CUT = /\b(?:crop|cropped|cut|trim)\b/i
const CLOSER = /\b(?:zoom(?:ed)?(?: \w+)? in|closer (?:crop|view)|crop (?:it )?(?:tighter|closer)|tighter crop)\b/i
const MIDDLE = 'diorama recognises nothing in a given picture: the middle of it was brought closer.'

/** What a prompt wants cut away, where it says so. The kept part has the proportions of the picture. */
export function cropOf({ prompt }: Pick<Brief, 'prompt'>): Crop | undefined {
  // Faces and whatever else matters are mostly a little above the middle.
  const middle = { x: 0.2, y: 0.12, size: 0.6 }
  if (CLOSER.test(prompt)) return { ...middle, notes: [MIDDLE] }
  if (!CUT.test(prompt)) return undefined
  const has = (words: string) => new RegExp(String.raw`\b(?:${words})\b`, 'i').test(prompt)
  const size = 0.6
  const across = has('left') ? 0 : has('right') ? 1 : 0.5
  const down = has('top|upper') ? 0 : has('bottom|lower') ? 1 : 0.5
  if (across === 0.5 && down === 0.5 && !has('center|centre|middle|crop|cropped')) return undefined
  return { x: across * (1 - size), y: down * (1 - size), size, notes: [] }
}

/** The kept part, as large as the whole was. */
export function cropped(picture: Pixels, { x, y, size }: Crop): Pixels {
  const { width, height } = picture
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(canvasOf(picture), x * width, y * height, size * width, size * height, 0, 0, width, height)
  return pixelsOf(canvas)
}

import type { Canvas } from '@napi-rs/canvas'
import type { Subject } from '../../brief.ts'
import type { Pixels } from '../../job.ts'
import { findDrawing, type Found } from '../seen/find-drawing.ts'
import { outlined } from '../seen/outlined.ts'
import { lookAlikes } from '../seen/shapes-of.ts'
import { fillHole, type Hole } from './fill-hole.ts'

const MOST = 6

const NOT_FOUND = (label: string) => `diorama did not find ${label} in the picture: it stayed.`
const GUESSED = (label: string) => `What was behind ${label} is a guess, filled in from beside it.`

/** Something that was taken out of a picture, and where it had been. */
export type Removed = { subject: Subject; found: Found }

// All that the drawing covered, with its rim and the shadow under it.
function holeOf(picture: Pixels, found: Found, { kind }: Subject): Hole {
  const { width, height } = picture
  const margin = (width * 0.011) / Math.max(found.width, found.height)
  const shape = outlined(picture, found, Math.max(0.05, margin))
  const context = shape.getContext('2d')
  context.beginPath()
  const [rx, ry] = [found.width * 0.57, Math.max(height * 0.018, found.width * 0.08)]
  context.ellipse(found.x + found.width / 2, found.y + found.height - ry * 0.1, rx, ry, 0, 0, Math.PI * 2)
  context.fill()
  // Arms and feet of people are where their deeds want them: all of their box goes.
  if (kind.startsWith('person')) {
    const room = found.height * 0.07
    context.fillRect(found.x - room, found.y - room, found.width + room * 2, found.height + room * 1.6)
  }
  const { data } = context.getImageData(0, 0, width, height)
  const mask = new Uint8Array(width * height)
  const hole: Hole = { mask, avoid: mask, left: width, right: 0, top: height, bottom: 0 }
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if ((data[at * 4 + 3] as number) < 40) continue
      hole.mask[at] = 1
      hole.left = Math.min(hole.left, x)
      hole.right = Math.max(hole.right, x)
      hole.top = Math.min(hole.top, y)
      hole.bottom = Math.max(hole.bottom, y)
    }
  return hole
}

async function allOf(picture: Pixels, subject: Subject): Promise<Found[]> {
  const shapes = await lookAlikes(subject)
  const found: Found[] = []
  const most = subject.count > 1 ? MOST : 1
  while (found.length < most) {
    const looked = found.length === 0 ? shapes : [found[0]?.shape as Canvas]
    const next = findDrawing(picture, looked, found) ?? findDrawing(picture, looked, found, { small: true })
    if (!next) break
    found.push(next)
  }
  return found
}

/** Takes things out of a picture that are found in it by their look, and fills their place from beside it; tells what stayed and what is a guess. */
export async function removeThings(
  picture: Pixels,
  subjects: readonly Subject[],
): Promise<{ pixels: Pixels; removed: Removed[]; notes: string[] }> {
  const pixels = { ...picture, rgba: new Uint8Array(picture.rgba) }
  const removed: Removed[] = []
  const notes: string[] = []
  for (const subject of subjects) {
    const found = await allOf(pixels, subject)
    const holes = found.map((one) => holeOf(pixels, one, subject))
    const avoid = new Uint8Array(pixels.width * pixels.height)
    const setAll = (mask: Uint8Array, value: 0 | 1) => {
      for (let at = 0; at < mask.length; at++) if (mask[at] === 1) avoid[at] = value
    }
    for (const { mask } of holes) setAll(mask, 1)
    for (const hole of holes) {
      fillHole(pixels, { ...hole, avoid })
      // What is filled may stand in for the next.
      setAll(hole.mask, 0)
    }
    removed.push(...found.map((one) => ({ subject, found: one })))
    // Beside trees and houses the filling may show: whoever gets it should know that it was never there.
    const told = found.length === 0 ? NOT_FOUND : GUESSED
    notes.push(told(subject.label))
  }
  return { pixels, removed, notes }
}

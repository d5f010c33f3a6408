import type { Canvas } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Posture, Subject } from '../../brief.ts'
import { headArt } from '../../scene/rig/heads.ts'
import { drawRig, rigShape } from '../../scene/rig/rigs.ts'
import { renderArt } from '../../scene/subjects/render-art.ts'

const SIDE = 96
const POSTURES: readonly Posture[] = ['stand', 'sit']
const TONE = /-(?:light|medium-light|medium|medium-dark|dark)-skin-tone/
const TONES = ['-light', '-medium-light', '-medium', '-medium-dark', '-dark'] as const

// A person was drawn in a tone of skin of its own.
function drawingsNamed(art: string): string[] {
  const bare = art.replace(TONE, '')
  const all = bare === art ? [art] : [art, ...TONES.map((tone) => art.replace(TONE, `${tone}-skin-tone`))]
  return [...new Set(all)].filter((name) => drawingOf(name) !== undefined)
}

// Words for the same thing lead to one drawing in a scene and to another in an edit.
const ALIKE: readonly (readonly string[])[] = [
  ['couch-and-lamp', 'sofa', 'armchair'],
  ['automobile', 'sport-utility-vehicle', 'taxi'],
  ['sailboat', 'rowing-boat', 'speedboat', 'motor-boat'],
  ['deciduous-tree', 'evergreen-tree', 'bare-tree', 'autumn-tree'],
  ['soccer-ball', 'ball', 'basketball', 'beach-ball'],
  ['house', 'house-with-garden', 'cabin'],
  ['potted-plant', 'plant', 'houseplant'],
]
const BUSY: readonly Posture[] = ['stand', 'sit', 'walk', 'run', 'hold', 'hold-up']

/** Every look that a thing may have in a picture of our own: other drawings of its kind, and all usual postures. */
export async function lookAlikes(subject: Subject): Promise<Canvas[]> {
  const kin = ALIKE.find((arts) => arts.includes(subject.art))?.filter((art) => art !== subject.art) ?? []
  const others = kin.flatMap((art) => {
    const { label = art, kind = '' } = drawingOf(art) ?? {}
    return drawingOf(art) ? [{ ...subject, art, label, kind }] : []
  })
  const shapes = await shapesOf(subject, BUSY)
  for (const other of others) shapes.push(...(await shapesOf(other)))
  return shapes
}

/** How a drawing may look in a picture of our own: as it is, and in postures where it has joints. */
export async function shapesOf(subject: Subject, postures: readonly Posture[] = POSTURES): Promise<Canvas[]> {
  const shapes: Canvas[] = []
  for (const art of drawingsNamed(subject.art)) {
    const box = drawingOf(art)?.box ?? { width: 128, height: 128 }
    const by = SIDE / Math.max(box.width, box.height)
    shapes.push(await renderArt(art, box.width * by, box.height * by))
  }
  for (const posture of postures) {
    const shape = rigShape(subject, posture, [])
    if (!shape) continue
    const by = SIDE / Math.max(shape.width, shape.height)
    const size = { width: shape.width * by, height: shape.height * by }
    const rigged = await drawRig(subject, { posture, held: [], phase: 0.4 }, size)
    if (rigged) shapes.push(rigged)
  }
  return shapes
}

/** How a head looks, where a subject has one of its own. */
export async function headsOf({ art }: Subject): Promise<Canvas[]> {
  const heads = [...new Set(drawingsNamed(art).map(headArt))].filter((name) => drawingOf(name) !== undefined)
  return Promise.all(
    heads.map(async (name) => {
      const box = drawingOf(name)?.box ?? { width: 128, height: 128 }
      const by = SIDE / Math.max(box.width, box.height)
      return renderArt(name, box.width * by, box.height * by)
    }),
  )
}

import assert from 'node:assert/strict'
import type { Canvas } from '@napi-rs/canvas'
import { drawingOf } from '../../src/art.ts'
import type { Looks, Posture, Subject } from '../../src/brief.ts'
import { drawRig, rigShape } from '../../src/scene/rig/rigs.ts'

/** A subject by its drawing, in these clothes. */
export function subjectOf(art: string, looks?: Looks): Subject {
  const drawing = drawingOf(art)
  assert.ok(drawing, art)
  return { art, label: drawing.label, kind: drawing.kind, count: 1, scale: 'normal', ...(looks && { looks }) }
}

function coverOf(image: Canvas): { painted: number; sides: number } {
  const { width, height } = image
  const { data } = image.getContext('2d').getImageData(0, 0, width, height)
  const opaque = (x: number, y: number) => (data[(y * width + x) * 4 + 3] ?? 0) > 128
  let painted = 0
  let sides = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!opaque(x, y)) continue
      painted++
      if (x === 0 || x === width - 1 || y === 0) sides++
    }
  }
  return { painted: painted / (width * height), sides }
}

const PEOPLE: Subject[] = [
  subjectOf('woman'),
  subjectOf('old-man', { beard: '#ffffff', suit: '#333344', hat: { art: 'top-hat' } }),
  subjectOf('girl', { hair: { colour: '#b3522c', long: true }, dress: '#3366aa', scarf: '#228844' }),
  subjectOf('cook', { glasses: true }),
  subjectOf('robot'),
  subjectOf('boy', { cape: '#c02020', boots: '#d0c020', mask: '#40a0c0' }),
  subjectOf('woman', { coat: '#3060b0', pack: '#208040', gloves: '#202020', headphones: '#c04040' }),
  subjectOf('man', { apron: '#f0f0e8', tie: '#2050a0', striped: true }),
  subjectOf('girl', { skirt: '#d0a020', necklace: '#ffffff', wreath: true }),
  subjectOf('old-woman', { veil: '#5060a0' }),
  subjectOf('cat', { hat: { art: 'space-helmet' }, top: '#e0e0e0', legs: '#e0e0e0', cape: '#b02020' }),
  subjectOf('bear', { hat: { art: 'viking-helmet' }, coat: '#7a5f3a' }),
  subjectOf('rabbit', { hat: { art: 'pirate-hat' }, dress: '#506090' }),
]
const ANIMALS = [
  'cat',
  'dog',
  'fox',
  'bear',
  'lion',
  'tiger',
  'horse',
  'cow',
  'pig',
  'rabbit',
  'mouse',
  'frog',
  'moose',
]

// How many pixels of a picture hang together with none of the others, apart from specks.
function piecesOf(image: Canvas): number {
  const { width, height } = image
  const { data } = image.getContext('2d').getImageData(0, 0, width, height)
  const left = Uint8Array.from({ length: width * height }, (_, at) => ((data[at * 4 + 3] ?? 0) > 24 ? 1 : 0))
  let pieces = 0
  for (let start = left.indexOf(1); start >= 0; start = left.indexOf(1, start)) {
    const reached = [start]
    left[start] = 0
    let size = 0
    for (let at = reached.pop(); at !== undefined; at = reached.pop(), size++)
      for (const row of [-width, 0, width])
        for (const next of [at + row - 1, at + row, at + row + 1]) {
          if (!left[next]) continue
          left[next] = 0
          reached.push(next)
        }
    if (size > 4) pieces++
  }
  return pieces
}

/** People in all sorts of clothes, and animals. */
export const FIGURES: readonly Subject[] = [...PEOPLE, ...ANIMALS.map((art) => subjectOf(art))]

/** Fails where somebody is not drawn in one piece in a posture, or something of it is cut off. */
export async function assertDrawnWhole(subject: Subject, posture: Posture): Promise<void> {
  const shape = rigShape(subject, posture, [])
  assert.ok(shape, posture)
  const size = { width: shape.width * 0.8, height: shape.height * 0.8 }
  const image = await drawRig(subject, { posture, held: [], phase: 0.3 }, size)
  assert.ok(image, posture)
  const { painted, sides } = coverOf(image)
  assert.ok(painted > 0.12, `${posture}: only ${painted} of its box is painted`)
  // The round end of a limb may touch the edge of its box; a cut one lies along it.
  assert.ok(sides < image.height * 0.16, `${posture}: ${sides} pixels along the edge`)
  assert.equal(piecesOf(image), 1, `${posture}: in pieces`)
}

import type { Canvas } from '@napi-rs/canvas'
import type { Looks, Posture } from '../../brief.ts'
import { hex, mix, rgb, type Colour } from '../colour.ts'
import { histogram } from '../subjects/tones.ts'
import type { Eyes } from './eyes.ts'
import { closeEyes, hairOf } from './head-dress.ts'

/** Hair all over a head that is seen from behind, with its ears; dyed hair in its new colour, so that it comes last. */
export function turnHead(head: Canvas): void {
  const context = head.getContext('2d')
  const { width, height } = head
  const hair = hairOf(head)
  context.save()
  context.globalCompositeOperation = 'source-atop'
  context.fillStyle = hair
  context.beginPath()
  context.ellipse(width / 2, height * 0.5, width * 0.44, height * 0.52, 0, 0, Math.PI * 2)
  context.fill()
  context.strokeStyle = mix(hair, '#000000', 0.28)
  context.lineWidth = Math.max(1, width * 0.014)
  for (const share of [-0.3, -0.15, 0, 0.15, 0.3]) {
    context.beginPath()
    context.moveTo(width * (0.5 + share * 0.3), height * 0.14)
    context.quadraticCurveTo(width * (0.5 + share * 1.2), height * 0.45, width * (0.5 + share * 1.1), height * 0.92)
    context.stroke()
  }
  context.restore()
}

// Tears under both eyes.
function weep(head: Canvas, [left, right, y, radius]: Eyes): void {
  const context = head.getContext('2d')
  const { width, height } = head
  const size = radius * width
  context.fillStyle = '#5db4ea'
  for (const x of [left, right])
    for (const [down, large] of [
      [1.9, 0.62],
      [3.4, 0.5],
    ] as const) {
      const [cx, cy, r] = [x * width, y * height + size * down, size * large]
      context.beginPath()
      context.moveTo(cx, cy - r * 1.9)
      context.quadraticCurveTo(cx + r * 1.3, cy, cx, cy + r)
      context.quadraticCurveTo(cx - r * 1.3, cy, cx, cy - r * 1.9)
      context.fill()
    }
}

// Where a mouth may be below the eyes, and half its breadth, all beside the distance of the eyes.
const MOUTH = { from: 0.38, to: 0.88, half: 0.3 } as const
// How far another colour than the skin is one, in steps of the three channels.
const OTHER = 70

type Mouth = { top: number; bottom: number; skin: Colour; lips: Colour }

/** From where to where a mouth is in the middle of a face, and its colour and that about it; nothing where there is none to be seen. */
function mouthOf(head: Canvas, [left, right, y]: Eyes): Mouth | undefined {
  const { width, height } = head
  const apart = (right - left) * width
  const middle = (left + right) / 2
  const [from, to] = [y * height + MOUTH.from * apart, Math.min(height, y * height + MOUTH.to * apart)]
  const skin = histogram(head, {
    left: middle - (right - left) * 0.4,
    right: middle + (right - left) * 0.4,
    top: from / height,
    bottom: to / height,
  })[0]?.colour
  if (!skin || to - from < 2) return undefined
  const about = rgb(skin)
  const { data } = head.getContext('2d').getImageData(Math.round(middle * width), Math.round(from), 1, to - from)
  const isOther = (row: number): boolean =>
    (data[row * 4 + 3] ?? 0) > 200 &&
    about.reduce((sum, value, i) => sum + Math.abs(value - (data[row * 4 + i] ?? 0)), 0) > OTHER
  // From the chin upwards: above the mouth is the nose.
  let row = data.length / 4 - 1
  while (row >= 0 && !isOther(row)) row--
  const low = row
  while (row >= 0 && isOther(row)) row--
  if (row < 0) return undefined
  const lips = (row + low + 1) >> 1
  return { top: from + row, bottom: from + low + 1, skin, lips: hex([...data.subarray(lips * 4, lips * 4 + 3)]) }
}

// All people are drawn with a smile: one who cries has the corners of the mouth down.
function turnMouthDown(head: Canvas, eyes: Eyes): void {
  const [left, right] = eyes
  const mouth = mouthOf(head, eyes)
  if (!mouth) return
  const context = head.getContext('2d')
  const apart = (right - left) * head.width
  const x = ((left + right) / 2) * head.width
  context.fillStyle = mouth.skin
  context.beginPath()
  // The corners of a smile are higher than its middle.
  const [middle, high] = [(mouth.top + mouth.bottom) / 2 - apart * 0.03, (mouth.bottom - mouth.top) / 2 + apart * 0.1]
  context.ellipse(x, middle, MOUTH.half * 1.3 * apart, high, 0, 0, Math.PI * 2)
  context.fill()
  context.strokeStyle = mouth.lips
  context.lineWidth = Math.max(1, apart * 0.085)
  context.lineCap = 'round'
  context.beginPath()
  context.arc(x, mouth.top + MOUTH.half * 0.8 * apart, MOUTH.half * 0.8 * apart, Math.PI * 1.2, Math.PI * 1.8)
  context.stroke()
}

/** What a posture says of the face: closed eyes of who sleeps, laughs, prays or meditates, tears of who cries, and no smile. */
export function showFeelings(head: Canvas, posture: Posture, eyes: Eyes | undefined, isPerson: boolean): void {
  if (!eyes) return
  if (posture === 'cry' && isPerson) turnMouthDown(head, eyes)
  if (/^(sleep|laugh|cry|meditate|pray)$/.test(posture)) closeEyes(head, eyes)
  if (posture === 'cry') weep(head, eyes)
}

/** What is seen of somebody's looks on the head: from behind neither glasses nor beard. */
export function seenLooks({ looks, away }: { looks: Looks; away?: true | undefined }): Looks {
  const { glasses: _, beard: __, mustache: ___, ...back } = looks
  return away ? back : looks
}

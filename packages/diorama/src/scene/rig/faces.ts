import type { Canvas } from '@napi-rs/canvas'
import type { Looks, Posture } from '../../brief.ts'
import { mix } from '../colour.ts'
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

/** What a posture says of the face: closed eyes of who sleeps or laughs, tears of who cries. */
export function showFeelings(head: Canvas, posture: Posture, eyes: Eyes | undefined): void {
  if (!eyes) return
  if (/^(sleep|laugh|cry)$/.test(posture)) closeEyes(head, eyes)
  if (posture === 'cry') weep(head, eyes)
}

/** What is seen of somebody's looks on the head: from behind neither glasses nor beard. */
export function seenLooks({ looks, away }: { looks: Looks; away?: true | undefined }): Looks {
  const { glasses: _, beard: __, mustache: ___, ...back } = looks
  return away ? back : looks
}

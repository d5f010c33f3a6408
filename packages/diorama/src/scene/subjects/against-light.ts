import type { Canvas } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'
import { alpha, mix } from '../colour.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { hairOf } from '../rig/head-dress.ts'
import type { Stage } from '../stage.ts'

/** Makes a figure the dark shape that it is before a bright sky. */
export function blacken(image: Canvas, { light }: Stage): void {
  const context = image.getContext('2d')
  context.save()
  context.globalCompositeOperation = 'source-atop'
  context.fillStyle = mix(light.shadow, '#060409', 0.72)
  context.fillRect(0, 0, image.width, image.height)
  context.restore()
}

// How wide the head is on a standing body.
const HEAD = 0.84

/** Whether a figure can be shown from behind: only people who stand, whose face is covered by their hair. */
export function canTurnAway({ kind }: Subject, { pose, posture }: Placement): boolean {
  return kind.startsWith('person') && pose === 'standing' && posture === undefined
}

/** A standing person seen from behind: hair where the face was. */
export function turnedAway(image: Canvas, subject: Subject, placement: Placement): Canvas {
  if (!canTurnAway(subject, placement)) return image
  const box = drawingOf(subject.art)?.box ?? { width: 128, height: 128 }
  const wide = image.width * HEAD
  const high = (wide * box.height) / box.width
  const hair = hairOf(image)
  const context = image.getContext('2d')
  const x = image.width / 2
  context.save()
  context.globalCompositeOperation = 'source-atop'
  context.fillStyle = hair
  context.beginPath()
  context.ellipse(x, high * 0.52, wide * 0.47, high * 0.46, 0, 0, Math.PI * 2)
  context.fill()
  context.strokeStyle = alpha(mix(hair, '#000000', 0.45), 0.55)
  context.lineWidth = Math.max(1, wide * 0.016)
  for (const share of [-0.3, -0.15, 0, 0.15, 0.3]) {
    context.beginPath()
    context.moveTo(x + wide * share * 0.3, high * 0.12)
    context.quadraticCurveTo(x + wide * share * 1.3, high * 0.4, x + wide * share * 1.2, high * 0.86)
    context.stroke()
  }
  context.restore()
  return image
}

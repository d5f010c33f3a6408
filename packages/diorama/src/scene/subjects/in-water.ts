import type { Canvas } from '@napi-rs/canvas'
import type { Subject } from '../../brief.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { plumageOf } from '../rig/plumages.ts'

const UNDER = 0.22
// To the ankles: more, and the line would be above the water that is behind who wades.
const WADING = 0.1

/** Whether somebody swims with the body under water, or wades; birds lie on it. */
export function isSunk({ art }: Subject, { posture, contact }: Placement): boolean {
  return /^(swim|walk)$/.test(posture ?? '') && contact === 'water' && !plumageOf(art)
}

/** How far down the water begins on a figure that is this tall. */
export const waterLine = (height: number, { posture }: Pick<Placement, 'posture'>): number =>
  height * (1 - (posture === 'walk' ? WADING : UNDER))

/** Lets a figure show only as far as it is out of the water, with a line of foam where it goes in. */
export function sink(picture: Canvas, level: number, hidden = 0.88): void {
  const context = picture.getContext('2d')
  const { width, height } = picture
  const ripple = height * 0.03
  const surface = () => {
    context.beginPath()
    context.moveTo(0, level)
    for (let i = 0; i < 8; i++)
      context.quadraticCurveTo(
        (width * (i + 0.5)) / 8,
        level + (i % 2 === 0 ? -ripple : ripple),
        (width * (i + 1)) / 8,
        level,
      )
  }
  context.save()
  surface()
  context.lineTo(width, height)
  context.lineTo(0, height)
  context.closePath()
  context.globalCompositeOperation = 'destination-out'
  context.fillStyle = `rgba(0,0,0,${hidden})`
  context.fill()
  context.restore()
  context.strokeStyle = 'rgba(255,255,255,0.7)'
  context.lineWidth = Math.max(1, height * 0.018)
  surface()
  context.stroke()
}

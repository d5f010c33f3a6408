import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'

function strand(context: SKRSContext2D, path: () => void, thick: number): void {
  for (const [width, colour] of [
    [thick, '#5a4630'],
    [thick * 0.5, '#c8a878'],
  ] as const) {
    context.lineWidth = width
    context.strokeStyle = colour
    context.beginPath()
    path()
    context.stroke()
  }
}

/** A rope in a box of this size: one that is wide sags a little from side to side, one that is tall hangs straight down and spreads to what it carries. */
export function rope({ width, height }: { width: number; height: number }): Canvas {
  const [wide, high] = [Math.max(4, Math.round(width)), Math.max(4, Math.round(height))]
  const picture = createCanvas(wide, high)
  const context = picture.getContext('2d')
  context.lineCap = 'round'
  if (wide > high) {
    const thick = Math.max(2, high * 0.22)
    strand(
      context,
      () => {
        context.moveTo(0, high * 0.3)
        context.quadraticCurveTo(wide / 2, high * 1.1, wide, high * 0.3)
      },
      thick,
    )
    return picture
  }
  const thick = Math.max(2, high * 0.035)
  const fork = high * 0.6
  strand(
    context,
    () => {
      context.moveTo(wide / 2, 0)
      context.lineTo(wide / 2, fork)
      context.lineTo(thick, high)
      context.moveTo(wide / 2, fork)
      context.lineTo(wide - thick, high)
    },
    thick,
  )
  return picture
}

/** A thin string from one upper corner of its box to the lower corner across. */
export function stringLine({ width, height }: { width: number; height: number }): Canvas {
  const [wide, high] = [Math.max(4, Math.round(width)), Math.max(4, Math.round(height))]
  const picture = createCanvas(wide, high)
  const context = picture.getContext('2d')
  context.lineWidth = Math.max(1.2, high * 0.008)
  context.strokeStyle = '#6d6660'
  context.beginPath()
  context.moveTo(1, 0)
  context.quadraticCurveTo(wide * 0.7, high * 0.5, wide - 1, high)
  context.stroke()
  return picture
}

/** A rope from the upper left corner of its box to the lower right one, a little slack. */
export function leash({ width, height }: { width: number; height: number }): Canvas {
  const [wide, high] = [Math.max(4, Math.round(width)), Math.max(4, Math.round(height))]
  const picture = createCanvas(wide, high)
  const context = picture.getContext('2d')
  context.lineCap = 'round'
  const thick = Math.max(2.5, Math.min(9, Math.hypot(wide, high) * 0.026))
  strand(
    context,
    () => {
      context.moveTo(thick, thick)
      context.quadraticCurveTo(wide * 0.45, high * 0.9, wide - thick, high - thick)
    },
    thick,
  )
  return picture
}

/** A thick rope that two sides pull, from corner to corner, with a mark in the middle. */
export function tautRope({ width, height }: { width: number; height: number }): Canvas {
  const [wide, high] = [Math.max(8, Math.round(width)), Math.max(8, Math.round(height))]
  const picture = createCanvas(wide, high)
  const context = picture.getContext('2d')
  context.lineCap = 'round'
  const thick = Math.max(3, Math.min(high * 0.7, wide * 0.018))
  strand(
    context,
    () => {
      context.moveTo(thick, thick)
      context.lineTo(wide - thick, high - thick)
    },
    thick,
  )
  context.strokeStyle = '#d7342e'
  context.lineWidth = thick * 1.5
  context.lineCap = 'butt'
  context.beginPath()
  context.moveTo(wide / 2 - thick, high / 2 - (thick * high) / wide)
  context.lineTo(wide / 2 + thick, high / 2 + (thick * high) / wide)
  context.stroke()
  return picture
}

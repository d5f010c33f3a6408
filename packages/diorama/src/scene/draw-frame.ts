import type { SKRSContext2D } from '@napi-rs/canvas'
import type { View } from './camera.ts'
import type { Clock } from './clock.ts'
import type { Baked, Item } from './layers.ts'

type Frame = { width: number; height: number; focus: { x: number; y: number }; clock: Clock }

const STRIPS = 40

function place(context: SKRSContext2D, frame: Frame, view: View, depth: number): void {
  const zoom = 1 + (view.zoom - 1) * Math.min(depth, 1.6)
  const { x, y } = frame.focus
  context.setTransform(
    zoom,
    0,
    0,
    zoom,
    x - x * zoom - view.x * frame.width * depth,
    y - y * zoom - view.y * frame.height * depth,
  )
}

function drawRipples(context: SKRSContext2D, item: Baked, angle: number): void {
  const { image, x, y, ripple = 0 } = item
  const strip = Math.max(2, Math.ceil(image.height / STRIPS))
  for (let top = 0; top < image.height; top += strip) {
    const height = Math.min(strip, image.height - top)
    const near = top / image.height
    const sway = Math.sin(angle + (top * 0.22) / (0.3 + near)) * ripple * (0.25 + near)
    // One row of overlap: without it the seams between strips shine through.
    const extra = Math.min(1, image.height - top - height)
    context.drawImage(image, 0, top, image.width, height + extra, x + sway, y + top, image.width, height + extra)
  }
}

function drawBaked(context: SKRSContext2D, item: Baked, second: number, clock: Clock): void {
  const motion = item.motion?.(second)
  context.globalAlpha = (item.opacity ?? 1) * (motion?.opacity ?? 1)
  if (item.blend) context.globalCompositeOperation = item.blend
  if (motion) {
    const pivot = item.pivot ?? { x: item.x + item.image.width / 2, y: item.y + item.image.height }
    context.translate(pivot.x + (motion.x ?? 0), pivot.y + (motion.y ?? 0))
    if (motion.turn) context.rotate(motion.turn)
    context.scale(motion.stretchX ?? 1, motion.stretchY ?? 1)
    context.translate(-pivot.x, -pivot.y)
  }
  if (item.ripple) drawRipples(context, item, clock.turn(second, 3))
  else context.drawImage(item.image, item.x, item.y)
  context.globalAlpha = 1
  context.globalCompositeOperation = 'source-over'
}

/** Draws the items of one moment, each as far along as its depth says. */
export function drawItems(
  context: SKRSContext2D,
  items: readonly Item[],
  moment: Frame & { view: View; second: number },
): void {
  context.save()
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'low'
  for (const item of items) {
    place(context, moment, moment.view, item.depth)
    if (item.kind === 'baked') drawBaked(context, item, moment.second, moment.clock)
    else {
      context.save()
      item.draw(context, moment.second)
      context.restore()
    }
  }
  context.restore()
}

import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import type { Lens, View } from './camera.ts'
import type { Clock } from './clock.ts'
import type { Coverage } from './coverage.ts'
import type { Baked, Item, Motion } from './layers.ts'
import type { Box } from './tile-boxes.ts'
import type { Lying } from './visible-boxes.ts'

/** What is known of a frame before its items are drawn. */
export type Moment = {
  width: number
  height: number
  focus: { x: number; y: number }
  clock: Clock
  view: View
  second: number
  /** How large the frame is drawn, beside the size that it was planned in. */
  scale: number
}

const STRAIGHT = { x: 0, y: 0 } as const
const STRIPS = 40
// A quarter where the water is far, one more where it is near.
const MOST_SWAY = 1.25
const AT_REST: Required<Omit<Motion, 'grounded'>> = { x: 0, y: 0, turn: 0, stretchX: 1, stretchY: 1, opacity: 1 }

type Placed = { zoom: number; x: number; y: number }

function placeOf({ focus, view, width, height }: Moment, depth: number): Placed {
  const zoom = 1 + (view.zoom - 1) * Math.min(depth, 1.6)
  const { x, y } = focus
  const turned = depth > 0 && view.swivel ? view.swivel : STRAIGHT
  const placed = {
    zoom,
    x: x - x * zoom - (view.x * depth + turned.x) * width,
    y: y - y * zoom - (view.y * depth + turned.y) * height,
  }
  return view.lens ? through(view.lens, placed, width, height) : placed
}

// What the lens shows of the picture fills the frame.
function through(lens: Lens, placed: Placed, width: number, height: number): Placed {
  return {
    zoom: placed.zoom * lens.zoom,
    x: (placed.x - lens.x * width) * lens.zoom + width / 2,
    y: (placed.y - lens.y * height) * lens.zoom + height / 2,
  }
}

// A style's own overlay lies on the lens, not in the scene.
function momentFor(item: Item, moment: Moment): Moment {
  if (item.kind === 'live' || item.role !== 'overlay' || !moment.view.lens) return moment
  const { lens: _, ...view } = moment.view
  return { ...moment, view }
}

function place(context: SKRSContext2D, moment: Moment, depth: number): void {
  const { zoom, x, y } = placeOf(moment, depth)
  const { scale } = moment
  context.setTransform(zoom * scale, 0, 0, zoom * scale, x * scale, y * scale)
}

function pivotOf(item: Baked): { x: number; y: number } {
  return item.pivot ?? { x: item.x + item.image.width / 2, y: item.y + item.image.height }
}

function imageAt({ image, cels }: Baked, second: number): Canvas {
  return cels?.drawings[cels.at(second)] ?? image
}

function drawRipples(context: SKRSContext2D, item: Baked, image: Canvas, angle: number): void {
  const { x, y, ripple = 0 } = item
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
    const pivot = pivotOf(item)
    context.translate(pivot.x + (motion.x ?? 0), pivot.y + (motion.y ?? 0))
    if (motion.turn) context.rotate(motion.turn)
    context.scale(motion.stretchX ?? 1, motion.stretchY ?? 1)
    context.translate(-pivot.x, -pivot.y)
  }
  const image = imageAt(item, second)
  if (item.ripple) drawRipples(context, item, image, clock.turn(second, 3))
  else context.drawImage(image, item.x, item.y)
  context.globalAlpha = 1
  context.globalCompositeOperation = 'source-over'
}

/** Draws the items of one moment, each as far along as its depth says, and only inside its boxes where it has some. */
export function drawItems(
  context: SKRSContext2D,
  items: readonly Item[],
  moment: Moment,
  boxes?: readonly (Box[] | undefined)[],
): void {
  context.save()
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'low'
  for (const [index, item] of items.entries()) {
    const within = boxes?.[index]
    if (within?.length === 0) continue
    context.save()
    if (within) clipTo(context, within, moment.scale)
    place(context, momentFor(item, moment), item.depth)
    if (item.kind === 'baked') drawBaked(context, item, moment.second, moment.clock)
    else item.draw(context, moment.second)
    context.restore()
  }
  context.restore()
}

// Along whole pixels, so that every pixel inside is the one that would be there without a clip.
function clipTo(context: SKRSContext2D, boxes: readonly Box[], scale: number): void {
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.beginPath()
  for (const { x, y, width, height } of boxes) context.rect(x, y, width, height)
  context.clip()
}

/** Where `drawItems` puts a sheet; nothing for one that turns or changes, which boxes cannot follow. */
export function lyingAt(item: Baked, coverage: Coverage, moment: Moment): Lying | undefined {
  const { x, y, turn, stretchX, stretchY, opacity } = { ...AT_REST, ...item.motion?.(moment.second) }
  if (turn !== 0 || item.blend || item.cels) return undefined
  const placed = placeOf(momentFor(item, moment), item.depth)
  const pivot = pivotOf(item)
  return {
    coverage,
    scale: { x: placed.zoom * stretchX, y: placed.zoom * stretchY },
    at: {
      x: placed.x + placed.zoom * (pivot.x + x + stretchX * (item.x - pivot.x)),
      y: placed.y + placed.zoom * (pivot.y + y + stretchY * (item.y - pivot.y)),
    },
    sway: Math.ceil((item.ripple ?? 0) * MOST_SWAY),
    // Between the strips of a ripple something may shine through.
    hides: !item.ripple && opacity === 1 && (item.opacity ?? 1) === 1,
  }
}

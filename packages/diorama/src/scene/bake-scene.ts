import { createCanvas } from '@napi-rs/canvas'
import { swept } from '../threads/sweep.ts'
import { bakeSheet } from './bake.ts'
import { drawItems, type Moment } from './draw-frame.ts'
import type { Item, Part, Sheet } from './layers.ts'
import { packed } from './packed.ts'
import type { Scene } from './scene.ts'
import { release } from './settle.ts'
import type { Stage } from './stage.ts'
import { softened } from './shot/soft-focus.ts'

/** All that a scene is made of, painted once, so that a frame is only a matter of moving sheets. */
export async function bakedItems(parts: readonly Part[], stage: Stage): Promise<Item[]> {
  const items: Item[] = []
  for (const part of parts) {
    const baked = (sheet: Sheet) => packed(softened(bakeSheet(sheet, stage, { count: items.length, items }), stage))
    items.push(part.kind === 'live' ? part : baked(part))
    // Kept for all sheets, what they were painted with is 20 MB.
    await swept()
  }
  return items
}

// A sweep takes about a millisecond: after every sheet it would make a picture a quarter slower.
const SWEPT_EVERY = 4

/** Draws one moment sheet by sheet and keeps none of them, other than for water that mirrors them. */
export async function stillFrame(
  parts: readonly Part[],
  stage: Stage,
  moment: Moment,
): Promise<Pick<Scene, 'drawFrame' | 'close'>> {
  const frame = createCanvas(stage.width, stage.height)
  const context = frame.getContext('2d')
  const lastMirror = parts.findLastIndex((part) => part.kind === 'sheet' && part.mirrors)
  const items: Item[] = []
  for (const [count, part] of parts.entries()) {
    const item = part.kind === 'live' ? part : softened(bakeSheet(part, stage, { count, items }), stage)
    drawItems(context, [item], moment)
    if (count < lastMirror) items.push(item)
    else if (item.kind === 'baked') release(item.image)
    if (count === lastMirror) releaseAll(items.splice(0))
    if (count % SWEPT_EVERY === 0) {
      // Drawing is only recorded until somebody looks, and until then every sheet is kept for it.
      context.getImageData(0, 0, 1, 1)
      await swept()
    }
  }
  return { drawFrame: (target) => target.drawImage(frame, 0, 0), close: () => release(frame) }
}

function releaseAll(items: readonly Item[]): void {
  for (const item of items) if (item.kind === 'baked') release(item.image)
}

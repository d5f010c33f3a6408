import { createCanvas } from '@napi-rs/canvas'
import type { Baked, Item, Sheet } from './layers.ts'
import { softOutline } from './soft-outline.ts'
import type { Stage } from './stage.ts'
import { STYLES } from './styles/styles.ts'

/** Paints a sheet once, finishes it in the picture's style, and lays its shadow under it. */
export function bakeSheet(sheet: Sheet, stage: Stage, behind: readonly Item[]): Baked {
  const left = Math.floor(sheet.left ?? -stage.margin)
  const right = Math.ceil(sheet.right ?? stage.width + stage.margin)
  const top = Math.floor(sheet.top ?? -stage.margin)
  const bottom = Math.ceil(sheet.bottom ?? stage.height + stage.margin)
  const width = Math.max(1, right - left)
  const height = Math.max(1, bottom - top)
  let image = createCanvas(width, height)
  const context = image.getContext('2d')
  context.save()
  context.translate(-left, -top)
  sheet.draw(context, behind)
  context.restore()
  const style = STYLES[stage.brief.style]
  if (sheet.role !== 'overlay') {
    const { unit, light } = stage
    const seed = stage.random.fork(`style${behind.length}`).int(1, 1e6)
    const raised = Boolean(sheet.shadow)
    image = style.layer(image, { seed, unit, role: sheet.role, dark: light.dark, key: light.key, raised })
  }
  if (sheet.shadow && style.shadow > 0) {
    const under = softOutline(image, stage.light.shadow, sheet.shadow * stage.unit)
    const target = image.getContext('2d')
    target.globalCompositeOperation = 'destination-over'
    target.globalAlpha = style.shadow
    target.drawImage(under, 0, sheet.shadow * stage.unit * 0.25, width, height)
    target.globalAlpha = 1
    target.globalCompositeOperation = 'source-over'
  }
  // Drawing is only recorded until somebody looks; unlooked at, it keeps every scratch canvas alive.
  image.getContext('2d').getImageData(0, 0, 1, 1)
  return { ...sheet, kind: 'baked', image, x: left, y: top }
}

import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Baked, Item, Sheet } from './layers.ts'
import { settle } from './settle.ts'
import { softOutline } from './soft-outline.ts'
import type { Stage } from './stage.ts'
import { STYLES } from './styles/styles.ts'

/** What is painted already: how many sheets and live things, and those of them that may be mirrored. */
export type Behind = { count: number; items: readonly Item[] }

/** Paints a sheet once, finishes it in the picture's style, and lays its shadow under it. */
export function bakeSheet(sheet: Sheet, stage: Stage, behind: Behind): Baked {
  // What draws it holds on to whatever it draws from.
  const { cels, draw, ...plain } = sheet
  const left = Math.floor(sheet.left ?? -stage.margin)
  const right = Math.ceil(sheet.right ?? stage.width + stage.margin)
  const top = Math.floor(sheet.top ?? -stage.margin)
  const bottom = Math.ceil(sheet.bottom ?? stage.height + stage.margin)
  const box = { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
  // Every drawing of a movement has the same accidents of its style: it must not flicker.
  const seed = sheet.role === 'overlay' ? 0 : stage.random.fork(`style${behind.count}`).int(1, 1e6)
  const painted = (draw: (context: SKRSContext2D) => void) => paint(sheet, stage, { ...box, seed, draw })
  if (!cels)
    return {
      ...plain,
      kind: 'baked',
      image: painted((context) => draw(context, sheet.mirrors ? behind.items : [])),
      x: left,
      y: top,
    }
  const drawings = cels.drawings.map(painted)
  return { ...plain, kind: 'baked', image: drawings[0] as Canvas, x: left, y: top, cels: { at: cels.at, drawings } }
}

type Painting = {
  left: number
  top: number
  width: number
  height: number
  seed: number
  draw: (context: SKRSContext2D) => void
}

function paint(sheet: Sheet, stage: Stage, { left, top, width, height, seed, draw }: Painting): Canvas {
  let image = createCanvas(width, height)
  const context = image.getContext('2d')
  context.save()
  context.translate(-left, -top)
  draw(context)
  context.restore()
  const style = STYLES[stage.brief.style]
  const openTo = Math.min(height, Math.ceil((sheet.solidFrom ?? Infinity) - top) + 1)
  if (sheet.role !== 'overlay') {
    const { unit, light } = stage
    const raised = Boolean(sheet.shadow)
    image = style.layer(image, { seed, unit, role: sheet.role, dark: light.dark, key: light.key, raised, openTo })
  }
  if (sheet.shadow && style.shadow > 0) {
    const under = softOutline(image, stage.light.shadow, sheet.shadow * stage.unit)
    const target = image.getContext('2d')
    target.save()
    // Under what is solid nobody sees it.
    target.beginPath()
    target.rect(0, 0, width, openTo)
    target.clip()
    target.globalCompositeOperation = 'destination-over'
    target.globalAlpha = style.shadow
    target.drawImage(under, 0, sheet.shadow * stage.unit * 0.25, width, height)
    target.restore()
  }
  settle(image)
  return image
}

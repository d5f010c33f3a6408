import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { fillPaper } from './grain.ts'
import type { Baked, Item, Sheet, Stage } from './stage.ts'

// The shadow is blurred in a quarter of the size: sixteen times less work, and nobody sees it in something soft.
const SHADOW_SCALE = 0.25

/** A soft dark copy of the picture's outline, in a quarter of its size. */
export function softOutline(image: Canvas, colour: string, blur: number): Canvas {
  const width = Math.max(1, Math.ceil(image.width * SHADOW_SCALE))
  const height = Math.max(1, Math.ceil(image.height * SHADOW_SCALE))
  const outline = createCanvas(width, height)
  const flat = outline.getContext('2d')
  flat.drawImage(image, 0, 0, width, height)
  flat.globalCompositeOperation = 'source-in'
  flat.fillStyle = colour
  flat.fillRect(0, 0, width, height)
  const soft = createCanvas(width, height)
  const context = soft.getContext('2d')
  context.filter = `blur(${Math.max(0.5, blur * SHADOW_SCALE).toFixed(2)}px)`
  context.drawImage(outline, 0, 0)
  return soft
}

function layPaper(image: Canvas, sheet: Sheet, stage: Stage): void {
  if (sheet.role === 'glow') return
  const context = image.getContext('2d')
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalCompositeOperation = 'source-atop'
  context.globalAlpha = sheet.role === 'sky' ? 0.035 : 0.055
  fillPaper(context, image.width, image.height)
  if (sheet.shadow !== undefined) edgeLight(image, stage)
  context.globalAlpha = 1
  context.globalCompositeOperation = 'source-over'
}

// A paper edge catches the light: a thin bright line along everything that faces upwards.
function edgeLight(image: Canvas, stage: Stage): void {
  const rim = createCanvas(image.width, image.height)
  const context = rim.getContext('2d')
  context.drawImage(image, 0, 0)
  context.globalCompositeOperation = 'destination-out'
  const shift = Math.max(1, stage.unit * 0.16)
  context.drawImage(image, 0, shift)
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = stage.light.key
  context.fillRect(0, 0, image.width, image.height)
  const target = image.getContext('2d')
  target.globalCompositeOperation = 'source-atop'
  target.globalAlpha = 0.34
  target.drawImage(rim, 0, 0)
}

/** Paints a sheet once, finishes it as paper, and lays its shadow under it. */
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
  layPaper(image, sheet, stage)
  if (sheet.shadow) {
    const under = softOutline(image, stage.light.shadow, sheet.shadow * stage.unit)
    const whole = createCanvas(width, height)
    const target = whole.getContext('2d')
    target.globalAlpha = 0.5
    target.drawImage(under, 0, sheet.shadow * stage.unit * 0.25, width, height)
    target.globalAlpha = 1
    target.drawImage(image, 0, 0)
    image = whole
  }
  const { draw: _draw, kind: _kind, ...rest } = sheet
  return { ...rest, kind: 'baked', image, x: left, y: top }
}

import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { fillPaper } from './grain.ts'
import { softOutline } from './soft-outline.ts'
import { applyStyle, SHADOWS } from './styles/apply-style.ts'
import type { Baked, Item, Sheet, Stage } from './stage.ts'

function layPaper(image: Canvas, sheet: Sheet, stage: Stage): void {
  if (sheet.role === 'glow') return
  const context = image.getContext('2d')
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalCompositeOperation = 'source-atop'
  context.globalAlpha = sheet.role === 'sky' ? 0.035 : 0.055
  if (stage.brief.style === 'papercut') fillPaper(context, image.width, image.height)
  if (sheet.shadow && sheet.role === 'land') edgeLight(image, stage)
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

function finished(image: Canvas, sheet: Sheet, stage: Stage, index: number): Canvas {
  const { style } = stage.brief
  if (sheet.role === 'overlay') return image
  if (style === 'papercut' || style === 'pixel') {
    layPaper(image, sheet, stage)
    return image
  }
  const seed = stage.random.fork(`style${index}`).int(1, 1e6)
  return applyStyle(image, style, { seed, unit: stage.unit, role: sheet.role, dark: stage.light.dark })
}

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
  image = finished(image, sheet, stage, behind.length)
  const strength = SHADOWS[stage.brief.style]
  if (sheet.shadow && strength > 0) {
    const under = softOutline(image, stage.light.shadow, sheet.shadow * stage.unit)
    const target = image.getContext('2d')
    target.globalCompositeOperation = 'destination-over'
    target.globalAlpha = strength
    target.drawImage(under, 0, sheet.shadow * stage.unit * 0.25, width, height)
    target.globalAlpha = 1
    target.globalCompositeOperation = 'source-over'
  }
  // Drawing is only recorded until somebody looks; unlooked at, it keeps every scratch canvas alive.
  image.getContext('2d').getImageData(0, 0, 1, 1)
  return { ...sheet, kind: 'baked', image, x: left, y: top }
}

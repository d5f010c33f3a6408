import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { toHsl, type Colour } from '../colour.ts'
import { histogram } from './tones.ts'

/**
 * Paints a drawing in another colour. Its main hue turns to the wanted one with all its shading; eyes, outlines,
 * white fur and small parts of other hues stay as they are.
 */
export function recolour(image: Canvas, wanted: Colour, base = mainTone(image)): void {
  const [hue, saturation, lightness] = toHsl(wanted)
  const context = image.getContext('2d')
  const pixels = context.getImageData(0, 0, image.width, image.height)
  const { data } = pixels
  const grey = saturation < 0.14
  for (let i = 0; i < data.length; i += 4) {
    if ((data[i + 3] ?? 0) < 8) continue
    const r = (data[i] ?? 0) / 255
    const g = (data[i + 1] ?? 0) / 255
    const b = (data[i + 2] ?? 0) / 255
    const max = Math.max(r, g, b)
    const min = Math.min(r, g, b)
    const l = (max + min) / 2
    const d = max - min
    const share = belonging(r, g, b, { max, d, l, base })
    if (share <= 0) continue
    // Keep the shading: what is darker than the main tone stays darker than the wanted one.
    const shade = Math.max(0.04, Math.min(0.97, lightness + (l - base.light) * 0.92))
    const [nr, ng, nb] = channels(hue, grey ? saturation : Math.max(0.3, saturation), shade)
    data[i] = (r + (nr - r) * share) * 255
    data[i + 1] = (g + (ng - g) * share) * 255
    data[i + 2] = (b + (nb - b) * share) * 255
  }
  context.putImageData(pixels, 0, 0)
}

type Base = {
  hue: number
  light: number
  grey: boolean
  /** From which saturation on a pixel belongs to it, in part and wholly. */ vivid: readonly [number, number]
}

/** The tone of a drawing most of which is grey, for all its pink ears; nothing for any other. */
export function greyTone(image: Canvas): Base | undefined {
  const bins = histogram(image)
  const total = bins.reduce((sum, { weight }) => sum + weight, 0)
  const grey = bins.filter(({ colour }) => {
    const [, s, l] = toHsl(colour)
    return s < 0.16 && l > 0.3 && l < 0.9
  })
  if (!grey[0] || grey.reduce((sum, { weight }) => sum + weight, 0) < total * MOSTLY) return undefined
  const [hue, , light] = toHsl(grey[0].colour)
  return { hue, light, grey: true, vivid: [0, 1] }
}

function mainTone(image: Canvas): Base {
  const bins = histogram(image)
  let best = bins[0]
  let most = -1
  for (const bin of bins.slice(0, 12)) {
    const [, s, l] = toHsl(bin.colour)
    const score = bin.weight * (0.25 + s) * (l > 0.12 && l < 0.95 ? 1 : 0.3)
    if (score > most) {
      most = score
      best = bin
    }
  }
  const [hue, s, light] = toHsl(best?.colour ?? '#888888')
  // A dull brown has little more of its hue than a grey: there less is enough.
  return { hue, light, grey: s < 0.16, vivid: [Math.min(0.2, s * 0.6), Math.min(0.35, s * 0.9)] }
}

type Tone = { max: number; d: number; l: number; base: Base }

function belonging(r: number, g: number, b: number, tone: Tone): number {
  const { max, d, l, base } = tone
  const s = d === 0 ? 0 : d / (1 - Math.abs(2 * l - 1) + 1e-6)
  // Near black: eyes, noses, outlines. Near white on a coloured animal: belly and muzzle.
  if (l < 0.1) return 0
  // Walls of cream are of a hue with olive bushes before them, and nothing else in common.
  if (base.light > 0.85 && l < base.light - 0.3) return 0
  if (base.grey) return s < 0.4 && l > 0.16 ? 1 : 0
  const [least, full] = base.vivid
  if (s < least) return 0
  const sector = max === r ? ((g - b) / d + 6) % 6 : max === g ? (b - r) / d + 2 : (r - g) / d + 4
  const away = Math.abs(sector * 60 - base.hue)
  const turn = Math.min(away, 360 - away)
  const near = turn < 38 ? 1 : turn > 62 ? 0 : (62 - turn) / 24
  return near * Math.min(1, (s - least) / (full - least))
}

function channels(hue: number, saturation: number, lightness: number): [number, number, number] {
  const c = (1 - Math.abs(2 * lightness - 1)) * Math.min(1, saturation)
  const channel = (offset: number) => {
    const k = ((((hue + offset) / 60) % 6) + 6) % 6
    return lightness - c / 2 + c * Math.max(0, Math.min(1, Math.abs(k - 3) - 1))
  }
  return [channel(0), channel(240), channel(120)]
}

// How much of a drawing is white before it counts as white ware: a plate, a pillow, a sheet.
const MOSTLY = 0.5

/** Whether most of a drawing is white, so that a colour is that of the white and not of a thin rim. */
export function isWhiteWare(image: Canvas): boolean {
  const bins = histogram(image)
  const total = bins.reduce((sum, { weight }) => sum + weight, 0)
  const white = bins.filter(({ colour }) => {
    const [, s, l] = toHsl(colour)
    return l > 0.82 && s < 0.5
  })
  return white.reduce((sum, { weight }) => sum + weight, 0) > total * MOSTLY
}

/** Dyes what is white; rims and shades stay as they are, each darker than the colour. */
export function dye(image: Canvas, wanted: Colour): void {
  const context = image.getContext('2d')
  context.save()
  context.globalCompositeOperation = 'multiply'
  const cover = createCanvas(image.width, image.height)
  const over = cover.getContext('2d')
  over.drawImage(image, 0, 0)
  over.globalCompositeOperation = 'source-in'
  over.fillStyle = wanted
  over.fillRect(0, 0, image.width, image.height)
  context.drawImage(cover, 0, 0)
  context.restore()
}

/** Whether a wish such as red is already what this drawing naturally is: a red fox is an orange fox. */
export function isNaturally(image: Canvas, wanted: Colour): boolean {
  const [hue, s, light] = toHsl(wanted)
  const base = mainTone(image)
  const away = Math.min(Math.abs(hue - base.hue), 360 - Math.abs(hue - base.hue))
  return !base.grey && s > 0.2 && away < 20 && Math.abs(light - base.light) < 0.2
}

/** A colour as CSS hex, `#rrggbb`. */
export type Colour = string

export type Rgb = [red: number, green: number, blue: number]

const clampByte = (value: number) => Math.max(0, Math.min(255, Math.round(value)))

/** The three channels of a hex colour, 0 to 255. */
export function rgb(colour: Colour): Rgb {
  const n = Number.parseInt(colour.slice(1, 7), 16)
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255]
}

/** The hex colour of three channels. */
export function hex(channels: readonly number[]): Colour {
  const [r = 0, g = 0, b = 0] = channels.map(clampByte)
  return `#${((1 << 24) | (r << 16) | (g << 8) | b).toString(16).slice(1)}`
}

/** The colour with an opacity, as CSS. */
export function alpha(colour: Colour, opacity: number): string {
  const [r, g, b] = rgb(colour)
  return `rgba(${r},${g},${b},${Math.max(0, Math.min(1, opacity)).toFixed(4)})`
}

/** A share of the second colour in the first. */
export function mix(first: Colour, second: Colour, share: number): Colour {
  const a = rgb(first)
  const b = rgb(second)
  // Mixing squares keeps blends from turning muddy: it is close to mixing light.
  return hex(a.map((v, i) => Math.sqrt(v * v * (1 - share) + (b[i] ?? 0) * (b[i] ?? 0) * share)))
}

/** What a surface of the first colour looks like under light of the second. */
export function underLight(surface: Colour, light: Colour): Colour {
  const l = rgb(light)
  return hex(rgb(surface).map((v, i) => (v * (l[i] ?? 255)) / 255))
}

/** Hue 0–360, saturation and lightness 0–1. */
export function toHsl(colour: Colour): [number, number, number] {
  const [r, g, b] = rgb(colour).map((v) => v / 255) as Rgb
  const max = Math.max(r, g, b)
  const min = Math.min(r, g, b)
  const l = (max + min) / 2
  const d = max - min
  if (d === 0) return [0, 0, l]
  const s = d / (1 - Math.abs(2 * l - 1))
  const sector = max === r ? ((g - b) / d + 6) % 6 : max === g ? (b - r) / d + 2 : (r - g) / d + 4
  return [sector * 60, s, l]
}

/** The colour of a hue, saturation and lightness. */
export function fromHsl(hue: number, saturation: number, lightness: number): Colour {
  const s = Math.max(0, Math.min(1, saturation))
  const l = Math.max(0, Math.min(1, lightness))
  const c = (1 - Math.abs(2 * l - 1)) * s
  const channel = (offset: number) => {
    const k = ((((hue + offset) / 60) % 6) + 6) % 6
    return (l - c / 2 + c * Math.max(0, Math.min(1, Math.abs(k - 3) - 1))) * 255
  }
  return hex([channel(0), channel(240), channel(120)])
}

/** The colour turned, made more or less vivid, and lighter or darker. */
export function adjust(colour: Colour, change: { hue?: number; saturate?: number; lighten?: number }): Colour {
  const [h, s, l] = toHsl(colour)
  return fromHsl(h + (change.hue ?? 0), s * (change.saturate ?? 1), l + (change.lighten ?? 0))
}

/** How bright a colour looks, 0 to 1. */
export function brightness(colour: Colour): number {
  const [r, g, b] = rgb(colour)
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255
}

/** The colour at a place between 0 and 1 along a row of colours. */
export function along(colours: readonly Colour[], place: number): Colour {
  const at = Math.max(0, Math.min(1, place)) * (colours.length - 1)
  const index = Math.min(Math.floor(at), Math.max(0, colours.length - 2))
  const first = colours[index] ?? '#000000'
  return mix(first, colours[index + 1] ?? first, at - index)
}

/** The grey that is as bright as a colour. */
export function grey(colour: Colour): Colour {
  const level = brightness(colour) * 255
  return hex([level, level, level])
}

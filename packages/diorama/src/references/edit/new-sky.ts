import type { Pixels } from '../../job.ts'
import { sampleAt } from '../plane.ts'
import type { Sky } from '../seen/sky.ts'
import type { Climate, Rgb } from './climate.ts'

type Channels = [number, number, number]

/** Turns a colour of the old sky into that of the new one, in place; clouds stay where they were, the sun does not. */
export type NewSky = (x: number, y: number, colour: Channels) => void

const lightOf = (red: number, green: number, blue: number) => 0.3 * red + 0.59 * green + 0.11 * blue

/** Prepares the new sky of a picture. */
export function newSky(picture: Pixels, sky: Sky, wish: NonNullable<Climate['sky']>): NewSky {
  const { height } = picture
  const base = usualRows(picture, sky)
  const glow = glowAbout(picture, sky, base)
  const low = Math.max(0.15, sky.lowest) * height
  const rows = Array.from({ length: height }, (_, y) => gradedAt(wish.stops, Math.min(1, y / low)))
  return (x, y, colour) => {
    const [r, g, b, room] = base[y] as [number, number, number, number]
    const [red, green, blue] = colour
    // How far it is on the way from the plain sky of this row to white: that is how much of a cloud it is.
    let cloud = (lightOf(red, green, blue) - lightOf(r, g, b)) / room
    // Clouds have less colour than the sky has, also where they are as dark as it.
    cloud = Math.max(cloud, (b - r - (blue - red)) / Math.max(60, b - r + 20) - 0.12)
    const brought = glow(x, y)
    cloud = brought > 1 ? 0 : Math.min(1, Math.max(brought > 0 ? 0 : -0.4, cloud - brought))
    const own = rows[y] as Rgb
    const cover = Math.min(1, Math.max(0, (cloud - 0.08) * 1.5)) * (1 - wish.overcast * 0.35)
    const lift = cloud < 0 ? 1 + cloud * 0.35 : 1
    for (let c = 0; c < 3; c++) {
      const shade = wish.shade[c] as number
      const tone = shade + ((wish.cloud[c] as number) - shade) * cover
      colour[c] = ((own[c] as number) * (1 - cover * 0.9) + tone * cover * 0.9) * lift
    }
  }
}

function gradedAt(stops: readonly Rgb[], down: number): Rgb {
  // The colours of the horizon keep to the horizon: most of a sky is zenith.
  const place = Math.min(0.999, down ** 1.15) * (stops.length - 1)
  const [from, to] = [stops[Math.floor(place)] as Rgb, stops[Math.floor(place) + 1] as Rgb]
  const part = place - Math.floor(place)
  return [0, 1, 2].map((c) => (from[c] as number) * (1 - part) + (to[c] as number) * part) as unknown as Rgb
}

// The plain sky of each row is what most of it looks like: the median; and how far it is from there to white.
function usualRows({ width, height, rgba }: Pixels, sky: Sky): [number, number, number, number][] {
  let last: [number, number, number, number] = [120, 160, 210, 90]
  const rows = Array.from({ length: height }, (_, y): [number, number, number, number] => {
    const found: number[] = []
    const row = (y / (height - 1)) * (sky.part.height - 1)
    for (let x = 0; x < width; x += 3)
      if (sampleAt(sky.part, (x / (width - 1)) * (sky.part.width - 1), row) > 0.9) found.push((y * width + x) * 4)
    if (found.length > width / 30) {
      // The darker third: clouds are brighter, and may well be more than half of a row.
      const sorted = found.toSorted((a, b) => lightAt(rgba, a) - lightAt(rgba, b))
      const at = sorted[Math.floor(sorted.length * 0.34)] as number
      const [r, g, b] = [rgba[at] as number, rgba[at + 1] as number, rgba[at + 2] as number]
      last = [r, g, b, Math.max(46, 246 - lightOf(r, g, b))]
    }
    return last
  })
  return smoothed(rows, Math.round(height / 60))
}

const lightAt = (rgba: Uint8Array, at: number) =>
  lightOf(rgba[at] as number, rgba[at + 1] as number, rgba[at + 2] as number)

function smoothed(
  rows: readonly [number, number, number, number][],
  reach: number,
): [number, number, number, number][] {
  return rows.map((_, y) => {
    const about = rows.slice(Math.max(0, y - reach), y + reach + 1)
    return [0, 1, 2, 3].map((c) => about.reduce((sum, row) => sum + (row[c] as number), 0) / about.length) as [
      number,
      number,
      number,
      number,
    ]
  })
}

// How much brighter the sky is about the sun, ring by ring: what the sun brought goes with it.
function glowAbout(picture: Pixels, sky: Sky, base: readonly (readonly number[])[]): (x: number, y: number) => number {
  const { sun } = sky
  if (!sun) return () => 0
  const { width, height, rgba } = picture
  const [cx, cy, radius] = [sun.x * width, sun.y * height, sun.radius * width]
  const rings = Array.from({ length: 40 }, (_, index): number => {
    const far = ((index + 0.5) / 5) * radius
    const seen: number[] = []
    for (let turn = 0; turn < 72; turn++) {
      const x = Math.round(cx + Math.cos((turn / 36) * Math.PI) * far)
      const y = Math.round(cy + Math.sin((turn / 36) * Math.PI) * far)
      if (x < 0 || y < 0 || x >= width || y >= height || sky.at(x / width, y / height) < 0.9) continue
      const [r = 0, g = 0, b = 0, room = 90] = base[y] as readonly number[]
      seen.push((lightAt(rgba, (y * width + x) * 4) - lightOf(r, g, b)) / room)
    }
    if (far < radius * 1.12) return 3
    return Math.max(0, seen.toSorted((a, b) => a - b)[Math.floor(seen.length * 0.4)] ?? 0)
  })
  return (x, y) => {
    const place = (Math.hypot(x - cx, y - cy) / radius) * 5 - 0.5
    if (place >= rings.length - 1) return 0
    const from = Math.max(0, Math.floor(place))
    const part = Math.max(0, place - from)
    const value = (rings[from] as number) * (1 - part) + (rings[from + 1] as number) * part
    return value * Math.min(1, (rings.length - 1 - place) / 8)
  }
}

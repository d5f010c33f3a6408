import type { Season } from '../../brief.ts'
import type { Pixels } from '../../job.ts'
import type { Sky } from '../seen/sky.ts'

type Rgb = [number, number, number]
type Change = (colour: Rgb, light: number, x: number, y: number) => Rgb

const AUTUMN: readonly [Rgb, Rgb] = [
  [206, 92, 34],
  [224, 164, 62],
]

// Green and yellow, that is what grows; earth counts for some of it.
function growing([red, green, blue]: Rgb): number {
  const leaf = Math.min(1, Math.max(0, (green - Math.max(blue, red * 0.82)) / 26))
  const earth = Math.min(1, Math.max(0, (Math.min(red, green) - blue) / 60))
  return Math.max(leaf, earth * 0.75 * (green > red * 0.72 ? 1 : 0.25))
}

function leafy([red, green, blue]: Rgb): number {
  return Math.min(1, Math.max(0, (green - Math.max(blue * 1.02, red * 0.92)) / 22))
}

const toward = (colour: Rgb, wish: readonly number[], part: number): Rgb => {
  for (let c = 0; c < 3; c++) colour[c] = (colour[c] as number) * (1 - part) + Math.min(255, wish[c] as number) * part
  return colour
}

// Soft patches, the same in every run: a number from 0 to 1 that changes over `cell` pixels.
function patch(x: number, y: number, cell: number): number {
  const [u, v] = [x / cell, y / cell]
  const wave = Math.sin(u * 1.7 + Math.sin(v * 1.3) * 1.4) + Math.sin(v * 2.1 + Math.sin(u * 0.9) * 1.7)
  return 0.5 + wave / 4
}

/** How the land of a picture looks in a season. */
export function inSeason(season: Season | undefined, { height }: Pixels, _sky: Sky): Change {
  switch (season) {
    case 'winter':
      return (colour, light, x, y) => {
        // Deep shadow under trees stays dark; everything that grows is under snow.
        const covered = growing(colour) * (0.72 + 0.28 * patch(x, y, height / 14))
        const snow = 172 + light * 0.38
        toward(colour, [light, light, light * 1.06], 0.3)
        return toward(colour, [snow * 0.97, snow * 0.995, snow * 1.04], covered * 0.95)
      }
    case 'autumn':
      return (colour, light, x, y) => {
        const [from, to] = AUTUMN
        // What lies in the light has turned further, and no two trees alike.
        const part = Math.min(1, patch(x, y, height / 7) * 0.7 + (light / 255) * 0.5)
        const bright = 0.2 + light / 150
        const wish = [0, 1, 2].map((c) => ((from[c] as number) * (1 - part) + (to[c] as number) * part) * bright)
        return toward(colour, wish, leafy(colour) * 0.86)
      }
    case 'spring':
      return (colour, light) => toward(colour, [light * 0.86, light * 1.22, light * 0.62], leafy(colour) * 0.45)
    case 'summer':
      return (colour, light) => toward(colour, [light * 0.98, light * 1.12, light * 0.5], leafy(colour) * 0.4)
    case undefined:
      return (colour) => colour
  }
}

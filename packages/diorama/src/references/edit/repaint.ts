import type { Pixels } from '../../job.ts'
import { sampleAt, type Plane } from '../plane.ts'
import type { Sky } from '../seen/sky.ts'
import type { Climate, Rgb } from './climate.ts'
import { newSky } from './new-sky.ts'
import { inSeason } from './season.ts'

type Channels = [number, number, number]

const lightOf = ([red, green, blue]: Channels) => 0.3 * red + 0.59 * green + 0.11 * blue

/** Paints a picture in another climate, pixel by pixel: a new sky with the clouds that it had, and its land in that light. */
export function repaint(picture: Pixels, climate: Climate, seen: { sky: Sky; water: Plane | undefined }): Pixels {
  const { width, height, rgba } = picture
  const { sky, water } = seen
  const out = new Uint8Array(rgba.length)
  const season = inSeason(climate.season, picture, sky)
  const above = sky.share > 0 && climate.sky ? newSky(picture, sky, climate.sky) : undefined
  const far = farness(sky)
  // One of each for all pixels: a new triple for every pixel takes longer than the painting.
  const colour: Channels = [0, 0, 0]
  const fresh: Channels = [0, 0, 0]
  for (let y = 0, at = 0; y < height; y++) {
    const row = (y / (height - 1)) * (sky.part.height - 1)
    const haze = climate.haze ? climate.haze.part * far(y / height) : 0
    for (let x = 0; x < width; x++, at += 4) {
      const open = sky.share > 0 ? sampleAt(sky.part, (x / (width - 1)) * (sky.part.width - 1), row) : 0
      for (let c = 0; c < 3; c++) fresh[c] = colour[c] = rgba[at + c] as number
      if (open < 1) {
        season(colour, lightOf(colour), x, y)
        lit(colour, climate, haze)
        if (water && climate.sky) shine(colour, climate.sky.stops, wetAt(water, x / width, y / height), y / height)
      }
      if (open > 0 && above) above(x, y, fresh)
      for (let c = 0; c < 3; c++) {
        const mixed = (colour[c] as number) * (1 - open) + (fresh[c] as number) * open
        out[at + c] = Math.max(0, Math.min(255, Math.round(mixed)))
      }
      out[at + 3] = 255
    }
  }
  return { width, height, rgba: out }
}

const wetAt = (water: Plane, x: number, y: number) => sampleAt(water, x * (water.width - 1), y * (water.height - 1))

// What lies just under the sky is far; without a sky nothing is.
function farness({ share, lowest }: Sky): (y: number) => number {
  if (share === 0) return () => 0
  return (y) => Math.max(0, 1 - Math.abs(y - lowest) / (y < lowest ? 0.5 : 0.28))
}

// Dark parts and bright ones take different light: a picture that is only dimmed looks underexposed, not late.
function lit(colour: Channels, { land, haze: air }: Climate, haze: number): void {
  const light = lightOf(colour)
  const part = light / 255
  for (let c = 0; c < 3; c++) {
    const factor = (land.dark[c] as number) * (1 - part) + (land.bright[c] as number) * part
    const lit = (light + ((colour[c] as number) - light) * land.saturation) * factor
    colour[c] = air ? lit * (1 - haze) + (air.colour[c] as number) * haze : lit
  }
}

// Water mirrors the sky: its horizon far out, its zenith near the shore.
function shine(colour: Channels, stops: readonly Rgb[], wet: number, y: number): void {
  if (wet < 0.02) return
  const mirrored = stops[Math.max(0, stops.length - 1 - Math.floor(y * stops.length * 0.9))] as Rgb
  const light = 0.8 + (lightOf(colour) / 255) * 0.5
  for (let c = 0; c < 3; c++)
    colour[c] = (colour[c] as number) * (1 - wet * 0.45) + (mirrored[c] as number) * light * wet * 0.45
}

import type { Pixels } from '../../job.ts'
import { sampleAt } from '../plane.ts'
import type { Climate } from './climate.ts'
import { inSeason } from './season.ts'
import type { Sky } from './sky.ts'

type Rgb = [number, number, number]

/** Paints a picture in another climate, pixel by pixel: its sky anew, with the clouds that it had, and its land in that light. */
export function repaint(picture: Pixels, climate: Climate, sky: Sky): Pixels {
  const { width, height, rgba } = picture
  const out = new Uint8Array(rgba.length)
  const season = inSeason(climate.season, picture)
  const { part } = sky
  const usual = meanLight(picture, sky)
  for (let y = 0, at = 0; y < height; y++) {
    const row = (y / (height - 1)) * (part.height - 1)
    const above = sky.share > 0 ? skyRow(climate, y / height / Math.max(0.15, sky.lowest)) : undefined
    for (let x = 0; x < width; x++, at += 4) {
      const open = sky.share > 0 ? sampleAt(part, (x / (width - 1)) * (part.width - 1), row) : 0
      const colour: Rgb = [rgba[at] as number, rgba[at + 1] as number, rgba[at + 2] as number]
      const light = lightOf(colour)
      if (open < 1) lit(season(colour, light, x, y), climate, open)
      if (open > 0 && climate.sky && above) {
        // What was brighter than the rest of the sky was cloud, and stays cloud in the new light.
        const cloud = 1 + ((light - usual) / 255) * 0.9
        const share = open * climate.sky.part
        for (let c = 0; c < 3; c++)
          colour[c] = (colour[c] as number) * (1 - share) + Math.min(255, (above[c] as number) * cloud) * share
      }
      out[at] = colour[0]
      out[at + 1] = colour[1]
      out[at + 2] = colour[2]
      out[at + 3] = 255
    }
  }
  return { width, height, rgba: out }
}

const lightOf = ([red, green, blue]: Rgb) => 0.3 * red + 0.59 * green + 0.11 * blue

function lit(colour: Rgb, { gain, saturation }: Climate, open: number): void {
  const light = lightOf(colour)
  // Shadows go down more than highlights: a picture that is only dimmed looks underexposed, not late.
  const depth = Math.min(1, gain[1]) < 0.7 ? 0.8 + 0.35 * (light / 255) : 1
  for (let c = 0; c < 3; c++) {
    const own = colour[c] as number
    const changed = (light + (own - light) * saturation) * (gain[c] as number) * depth
    colour[c] = Math.max(0, Math.min(255, own * open + changed * (1 - open)))
  }
}

function skyRow({ sky }: Climate, down: number): Rgb | undefined {
  if (!sky) return undefined
  const place = Math.min(0.999, Math.max(0, down)) * (sky.stops.length - 1)
  const [from, to] = [sky.stops[Math.floor(place)], sky.stops[Math.floor(place) + 1]]
  const part = place - Math.floor(place)
  if (!from || !to) return undefined
  return [0, 1, 2].map((c) => (from[c] as number) * (1 - part) + (to[c] as number) * part) as Rgb
}

function meanLight({ width, height, rgba }: Pixels, sky: Sky): number {
  let [sum, count] = [0, 0]
  for (let y = 0; y < height; y += 7)
    for (let x = 0; x < width; x += 7) {
      if (sky.at(x / width, y / height) < 0.8) continue
      const at = (y * width + x) * 4
      sum += lightOf([rgba[at] as number, rgba[at + 1] as number, rgba[at + 2] as number])
      count++
    }
  return count > 0 ? sum / count : 160
}

import type { Pixels } from '../../job.ts'
import { fromHsl, rgb, toHsl, type Colour } from '../../scene/colour.ts'
import { sampleAt, type Plane } from '../plane.ts'

/** Gives an area of a picture another colour, in place; light and texture stay as they are. */
export function paintArea({ width, height, rgba }: Pixels, area: Plane, wanted: Colour): void {
  const [hue, saturation, lightness] = toHsl(wanted)
  const usual = meanLight({ width, height, rgba }, area)
  // One colour for every lightness: working each pixel's out anew would take seconds.
  const tones = Array.from({ length: 256 }, (_, light) => {
    const shade = Math.max(0.04, Math.min(0.97, lightness + ((light - usual) / 255) * 0.95))
    return rgb(fromHsl(hue, saturation, shade))
  })
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      const part = sampleAt(area, (x / (width - 1)) * (area.width - 1), (y / (height - 1)) * (area.height - 1))
      if (part < 0.02) continue
      const tone = tones[lightAt(rgba, at)] as readonly number[]
      for (let c = 0; c < 3; c++)
        rgba[at + c] = Math.round((rgba[at + c] as number) * (1 - part) + (tone[c] as number) * part)
    }
}

// Half-way between the brightest and the darkest channel, as lightness is meant above.
function lightAt(rgba: Uint8Array, at: number): number {
  const [r, g, b] = [rgba[at] as number, rgba[at + 1] as number, rgba[at + 2] as number]
  return Math.round((Math.max(r, g, b) + Math.min(r, g, b)) / 2)
}

function meanLight({ width, height, rgba }: Pixels, area: Plane): number {
  let [sum, count] = [0, 0]
  for (let y = 0; y < area.height; y++)
    for (let x = 0; x < area.width; x++) {
      const part = area.data[y * area.width + x] as number
      if (part < 0.5) continue
      const px = Math.round((x / (area.width - 1)) * (width - 1))
      const py = Math.round((y / (area.height - 1)) * (height - 1))
      sum += lightAt(rgba, (py * width + px) * 4)
      count++
    }
  return count > 0 ? sum / count : 128
}

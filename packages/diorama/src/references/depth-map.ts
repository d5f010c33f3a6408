import type { Pixels } from '../job.ts'
import { shrink } from './fit-picture.ts'
import { evenBySegment } from './segments.ts'
import { combine, guidedBlur, normalise, opponentPlanes, planeOf, softBlur, type Plane } from './plane.ts'

// Depth is smooth anyway: more cells cost time and show the picture's noise as a wobble.
const LONG_SIDE = 192

/**
 * A guess at how near each part of a picture is, 0 far to 1 near. Nothing is recognised: what lies low, what differs
 * from its surroundings and from the picture's rim, and what is detailed counts as near; calm bright tops as far.
 */
export function depthMap(picture: Pixels): Plane {
  const scale = LONG_SIDE / Math.max(picture.width, picture.height)
  const width = Math.max(16, Math.round(picture.width * scale))
  const height = Math.max(16, Math.round(picture.height * scale))
  const colours = opponentPlanes(shrink(picture, width, height))
  const [light] = colours
  const near = combine(
    [position(width, height), saliency(colours), texture(light)],
    (low, salient, detail) => 0.5 * low + 0.42 * salient + 0.14 * detail,
  )
  // Evened out, a thing moves as one; what is left of the plain guess keeps ground that runs into the distance running.
  const even = combine([near, evenBySegment(near, colours)], (own, all) => 0.45 * own + 0.55 * all)
  const shaped = guidedBlur(softBlur(even, Math.round(width / 64)), light, Math.round(width / 24), 0.002)
  return softBlur(normalise(shaped), 2)
}

function position(width: number, height: number): Plane {
  return planeOf(width, height, (_x, y) => {
    const low = Math.min(1, Math.max(0, (y / (height - 1) - 0.25) / 0.75))
    return low * low * (3 - 2 * low)
  })
}

function saliency(colours: readonly Plane[]): Plane {
  const { width, height } = colours[0] as Plane
  const surroundings = colours.map((plane) => softBlur(plane, Math.round(width / 5)))
  const rims = colours.map(rimMean)
  const contrast = planeOf(width, height, (x, y, at) => {
    let sum = 0
    for (const [index, plane] of colours.entries()) {
      const value = plane.data[at] as number
      // Colour tells things apart better than light does: shadows and highlights lie on both.
      const weight = index === 0 ? 1 : 2
      sum += weight * Math.abs(value - ((surroundings[index] as Plane).data[at] as number))
      sum += 0.5 * weight * Math.abs(value - (rims[index] as number))
    }
    const [dx, dy] = [x / (width - 1) - 0.5, y / (height - 1) - 0.55]
    return sum * Math.exp(-6 * dx * dx - 5 * dy * dy)
  })
  return normalise(softBlur(contrast, Math.round(width / 64)))
}

function rimMean({ width, height, data }: Plane): number {
  let sum = 0
  for (let x = 0; x < width; x++) sum += data[x] as number
  for (let y = 0; y < height; y++) sum += ((data[y * width] as number) + (data[y * width + width - 1] as number)) / 2
  return sum / (width + height)
}

function texture(light: Plane): Plane {
  const { width, height, data } = light
  const slopes = planeOf(width, height, (x, y, at) => {
    const across = x + 1 < width ? (data[at + 1] as number) - (data[at] as number) : 0
    const down = y + 1 < height ? (data[at + width] as number) - (data[at] as number) : 0
    return Math.abs(across) + Math.abs(down)
  })
  return normalise(softBlur(slopes, Math.round(width / 24)))
}

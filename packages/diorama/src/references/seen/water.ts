import type { Pixels } from '../../job.ts'
import { softBlur, type Plane } from '../plane.ts'
import { maskOf, regionsOf, type Tone } from './regions.ts'
import type { Sky } from './sky.ts'

// Snow in the shade is blue as well, and brighter in red than any water.
const SNOWY = 0.7
const isBlue = ([red, green, blue]: Tone) =>
  blue > red + 0.045 && blue > green - 0.05 && red + green + blue > 0.35 && red < SNOWY

/** Where water is: what is blue, wide and below the sky; nothing where there is too little of it to be sure. */
export function waterOf(picture: Pixels, sky: Sky): Plane | undefined {
  if (sky.share === 0) return undefined
  const map = regionsOf(picture, { step: 0.06 })
  const { width, height, regions } = map
  const first = sky.lowest * height - height * 0.03
  const wet = regions.filter(({ top, left, right, area, colour }) => {
    return top >= first && isBlue(colour) && (right - left > width * 0.16 || area < width * height * 0.001)
  })
  const wide = wet.filter(({ left, right }) => right - left > width * 0.16)
  if (wide.reduce((sum, { area }) => sum + area, 0) < width * height * 0.035) return undefined
  return softBlur({ width, height, data: maskOf(map, new Set(wet.map(({ id }) => id))) }, 1)
}

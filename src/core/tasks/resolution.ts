import type { AskedSize, Dimensions, EffectiveSize } from './size.ts'

/** The classes of size in which clips are offered and billed. */
export const RESOLUTIONS = ['480p', '720p', '1080p', '2160p'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

// Encoders round sides to multiples of 8 or 16.
const SIDE_TOLERANCE = 0.03
// Square and portrait clips of a class have about as many pixels as its widescreen form: 960x960 is sold as 720p.
const AREA_TOLERANCE = 0.1
const WIDESCREEN = 16 / 9

/** The class with this name; `unknown` for any other name, and for none. */
export function resolutionNamed(text: string | null | undefined): Resolution | 'unknown' {
  return RESOLUTIONS.find((name) => name === text) ?? 'unknown'
}

/** The class of this size, by its shorter side or otherwise by its area; null for none. */
export function resolutionOf({ width, height }: Dimensions): Resolution | null {
  const near = (value: number, wanted: number, tolerance: number): boolean => Math.abs(value / wanted - 1) <= tolerance
  const lines = (name: Resolution): number => Number.parseInt(name, 10)
  return (
    RESOLUTIONS.find((name) => near(Math.min(width, height), lines(name), SIDE_TOLERANCE)) ??
    RESOLUTIONS.find((name) => near(width * height, lines(name) ** 2 * WIDESCREEN, AREA_TOLERANCE)) ??
    null
  )
}

/** The decision for one model, as a request to a fallback. */
export function carrySize({
  ratio,
  width,
  height,
  resolution,
}: Pick<EffectiveSize, 'ratio' | 'width' | 'height' | 'resolution'>): AskedSize {
  const size = width === null || height === null ? resolution : `${width}x${height}`
  return { aspectRatio: size === null || size === resolution ? ratio : null, size }
}

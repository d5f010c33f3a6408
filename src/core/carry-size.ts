import type { AskedSize, EffectiveSize } from './size.ts'

/** What was decided for one model, as a wish to another one that takes over. */
export function carrySize({
  ratio,
  width,
  height,
  resolution,
}: Pick<EffectiveSize, 'ratio' | 'width' | 'height' | 'resolution'>): AskedSize {
  const size = width === null || height === null ? resolution : `${width}x${height}`
  return { aspectRatio: size === null || size === resolution ? ratio : null, size }
}

import type { Sharp } from 'sharp'
import type { MaskForm } from '../core/tasks/roles.ts'

const OPAQUE = 255
const CHANNELS = 4

/**
 * Writes a mask in the form that its reader knows. What is transparent is to be painted; in a mask without transparency it
 * is what is white. Greys stay greys, since soft edges are meant, except for readers of black: these refuse any other value.
 */
export async function writeMask(picture: Sharp, form: MaskForm): Promise<Buffer> {
  const { data, info } = await picture
    .clone()
    .autoOrient()
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const painted = paintedIn(data)
  const { width, height } = info
  // The first of each four bytes decides where there is one channel alone.
  const channels = form === 'alpha' ? CHANNELS : 1
  const pixels = form === 'alpha' ? transparent(painted) : form === 'white' ? painted : hard(painted)
  const { default: sharp } = await import('sharp')
  return sharp(pixels, { raw: { width, height, channels } }).png().toBuffer()
}

/** Pure black where it is to be painted, pure white elsewhere. */
function hard(painted: Uint8Array): Uint8Array {
  return painted.map((value) => (value > OPAQUE / 2 ? 0 : OPAQUE))
}

/** How much of each pixel is to be painted, from 0 to 255. */
function paintedIn(rgba: Uint8Array): Uint8Array {
  const count = rgba.length / CHANNELS
  const painted = new Uint8Array(count)
  let hasTransparency = false
  for (let i = 0; i < count; i++) {
    painted[i] = OPAQUE - (rgba[i * CHANNELS + 3] ?? OPAQUE)
    hasTransparency ||= painted[i] !== 0
  }
  if (hasTransparency) return painted
  for (let i = 0; i < count; i++) painted[i] = lightness(rgba, i * CHANNELS)
  return painted
}

/** ITU-R BT.601, as most readers of masks have it. */
function lightness(rgba: Uint8Array, at: number): number {
  return Math.round(0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0))
}

/** White and transparent where it is to be painted, black and opaque elsewhere: readers of either kind understand it. */
function transparent(painted: Uint8Array): Uint8Array {
  const rgba = new Uint8Array(painted.length * CHANNELS)
  for (const [i, value] of painted.entries()) {
    rgba.fill(value, i * CHANNELS, i * CHANNELS + 3)
    rgba[i * CHANNELS + 3] = OPAQUE - value
  }
  return rgba
}

import { writeFilm } from '@mediagen/diorama/film'
import sharp from 'sharp'
import type { Dimensions } from '../../core/tasks/size.ts'
import type { Pixels } from '../../ports/images.ts'
import type { Written } from '../decoder-orders.ts'

type Frames = { frames: readonly Uint8Array[]; framesPerSecond: number }

/** Writes JPEG pictures as MP4, in this very process. */
export async function clipOf({
  frames,
  framesPerSecond,
}: Frames): Promise<(Dimensions & Written) | { damaged: string }> {
  const pixelsOf = async (index: number): Promise<Pixels> => {
    const { data, info } = await sharp(frames[index], { failOn: 'error' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, rgba: data }
  }
  const { width, height } = await pixelsOf(0)
  if (width % 2 !== 0 || height % 2 !== 0)
    return { damaged: `made ${width}x${height}, which is not a possible size for a clip` }
  const flat: (number | undefined)[] = []
  const film = { width, height, framesPerSecond, frames: frames.length }
  const written = await writeFilm(film, async (index) => {
    const pixels = await pixelsOf(index)
    if (pixels.width !== width || pixels.height !== height) throw new Error('the frames have different sizes')
    flat.push(colourOf(pixels))
    return pixels
  })
  // Numbers that went wrong are one colour from the first frame to the last.
  if (flat[0] !== undefined && flat.every((colour) => colour === flat[0]))
    return { damaged: 'made a picture of a single color: its weights may be damaged or unsuitable' }
  return { written, width, height }
}

/** The colour of a picture that has only one. */
function colourOf({ rgba }: Pixels): number | undefined {
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice()
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4)
  const [first] = words
  return words.every((word) => word === first) ? first : undefined
}

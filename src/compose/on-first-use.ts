import { findFfmpeg } from '../engines/find-ffmpeg.ts'
import type { Images } from '../ports/images.ts'

/** Makes a thing when it is first asked for, once; after a failure the next one who asks tries again. */
export function onFirstUse<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** Reads pictures. The decoder takes 24 MB, and a process that is sent none never needs it. */
export function imagesOnFirstUse(): Images {
  const images = onFirstUse(async () => (await import('../media/sharp-images.ts')).sharpImages())
  return {
    inspect: async (spooled, limits) => (await images()).inspect(spooled, limits),
    decode: async (bytes, maxSide) => (await images()).decode(bytes, maxSide),
  }
}

/** Makes covers where there is an ffmpeg; looking for one means to start it, so that waits for the first clip. */
export function coverOnFirstUse(setting: string): (path: string) => Promise<Uint8Array | undefined> {
  const cover = onFirstUse(async () => {
    const ffmpeg = await findFfmpeg(setting)
    return ffmpeg === undefined ? undefined : (await import('../media/ffmpeg-cover.ts')).ffmpegCover(ffmpeg)
  })
  return async (path) => (await cover())?.(path)
}

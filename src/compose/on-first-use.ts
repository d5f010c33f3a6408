import { findFfmpeg } from '../engines/find-ffmpeg.ts'
import type { Config } from '../config.ts'
import type { LocalModels } from '../ports/local-models.ts'
import type { Clock, Log, Random } from '../ports/runtime.ts'
import type { ContactSheetOf, ConvertPicture, DescribeClip, Images, WriteClip } from '../ports/images.ts'

/** Creates something on first use, once; after a failure, the next use tries again. */
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

// Per process, not per service: decoders do not depend on a service, and each takes 70 MB and time to start.
const media = onFirstUse(async () => (await import('../media/sharp-images.ts')).sharpImages())
const convert = onFirstUse(async () => (await import('../media/write-picture.ts')).pictureConverter())

const clips = onFirstUse(async () => (await import('../media/clips/write-clip.ts')).clipWriter())

/** Reads pictures and clips. The decoders are separate processes, which start with the first picture. */
export function mediaOnFirstUse(): { images: Images; describeClip: DescribeClip } {
  return {
    images: {
      inspect: async (spooled, limits, asker) => (await media()).inspect(spooled, limits, asker),
      describe: async (spooled, limits, asker) => (await media()).describe(spooled, limits, asker),
      decode: async (bytes, maxSide, asker) => (await media()).decode(bytes, maxSide, asker),
    },
    describeClip: async (path) => (await media()).describeClip(path),
  }
}

/** Converts pictures to other formats; only some APIs ever ask for that. */
export function convertOnFirstUse(): ConvertPicture {
  return async (picture, form, asker) => (await convert())(picture, form, asker)
}

/** Writes clips from pictures; only models on this machine need that. */
export function clipsOnFirstUse(): WriteClip {
  return async (frames, framesPerSecond) => (await clips())(frames, framesPerSecond)
}

/** Makes covers if there is an ffmpeg; finding one means starting it, so that waits for the first clip. */
export function coverOnFirstUse(setting: string): (path: string) => Promise<Uint8Array | undefined> {
  const cover = onFirstUse(async () => {
    const ffmpeg = await findFfmpeg(setting)
    return ffmpeg === undefined ? undefined : (await import('../media/clips/ffmpeg-cover.ts')).ffmpegCover(ffmpeg)
  })
  return async (path) => (await cover())?.(path)
}

/** Makes contact sheets if there is an ffmpeg; only assistants, moderators and OpenAI's clients ever ask for one. */
export function contactSheetOnFirstUse(setting: string): ContactSheetOf {
  const sheet = onFirstUse(async () => {
    const ffmpeg = await findFfmpeg(setting)
    return ffmpeg === undefined
      ? undefined
      : (await import('../media/clips/contact-sheet.ts')).ffmpegContactSheet(ffmpeg)
  })
  return async (path, durationMs, grid) => (await sheet())?.(path, durationMs, grid)
}

type LocalModelDeps = { clock: Clock; random: Random; log: Log }

/** The model store; only operators ever ask for it over HTTP. */
export function localModelsOnFirstUse(config: Config, deps: LocalModelDeps): LocalModels & { close(): Promise<void> } {
  let isOpen = false
  const store = onFirstUse(async () => {
    const [{ openWeights }, { openLocalModels }] = await Promise.all([
      import('./weights.ts'),
      import('../weights/local-models.ts'),
    ])
    isOpen = true
    return openLocalModels(openWeights(config, deps), deps.log)
  })
  return {
    available: async () => (await store()).available(),
    installed: async () => (await store()).installed(),
    downloads: async () => (await store()).downloads(),
    add: async (name, wish) => (await store()).add(name, wish),
    remove: async (id) => (await store()).remove(id),
    close: async () => (isOpen ? (await store()).close() : undefined),
  }
}

import type { SharedV4Warning } from '@ai-sdk/provider'
import type { EngineBytes, EngineOutput } from '../../ports/engine.ts'
import type { Wire } from './wire.ts'

type VideoData =
  | { type: 'url'; url: string }
  | { type: 'base64'; data: string }
  | { type: 'binary'; data: Uint8Array }
  | { type: 'uploaded' }

/** The source behind a package's representation of a result. */
export type Find = {
  /** Opens a URL in the way that fits its source. */
  open: (url: string) => EngineBytes
  behind: Wire['behind']
}

/** Pictures as the package returns them: bytes, base64, or a placeholder for a URL or a part of the answer. */
export function imageOutputs(images: readonly (string | Uint8Array)[], find: Find): EngineOutput[] {
  return images.map((image) => ({ content: contentOf(typeof image === 'string' ? decode(image) : image, find) }))
}

/** Clips as the package returns them, with the facts in its metadata. */
export function videoOutputs(videos: readonly VideoData[], metadata: unknown, find: Find): EngineOutput[] {
  const facts = factsIn(metadata)
  return videos.flatMap((video) => {
    const content = videoContent(video, find)
    return content === undefined ? [] : [{ content, ...facts }]
  })
}

function videoContent(video: VideoData, find: Find): EngineBytes | undefined {
  switch (video.type) {
    case 'url':
      return video.url.startsWith('data:')
        ? contentOf(decode(video.url.slice(video.url.indexOf(',') + 1)), find)
        : find.open(video.url)
    case 'base64':
      return contentOf(decode(video.data), find)
    case 'binary':
      return contentOf(video.data, find)
    // It is at a URL that an option of the model named, and we do not know how to read there: it is not a result of
    // ours.
    case 'uploaded':
      return undefined
  }
}

function contentOf(bytes: Uint8Array, { open, behind }: Find): EngineBytes {
  const found = behind(bytes)
  if (found === undefined) return { from: 'memory', bytes }
  return 'part' in found ? found.part : open(found.address)
}

function decode(base64: string): Uint8Array {
  return Buffer.from(base64, 'base64')
}

/** Width, height and length if a provider reports them; each under its own name, in the first entry of `videos`. */
function factsIn(metadata: unknown): Pick<EngineOutput, 'width' | 'height' | 'durationMs'> {
  for (const provider of Object.values((metadata ?? {}) as Record<string, unknown>)) {
    const videos = (provider as { videos?: unknown }).videos
    const first: unknown = Array.isArray(videos) ? videos[0] : undefined
    if (typeof first !== 'object' || first === null) continue
    const { width, height, duration } = first as Record<string, unknown>
    return {
      ...(isCount(width) && isCount(height) ? { width, height } : {}),
      ...(isCount(duration) ? { durationMs: Math.round(duration * 1000) } : {}),
    }
  }
  return {}
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

/** The package's warnings as lines for the receipt. */
export function warningLines(warnings: readonly SharedV4Warning[] | undefined): string[] {
  return (warnings ?? []).map((warning) => {
    switch (warning.type) {
      case 'unsupported':
        return `${warning.feature}: the provider does not support it. ${warning.details ?? ''}`.trim()
      case 'compatibility':
        return `${warning.feature}: the provider supports it only in part. ${warning.details ?? ''}`.trim()
      case 'deprecated':
        return `${warning.setting}: ${warning.message}`
      case 'other':
        return warning.message
    }
  })
}

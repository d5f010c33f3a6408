import type { SharedV4Warning } from '@ai-sdk/provider'
import type { EngineBytes, EngineOutput } from '../../ports/engine.ts'

type VideoData = { type: 'url'; url: string } | { type: 'base64'; data: string } | { type: 'binary'; data: Uint8Array }

/** Opens an address in the way that fits who gave it. */
export type OpenAddress = (url: string) => EngineBytes

/** Pictures as the package returns them: bytes, base64, or our placeholder for an address. */
export function imageOutputs(
  images: readonly (string | Uint8Array)[],
  addressOf: (bytes: Uint8Array) => string | undefined,
  open: OpenAddress,
): EngineOutput[] {
  return images.map((image) => {
    const bytes = typeof image === 'string' ? Buffer.from(image, 'base64') : image
    const address = addressOf(bytes)
    return { content: address === undefined ? { from: 'memory', bytes } : open(address) }
  })
}

/** Clips as the package returns them, with what its metadata says of them. */
export function videoOutputs(videos: readonly VideoData[], metadata: unknown, open: OpenAddress): EngineOutput[] {
  const facts = factsIn(metadata)
  return videos.map((video) => ({ content: videoContent(video, open), ...facts }))
}

function videoContent(video: VideoData, open: OpenAddress): EngineBytes {
  switch (video.type) {
    case 'url':
      return video.url.startsWith('data:') ? inline(video.url) : open(video.url)
    case 'base64':
      return { from: 'memory', bytes: Buffer.from(video.data, 'base64') }
    case 'binary':
      return { from: 'memory', bytes: video.data }
  }
}

function inline(url: string): EngineBytes {
  return { from: 'memory', bytes: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') }
}

/** Width, height and length where a provider tells them; each under its own name, in the first entry of `videos`. */
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
        return `${warning.feature}: the provider does not take it. ${warning.details ?? ''}`.trim()
      case 'compatibility':
        return `${warning.feature}: the provider takes it only in part. ${warning.details ?? ''}`.trim()
      case 'deprecated':
        return `${warning.setting}: ${warning.message}`
      case 'other':
        return warning.message
    }
  })
}

import type { FileRecord } from '../files/file-record.ts'
import { parseRatio } from './size.ts'
import type { EffectiveParameters } from './task.ts'

/** A result as it was measured; null if that was impossible. */
export type MeasuredOutput = { width: number | null; height: number | null; durationMs: number | null }

// The tolerance within which a request may be mapped: encoders round sides to multiples of 2, 8 or 16.
const SIZE_TOLERANCE = 0.03
const LENGTH_TOLERANCE = 0.2
const LENGTH_TOLERANCE_MS = 500

/** How a result differs from what the engine was told to make, as sentences for the receipt. */
export function outputWarnings(
  made: MeasuredOutput,
  told: Pick<EffectiveParameters, 'ratio' | 'width' | 'height' | 'resolution'>,
  seconds?: number,
): string[] {
  const size = sizeWarning(made, told)
  const length = lengthWarning(made.durationMs, seconds)
  return [size, length].filter((warning) => warning !== undefined)
}

/** A picture that could not be converted to the requested format is kept as it came: it was paid for. */
export function formatWarning(
  { mediaType, credentials }: Pick<FileRecord, 'mediaType' | 'credentials'>,
  format: string | undefined,
): string[] {
  const made = mediaType.replace(/^image\//, '')
  if (format === undefined || made === format) return []
  if (credentials?.source === 'provider')
    return [
      `output_format: the picture came with Content Credentials, which ${format} would lose, so it was kept as ${made}`,
    ]
  return [`output_format: the picture could not be written as ${format}, so it was kept as ${made}`]
}

function sizeWarning(
  { width, height }: MeasuredOutput,
  told: Pick<EffectiveParameters, 'ratio' | 'width' | 'height' | 'resolution'>,
): string | undefined {
  if (width === null || height === null) return undefined
  const made = `size: the model made ${width}x${height}`
  if (told.width !== null && told.height !== null) {
    const differs = isFar(width, told.width) || isFar(height, told.height)
    return differs ? `${made}, not ${told.width}x${told.height}` : undefined
  }
  const ratio = parseRatio(told.ratio)
  if (ratio !== undefined && isFar(width / height, ratio)) return `${made}, which is not ${told.ratio}`
  const lines = told.resolution === null ? undefined : Number.parseInt(told.resolution, 10)
  if (lines !== undefined && isFar(Math.min(width, height), lines)) return `${made}, which is not ${told.resolution}`
  return undefined
}

function lengthWarning(durationMs: number | null, seconds: number | undefined): string | undefined {
  if (durationMs === null || seconds === undefined) return undefined
  const wantedMs = seconds * 1000
  const allowedMs = Math.max(LENGTH_TOLERANCE_MS, wantedMs * LENGTH_TOLERANCE)
  if (Math.abs(durationMs - wantedMs) <= allowedMs) return undefined
  return `seconds: the model made ${Number((durationMs / 1000).toFixed(2))} s, not ${seconds} s`
}

function isFar(made: number, wanted: number): boolean {
  return Math.abs(made / wanted - 1) > SIZE_TOLERANCE
}

import { open } from 'node:fs/promises'
import { sniffMediaType, type MediaType } from '../core/files/media-type.ts'
import type { Dimensions } from '../core/tasks/size.ts'
import type { Spooled } from '../ports/files.ts'
import type { ClipFacts, DescribeClip, ImageFacts, ImageLimits, Images, Pixels } from '../ports/images.ts'
import type { DecoderResult, DecoderWork } from './decoder-orders.ts'
import { decoderProcess } from './decoder-process.ts'
import {
  damaged,
  HEAD_BYTES,
  LOADERS,
  MAX_DECODING_BYTES,
  MAX_SIDE,
  pictureCost,
  type PictureCost,
  tooManyPixels,
  tooMuchMemory,
  unreadable,
} from './picture-limits.ts'
import { smallPicture } from './write-picture.ts'
import { waitingLine } from './waiting-line.ts'

// The worst that we take, noise of eight megapixels in AVIF, needs about this on a small machine; the rest is hostile.
const MAX_WORK_MS = 6_000
// Half of it is what a picture takes on average that needs none by its header, half what colour depth may add to the estimate.
const SPARE_BYTES = 100_000_000
// Once to look for damage, once more by the decoders that do not read row by row.
const HELD_TIMES = 2
// Sooner done than anybody notices: such pictures have a place of their own.
const LIGHT_WORK_MS = 200

type Who = { asker: string; trusted: boolean }
type Order = {
  cost: PictureCost | undefined
  asker: string
  maxBytes: number
  /** The size of a file that is held whole; a file of a caller is small, or has to do with what is spare. */
  fileBytes?: number
  work: DecoderWork
}

/**
 * Reads pictures and clips: content decides what they are, limits are checked before any pixel is decoded, and the decoding
 * is done by processes that are ended when a picture takes more than it was given.
 */
export function sharpImages({ maxWorkMs = MAX_WORK_MS } = {}): Images & { describeClip: DescribeClip } {
  const inTurn = waitingLine({ heavy: decoderProcess(), light: decoderProcess() })
  const readSmall = smallPicture()
  const carryOut = async ({ cost, asker, maxBytes, fileBytes = 0, work }: Order): Promise<DecoderResult> => {
    const light = cost !== undefined && cost.workMs <= LIGHT_WORK_MS
    const bytes = (cost?.bytes ?? Math.min(maxBytes, MAX_DECODING_BYTES)) + HELD_TIMES * fileBytes + SPARE_BYTES
    // What the header says is an estimate of the worst; what was allowed beyond the usual may take as long.
    const workMs = Math.max(maxWorkMs, maxBytes > MAX_DECODING_BYTES ? (cost?.workMs ?? 0) * 2 : 0)
    const order = { work, allowance: { workMs, bytes } }
    return await inTurn({ asker, light }, (decoder) => decoder.run(order))
  }
  const inspect = async (spooled: Spooled, limits: ImageLimits, who: Who): Promise<ImageFacts> => {
    const { maxPixels, maxBytes = MAX_DECODING_BYTES } = limits
    const type = readableType(spooled.head)
    const cost = pictureCost(await headOf(spooled.path), type.mediaType)
    if (cost !== undefined) checkCost(cost, maxPixels, maxBytes)
    const work = { kind: 'inspect', path: spooled.path, maxPixels, type, trusted: who.trusted } as const
    const fileBytes = who.trusted ? spooled.bytes : 0
    return (await carryOut({ cost, asker: who.asker, maxBytes, fileBytes, work })) as ImageFacts
  }
  return {
    inspect: (spooled, limits, asker = '') => inspect(spooled, limits, { asker, trusted: false }),
    describe: async (spooled, limits, asker = '') => {
      const type = readableType(spooled.head)
      const whole = await readSmall(spooled, type.mediaType)
      if (whole === 'damaged') throw damaged(type)
      if (whole === undefined) return inspect(spooled, limits, { asker, trusted: true })
      checkPixels(whole, limits.maxPixels)
      return { ...whole, mediaType: type.mediaType, extension: type.extension }
    },
    decode: async (bytes, maxSide, asker = '') => {
      const type = readableType(bytes.subarray(0, 64))
      const cost = pictureCost(bytes.subarray(0, HEAD_BYTES), type.mediaType)
      const work = { kind: 'decode', bytes, maxSide, type } as const
      return (await carryOut({ cost, asker, maxBytes: MAX_DECODING_BYTES, work })) as Pixels
    },
    describeClip: async (path) => {
      // What reads clips is large, and who reads them must not be who serves requests.
      const order = {
        work: { kind: 'clip', path } as const,
        allowance: { workMs: maxWorkMs, bytes: MAX_DECODING_BYTES },
      }
      const facts = await inTurn({ asker: '', light: true }, (decoder) => decoder.run(order))
      return facts as ClipFacts | { damaged: string }
    },
  }
}

function readableType(head: Uint8Array): MediaType {
  const type = sniffMediaType(head)
  if (type === undefined || !LOADERS.has(type.mediaType)) throw unreadable()
  return type
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function checkCost(cost: PictureCost, maxPixels: number, maxBytes: number): void {
  const { width, height, form, bytes } = cost
  checkPixels(cost, maxPixels)
  if (bytes > maxBytes) throw tooMuchMemory(form, cost, (maxBytes / bytes) * width * height)
}

function checkPixels({ width, height }: Dimensions, maxPixels: number): void {
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > maxPixels)
    throw tooManyPixels({ width, height }, maxPixels, MAX_SIDE)
}

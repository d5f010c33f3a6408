import { open } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { sniffMediaType } from '../core/files/media-type.ts'
import type { Spooled } from '../ports/files.ts'
import type { ConvertPicture, PictureForm } from '../ports/images.ts'
import type { Written } from './decoder-orders.ts'
import { decoderProcess } from './decoder-process.ts'
import { LOADERS, unreadable } from './picture-limits.ts'
import { writeMask } from './write-mask.ts'
import { waitingLine } from './waiting-line.ts'
import { type Verdict, wholePicture } from './whole-picture.ts'

// What the field takes for good, where nobody says how good.
const USUAL_QUALITY = 90
const LEAST_QUALITY = 1
// Below this a picture says less than a smaller one that is better.
const LEAST_SQUEEZED_QUALITY = 40
const QUALITY_STEP = 20
const SHRUNK_TO = 0.75

/** Writes a picture in another form: upright, in sRGB, without what its maker wrote into it beside the picture. */
export async function writePicture(picture: Sharp, form: PictureForm): Promise<Written> {
  const bytes = await bytesOf(picture, form)
  return { written: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}

async function bytesOf(picture: Sharp, form: PictureForm): Promise<Buffer> {
  if (form.mask !== undefined) return writeMask(picture, form.mask)
  return form.within === undefined ? write(picture, form) : squeeze(picture, form, form.within)
}

async function squeeze(
  picture: Sharp,
  { format, quality }: PictureForm,
  { maxSide, maxBytes }: NonNullable<PictureForm['within']>,
): Promise<Buffer> {
  let at = { quality: quality ?? USUAL_QUALITY, side: maxSide }
  for (;;) {
    const small = picture.clone().resize(at.side, at.side, { fit: 'inside', withoutEnlargement: true })
    const bytes = await write(small, { format, quality: at.quality })
    if (bytes.length <= maxBytes || at.side === 1) return bytes
    const worse = at.quality - QUALITY_STEP
    // PNG knows no worse.
    if (format !== 'png' && worse >= LEAST_SQUEEZED_QUALITY) at = { ...at, quality: worse }
    else at = { ...at, side: Math.max(1, Math.floor(at.side * SHRUNK_TO)) }
  }
}

async function write(picture: Sharp, { format, quality }: PictureForm): Promise<Buffer> {
  const upright = picture.autoOrient().toColourspace('srgb')
  const options = { quality: Math.max(LEAST_QUALITY, quality ?? USUAL_QUALITY) }
  // JPEG knows no transparency; black in its place would be a surprise.
  const written = {
    png: () => upright.png(),
    jpeg: () => upright.flatten({ background: '#ffffff' }).jpeg(options),
    webp: () => upright.webp(options),
  }[format]
  return written().toBuffer()
}

// A large picture as WebP, the slowest of the forms, takes a few seconds of a small machine.
const MAX_WORK_MS = 20_000
// Unpacked once to read it and once to write it, with what an encoder needs beside.
const BYTES_A_PIXEL = 16
const SPARE_BYTES = 150_000_000
const LIGHT_PIXELS = 1_500_000

/** Writes pictures in processes of their own, as uploads are read: their author may mean harm. */
export function pictureConverter(): ConvertPicture {
  const inTurn = waitingLine({ heavy: decoderProcess(), light: decoderProcess() })
  return async ({ bytes, width, height }, form, asker) => {
    const type = sniffMediaType(bytes.subarray(0, 64))
    if (type === undefined || !LOADERS.has(type.mediaType)) throw unreadable()
    const pixels = width * height
    const allowance = { workMs: MAX_WORK_MS, bytes: pixels * BYTES_A_PIXEL + SPARE_BYTES }
    const order = { work: { kind: 'convert', bytes, form, type }, allowance } as const
    const result = await inTurn({ asker, light: pixels <= LIGHT_PIXELS }, (decoder) => decoder.run(order))
    if (!('written' in result)) throw new Error('the decoder sent an unexpected result')
    return result.written
  }
}

// A few milliseconds of checksums at most. What is larger is read where nobody waits for it.
const MOST_BYTES = 4 * 2 ** 20

/**
 * Looks at small pictures here, one after the other: one buffer serves all, however many come together, and asking another
 * process would take longer than the look.
 */
export function smallPicture(): (spooled: Spooled, mediaType: string) => Promise<Verdict> {
  let buffer: Buffer | undefined
  let last: Promise<unknown> = Promise.resolve()
  const look = async ({ path, bytes }: Spooled, mediaType: string): Promise<Verdict> => {
    buffer ??= Buffer.allocUnsafeSlow(MOST_BYTES)
    await using file = await open(path)
    const { bytesRead } = await file.read(buffer, 0, bytes, 0)
    // What could not be read at once is for the decoder.
    return bytesRead === bytes ? wholePicture(buffer.subarray(0, bytes), mediaType) : undefined
  }
  return async (spooled, mediaType) => {
    if (spooled.bytes > MOST_BYTES) return undefined
    if (spooled.whole !== undefined) return wholePicture(asBuffer(spooled.whole), mediaType)
    const looking = last.then(() => look(spooled, mediaType))
    last = looking.catch(() => undefined)
    return looking
  }
}

function asBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

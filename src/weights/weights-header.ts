import { open } from 'node:fs/promises'
import { AppError } from '../core/errors.ts'

/** What a file of weights says of itself, read without loading it. */
export type WeightsHeader = {
  format: 'safetensors' | 'gguf'
  tensors: readonly string[]
  /** Where the numbers begin: all that follows goes into memory. */
  headerBytes: number
}

// Real headers have some hundred kilobytes; vocabularies in GGUF a few megabytes. More is no file of weights.
const LARGEST_HEADER = 64 * 2 ** 20
const FIRST_LOOK = 2 ** 20
const MOST_TENSORS = 200_000

/** Thrown while the bytes at hand do not hold all of the header. */
class NeedsMore extends Error {}

/** Reads the header of a file on this machine. */
export async function readWeightsHeader(path: string): Promise<WeightsHeader> {
  await using handle = await open(path)
  const { size } = await handle.stat()
  for (let length = FIRST_LOOK; ; length *= 4) {
    const buffer = Buffer.alloc(Math.min(length, size, LARGEST_HEADER))
    await handle.read(buffer, 0, buffer.length, 0)
    const header = parseHeader(buffer)
    if (header !== undefined) return header
    if (buffer.length >= Math.min(size, LARGEST_HEADER)) throw notWeights('its header is cut off')
  }
}

/** Reads the header from the beginning of a download, which it then leaves. */
export async function headerOfBody(body: AsyncIterable<Uint8Array>): Promise<WeightsHeader> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  let parseAt = FIRST_LOOK
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < parseAt) continue
    const header = parseHeader(Buffer.concat(chunks))
    if (header !== undefined) return header
    if (bytes >= LARGEST_HEADER) break
    parseAt *= 4
  }
  const header = parseHeader(Buffer.concat(chunks))
  if (header === undefined) throw notWeights('its header is cut off')
  return header
}

/** The header, or undefined where it is longer than what is here. Throws for what is no file of weights. */
export function parseHeader(bytes: Buffer): WeightsHeader | undefined {
  try {
    if (bytes.length < 16) throw new NeedsMore()
    return bytes.toString('latin1', 0, 4) === 'GGUF' ? parseGguf(bytes) : parseSafetensors(bytes)
  } catch (error) {
    if (error instanceof NeedsMore) return undefined
    throw error
  }
}

function parseSafetensors(bytes: Buffer): WeightsHeader {
  const length = Number(bytes.readBigUInt64LE(0))
  if (length < 2 || length > LARGEST_HEADER || bytes[8] !== '{'.charCodeAt(0))
    throw notWeights('it is neither safetensors nor GGUF')
  if (bytes.length < 8 + length) throw new NeedsMore()
  let parsed: unknown
  try {
    parsed = JSON.parse(bytes.toString('utf8', 8, 8 + length))
  } catch {
    throw notWeights('its header is damaged')
  }
  const tensors = Object.keys(parsed as object).filter((name) => name !== '__metadata__')
  return { format: 'safetensors', tensors, headerBytes: 8 + length }
}

// The sizes of GGUF's numbers, by their type; 8 is a string and 9 an array.
const GGUF_SIZES: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
}

/** Steps through bytes that a stranger wrote: every length is checked before it is used. */
function stepper(bytes: Buffer) {
  let at = 0
  const skip = (length: number): number => {
    if (!Number.isSafeInteger(length) || length < 0 || at + length > LARGEST_HEADER)
      throw notWeights('its header is damaged')
    const from = at
    at += length
    if (at > bytes.length) throw new NeedsMore()
    return from
  }
  const u32 = (): number => bytes.readUInt32LE(skip(4))
  const u64 = (): number => Number(bytes.readBigUInt64LE(skip(8)))
  const text = (): string => {
    const length = u64()
    const from = skip(length)
    return bytes.toString('utf8', from, from + length)
  }
  return { skip, u32, u64, text, at: () => at }
}

function parseGguf(bytes: Buffer): WeightsHeader {
  const step = stepper(bytes)
  step.skip(4)
  const version = step.u32()
  if (version < 2 || version > 3) throw notWeights(`GGUF version ${version} is not known`)
  const [tensorCount, pairs] = [step.u64(), step.u64()]
  if (tensorCount > MOST_TENSORS || pairs > MOST_TENSORS) throw notWeights('its header is damaged')
  const skipValue = (type: number, depth = 0): void => {
    const size = GGUF_SIZES[type]
    if (size !== undefined) return void step.skip(size)
    if (type === 8) return void step.skip(step.u64())
    if (type !== 9 || depth > 2) throw notWeights('its header is damaged')
    const [of, count] = [step.u32(), step.u64()]
    const each = GGUF_SIZES[of]
    if (each !== undefined) return void step.skip(each * count)
    for (let index = 0; index < count; index++) skipValue(of, depth + 1)
  }
  for (let pair = 0; pair < pairs; pair++) {
    step.text()
    skipValue(step.u32())
  }
  const tensors: string[] = []
  for (let tensor = 0; tensor < tensorCount; tensor++) {
    tensors.push(step.text())
    // Its dimensions, its type, and where its numbers are.
    step.skip(step.u32() * 8)
    step.skip(4 + 8)
  }
  return { format: 'gguf', tensors, headerBytes: step.at() }
}

function notWeights(why: string): AppError {
  return new AppError('invalid_parameter', `This is not a usable file of weights: ${why}.`)
}

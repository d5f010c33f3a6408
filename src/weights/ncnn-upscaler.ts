import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../core/errors.ts'

/** A layer of numbers: `out` filters of `side` by `side` over `from` channels. */
type Layer = { out: number; from: number; side: number }

// Half precision, as ncnn marks it in front of a layer; nothing in front of it means single precision.
const HALF = 0x01306b47
const SINGLE = 0
// The largest upscaler that anybody publishes has 67 MB.
const MOST_BYTES = 512 * 2 ** 20
// First, body, two doublings, high resolution, last: what stands around the blocks.
const LAYERS_AROUND = 6
const LAYERS_PER_BLOCK = 15

/** Whether a path names weights in the form of ncnn: the network as text, its numbers in a `.bin` file beside it. */
export const isNcnn = (path: string): boolean => /\.param$/i.test(path)

const numbersOf = (path: string): string => path.replace(/\.param$/i, '.bin')

/** How large the numbers of such a network are; throws where they are not there, or the network is another. */
export async function ncnnBytes(path: string): Promise<number> {
  namesFor(path, layersIn(path, await readFile(path, 'utf8')).length)
  const bytes = (await stat(numbersOf(path)).catch(() => undefined))?.size
  if (bytes === undefined) throw unfit(path, `its weights must be next to it, in ${basename(numbersOf(path))}`)
  if (bytes > MOST_BYTES) throw unfit(path, 'it is too large')
  return bytes
}

/** Writes a Real-ESRGAN network of ncnn as safetensors, with the names that stable-diffusion.cpp knows. */
export async function ncnnToSafetensors(path: string): Promise<Buffer> {
  await ncnnBytes(path)
  const [text, numbers] = await Promise.all([readFile(path, 'utf8'), readFile(numbersOf(path))])
  const layers = layersIn(path, text)
  const names = namesFor(path, layers.length)
  const header: Record<string, object> = {}
  const parts: Buffer[] = []
  let [at, end] = [0, 0]
  const take = (bytes: number): Buffer => {
    if (at + bytes > numbers.length) throw unfit(path, `${basename(numbersOf(path))} is cut off`)
    at += bytes
    return numbers.subarray(at - bytes, at)
  }
  const add = (name: string, dtype: 'F16' | 'F32', shape: number[], bytes: Buffer): void => {
    header[name] = { dtype, shape, data_offsets: [end, (end += bytes.length)] }
    parts.push(bytes)
  }
  for (const [index, { out, from, side }] of layers.entries()) {
    const count = out * from * side * side
    const form = take(4).readUInt32LE(0)
    if (form !== HALF && form !== SINGLE) throw unfit(path, 'its weights have an unknown format')
    const bytes = count * (form === HALF ? 2 : 4)
    // Each layer begins at a multiple of four bytes.
    const weights = take(Math.ceil(bytes / 4) * 4).subarray(0, bytes)
    add(`${names[index]}.weight`, form === HALF ? 'F16' : 'F32', [out, from, side, side], weights)
    add(`${names[index]}.bias`, 'F32', [out], take(4 * out))
  }
  if (at !== numbers.length) throw unfit(path, 'there are more weights than its layers take')
  const json = JSON.stringify(header)
  const head = Buffer.from(json.padEnd(Math.ceil(json.length / 8) * 8))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(head.length))
  return Buffer.concat([length, head, ...parts])
}

const NO_NUMBERS: readonly string[] = ['Input', 'Split', 'Concat', 'Eltwise', 'BinaryOp', 'Interp']

/** The layers that have numbers, in the order in which the file of numbers has them. */
function layersIn(path: string, text: string): Layer[] {
  const [magic, , ...lines] = text.split('\n').map((line) => line.trim())
  if (magic !== '7767517') throw unfit(path, 'it is not an ncnn network')
  const layers: Layer[] = []
  for (const [kind = '', , , , ...rest] of lines.filter((line) => line !== '').map((line) => line.split(/\s+/))) {
    if (NO_NUMBERS.includes(kind)) continue
    if (kind !== 'Convolution') throw unfit(path, `it has a layer '${kind}', which Real-ESRGAN does not have`)
    const fields = new Map(rest.filter((word) => word.includes('=')).map((word) => word.split('=') as [string, string]))
    const [out, side, count] = ['0', '1', '6'].map((key) => Number(fields.get(key)))
    const from = (count ?? 0) / ((out ?? 0) * (side ?? 0) ** 2)
    if (out === undefined || side === undefined || !Number.isSafeInteger(from) || !(from > 0))
      throw unfit(path, 'a layer does not say how large it is')
    layers.push({ out, from, side })
  }
  return layers
}

function namesFor(path: string, layers: number): string[] {
  const blocks = (layers - LAYERS_AROUND) / LAYERS_PER_BLOCK
  if (!Number.isSafeInteger(blocks) || blocks < 1)
    throw unfit(path, `${layers} layers are not Real-ESRGAN's; x4plus and x4plus-anime are known to work`)
  const body = Array.from({ length: blocks }, (_, block) =>
    [1, 2, 3].flatMap((dense) => [1, 2, 3, 4, 5].map((conv) => `body.${block}.rdb${dense}.conv${conv}`)),
  )
  return ['conv_first', ...body.flat(), 'conv_body', 'conv_up1', 'conv_up2', 'conv_hr', 'conv_last']
}

function unfit(path: string, why: string): AppError {
  return new AppError('invalid_parameter', `${basename(path)} cannot be used: ${why}.`)
}

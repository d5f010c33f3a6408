import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files of the toy, by the roles that the config has for them. */
export type ToyKlein = { diffusion_model: string; text_encoder: string; vae: string }

type Shapes = Map<string, readonly number[]>

type Widths = {
  hidden: number
  doubleBlocks: number
  singleBlocks: number
  text: number
  textLayers: number
  textFeed: number
  heads: number
}

const TOY: Widths = { hidden: 128, doubleBlocks: 1, singleBlocks: 1, text: 32, textLayers: 28, textFeed: 64, heads: 16 }
// FLUX.2 klein 4B: 3.9 and 4.0 billion numbers.
const FULL: Widths = {
  hidden: 3072,
  doubleBlocks: 5,
  singleBlocks: 20,
  text: 2560,
  textLayers: 36,
  textFeed: 9728,
  heads: 32,
}
const VOCABULARY = 151_936
const KEY_HEADS = 8
const HEAD = 128
const VAE_WIDTH = 32
const ENCODER_WIDTH = 128
const VAE_STEPS = [1, 2, 4, 4] as const

/**
 * Writes the real architecture of FLUX.2 klein with the smallest widths that the runtime reads, and noise for weights: it
 * draws noise, but loads, counts steps, cancels and crashes as the real one does. Nobody's weights, so nobody's licence.
 */
export async function writeToyKlein(folder: string): Promise<ToyKlein> {
  await mkdir(folder, { recursive: true })
  const files = {
    diffusion_model: join(folder, 'toy-klein.safetensors'),
    text_encoder: join(folder, 'toy-qwen3.safetensors'),
    vae: join(folder, 'toy-flux2-vae.safetensors'),
  }
  await writeSafetensors(files.diffusion_model, diffusionShapes(TOY))
  await writeSafetensors(files.text_encoder, textShapes(TOY))
  await writeSafetensors(files.vae, vaeShapes(), isUnread)
  return files
}

/** The model in its full size, all zeros: 16 GB of holes that take no room, with the decoder of the toy to end in a picture. */
export async function writeFullKlein(folder: string, vae: string): Promise<ToyKlein> {
  await mkdir(folder, { recursive: true })
  const files = {
    diffusion_model: join(folder, 'full-klein.safetensors'),
    text_encoder: join(folder, 'full-qwen3.safetensors'),
    vae,
  }
  await writeSafetensors(files.diffusion_model, diffusionShapes(FULL), () => true)
  await writeSafetensors(files.text_encoder, textShapes(FULL), () => true)
  return files
}

/**
 * The architecture of Real-ESRGAN with one block of noise, in the form of ncnn: layers as text, and their numbers in a file
 * beside it. It makes pictures four times as wide, not better.
 */
export async function writeNcnnUpscaler(path: string): Promise<string> {
  const layers = upscalerLayers()
  const noise = scaledNoise()
  const numbers = layers.flatMap(({ name, from, to }) => [
    Buffer.from([0x47, 0x6b, 0x30, 0x01]),
    tensor(`${name}.weight`, [to, from, 3, 3], noise),
    Buffer.alloc(4 * to),
  ])
  const lines = layers.map(({ name, from, to }) => `Convolution ${name} 1 1 a b 0=${to} 1=3 4=1 5=1 6=${to * from * 9}`)
  await writeFile(path, ['7767517', '999 1782', 'Input input.1 0 1 data', ...lines, ''].join('\n'))
  await writeFile(path.replace('.param', '.bin'), Buffer.concat(numbers))
  return path
}

function upscalerLayers(): { name: string; from: number; to: number }[] {
  const dense = [1, 2, 3].flatMap((part) =>
    [1, 2, 3, 4, 5].map((at) => ({
      name: `body.0.rdb${part}.conv${at}`,
      from: 64 + 32 * (at - 1),
      to: at === 5 ? 64 : 32,
    })),
  )
  const around = ['conv_body', 'conv_up1', 'conv_up2', 'conv_hr'].map((name) => ({ name, from: 64, to: 64 }))
  return [{ name: 'conv_first', from: 3, to: 64 }, ...dense, ...around, { name: 'conv_last', from: 64, to: 3 }]
}

function diffusionShapes({ hidden, text, doubleBlocks, singleBlocks }: Widths): Shapes {
  const shapes: Shapes = new Map()
  const wide = 3 * hidden
  const add = (name: string, ...shape: number[]): void => void shapes.set(name, shape)
  add('img_in.weight', hidden, 128)
  add('txt_in.weight', hidden, 3 * text)
  add('time_in.in_layer.weight', hidden, 256)
  add('time_in.out_layer.weight', hidden, hidden)
  add('double_stream_modulation_img.lin.weight', 6 * hidden, hidden)
  add('double_stream_modulation_txt.lin.weight', 6 * hidden, hidden)
  add('single_stream_modulation.lin.weight', 3 * hidden, hidden)
  for (let at = 0; at < doubleBlocks; at++)
    for (const side of ['img', 'txt']) {
      const block = `double_blocks.${at}.${side}`
      add(`${block}_attn.qkv.weight`, 3 * hidden, hidden)
      add(`${block}_attn.norm.query_norm.scale`, HEAD)
      add(`${block}_attn.norm.key_norm.scale`, HEAD)
      add(`${block}_attn.proj.weight`, hidden, hidden)
      add(`${block}_mlp.0.weight`, 2 * wide, hidden)
      add(`${block}_mlp.2.weight`, hidden, wide)
    }
  for (let at = 0; at < singleBlocks; at++) {
    const block = `single_blocks.${at}`
    add(`${block}.linear1.weight`, 3 * hidden + 2 * wide, hidden)
    add(`${block}.linear2.weight`, hidden, hidden + wide)
    add(`${block}.norm.query_norm.scale`, HEAD)
    add(`${block}.norm.key_norm.scale`, HEAD)
  }
  add('final_layer.linear.weight', 128, hidden)
  add('final_layer.adaLN_modulation.1.weight', 2 * hidden, hidden)
  return shapes
}

function textShapes({ text, textLayers, textFeed, heads }: Widths): Shapes {
  const shapes: Shapes = new Map()
  const add = (name: string, ...shape: number[]): void => void shapes.set(name, shape)
  add('model.embed_tokens.weight', VOCABULARY, text)
  add('model.norm.weight', text)
  for (let layer = 0; layer < textLayers; layer++) {
    const block = `model.layers.${layer}`
    add(`${block}.self_attn.q_proj.weight`, heads * HEAD, text)
    add(`${block}.self_attn.k_proj.weight`, KEY_HEADS * HEAD, text)
    add(`${block}.self_attn.v_proj.weight`, KEY_HEADS * HEAD, text)
    add(`${block}.self_attn.o_proj.weight`, text, heads * HEAD)
    add(`${block}.self_attn.q_norm.weight`, HEAD)
    add(`${block}.self_attn.k_norm.weight`, HEAD)
    add(`${block}.input_layernorm.weight`, text)
    add(`${block}.post_attention_layernorm.weight`, text)
    add(`${block}.mlp.gate_proj.weight`, textFeed, text)
    add(`${block}.mlp.up_proj.weight`, textFeed, text)
    add(`${block}.mlp.down_proj.weight`, text, textFeed)
  }
  return shapes
}

function vaeShapes(): Shapes {
  const shapes: Shapes = new Map()
  const norm = (name: string, width: number): void => {
    shapes.set(`${name}.weight`, [width])
    shapes.set(`${name}.bias`, [width])
  }
  const conv = (name: string, from: number, to: number, kernel: number): void => {
    shapes.set(`${name}.weight`, [to, from, kernel, kernel])
    shapes.set(`${name}.bias`, [to])
  }
  const block = (name: string, from: number, to: number): void => {
    norm(`${name}.norm1`, from)
    conv(`${name}.conv1`, from, to, 3)
    norm(`${name}.norm2`, to)
    conv(`${name}.conv2`, to, to, 3)
    if (from !== to) conv(`${name}.nin_shortcut`, from, to, 1)
  }
  const middle = (side: string, width: number): void => {
    block(`${side}.mid.block_1`, width, width)
    norm(`${side}.mid.attn_1.norm`, width)
    for (const part of ['q', 'k', 'v', 'proj_out']) conv(`${side}.mid.attn_1.${part}`, width, width, 1)
    block(`${side}.mid.block_2`, width, width)
  }
  shapes.set('bn.running_mean', [128])
  shapes.set('bn.running_var', [128])
  let width = VAE_WIDTH * 4
  conv('decoder.conv_in', 32, width, 3)
  middle('decoder', width)
  for (const level of [3, 2, 1, 0] as const) {
    const to = VAE_WIDTH * VAE_STEPS[level]
    for (const part of [0, 1, 2]) {
      block(`decoder.up.${level}.block.${part}`, width, to)
      width = to
    }
    if (level > 0) conv(`decoder.up.${level}.upsample.conv`, width, width, 3)
  }
  norm('decoder.norm_out', width)
  conv('decoder.conv_out', width, 3, 3)
  conv('post_quant_conv', 32, 32, 1)
  // The encoder's widths are fixed and large. It must be there, though nothing of it is read: a hole at the end of the file.
  width = ENCODER_WIDTH
  conv('encoder.conv_in', 3, width, 3)
  for (const level of [0, 1, 2, 3] as const) {
    const to = ENCODER_WIDTH * VAE_STEPS[level]
    for (const part of [0, 1]) {
      block(`encoder.down.${level}.block.${part}`, width, to)
      width = to
    }
    if (level < 3) conv(`encoder.down.${level}.downsample.conv`, width, width, 3)
  }
  middle('encoder', width)
  norm('encoder.norm_out', width)
  conv('encoder.conv_out', width, 64, 3)
  conv('quant_conv', 64, 64, 1)
  return shapes
}

const isUnread = (name: string): boolean => name.startsWith('encoder.') || name.startsWith('quant_conv.')

const BYTES = 2
const NOISE = 1 << 16

async function writeSafetensors(
  path: string,
  shapes: Shapes,
  isHole: (name: string) => boolean = () => false,
): Promise<void> {
  let end = 0
  const header: Record<string, unknown> = {}
  for (const [name, shape] of shapes) {
    const from = end
    end += sizeOf(shape) * BYTES
    header[name] = { dtype: 'F16', shape, data_offsets: [from, end] }
  }
  const text = JSON.stringify(header)
  const head = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(head.length))
  const noise = scaledNoise()
  const file = await open(path, 'w')
  try {
    await file.writev([length, head])
    for (const [name, shape] of shapes) if (!isHole(name)) await file.write(tensor(name, shape, noise))
    await file.truncate(length.length + head.length + end)
  } finally {
    await file.close()
  }
}

type Noise = (scale: number) => Float16Array

function tensor(name: string, shape: readonly number[], noise: Noise): Buffer {
  const count = sizeOf(shape)
  if (shape.length === 1) {
    const isZero = name.endsWith('bias') || name.includes('mean')
    return Buffer.from(new Float16Array(count).fill(isZero ? 0 : 1).buffer)
  }
  const block = noise(name.includes('embed_tokens') ? 1 : 1 / Math.sqrt(count / (shape[0] ?? 1)))
  const values = new Float16Array(count)
  // Another stretch of the noise for each tensor.
  let from = (name.length * 7919 + count) % NOISE
  for (let at = 0; at < count; from = 0) {
    const part = block.subarray(from, from + count - at)
    values.set(part, at)
    at += part.length
  }
  return Buffer.from(values.buffer)
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, side) => product * side, 1)
}

/** The same on every machine: a picture's bytes must be, too. */
function scaledNoise(): Noise {
  let state = 1
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 1) / 4_294_967_297
  }
  const gaussian = (): number => Math.sqrt(-2 * Math.log(fraction())) * Math.cos(2 * Math.PI * fraction())
  const base = Float32Array.from({ length: NOISE }, gaussian)
  const scaled = new Map<number, Float16Array>()
  return (scale) => {
    const known = scaled.get(scale) ?? new Float16Array(base.map((value) => value * scale))
    scaled.set(scale, known)
    return known
  }
}

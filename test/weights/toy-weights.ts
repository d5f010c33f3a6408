/** A file of safetensors with these tensors and some numbers. */
export function toySafetensors(tensors: readonly string[], dataBytes = 64): Buffer {
  const header = Object.fromEntries(
    tensors.map((name) => [name, { dtype: 'F16', shape: [dataBytes / 2], data_offsets: [0, dataBytes] }]),
  )
  const json = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(json.length))
  return Buffer.concat([length, json, Buffer.alloc(dataBytes, 7)])
}

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
export const u64 = (value: number | bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
const text = (value: string): Buffer => Buffer.concat([u64(value.length), Buffer.from(value)])

/** A file of GGUF with a vocabulary, as real ones have, and these tensors. */
export function toyGguf(tensors: readonly string[]): Buffer {
  const words = ['a', 'bc', 'def']
  const pairs = [
    [text('general.architecture'), u32(8), text('toy')],
    [text('tokenizer.ggml.tokens'), u32(9), u32(8), u64(words.length), ...words.map(text)],
    [text('tokenizer.ggml.scores'), u32(9), u32(6), u64(3), Buffer.alloc(12)],
    [text('general.alignment'), u32(4), u32(32)],
  ]
  const infos = tensors.map((name) => Buffer.concat([text(name), u32(2), u64(4), u64(4), u32(0), u64(0)]))
  const head = [Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(pairs.length)]
  return Buffer.concat([...head, ...pairs.flat(), ...infos, Buffer.alloc(64)])
}

/** Names that tell the architecture. */
export const SD1_TENSORS = [
  'cond_stage_model.transformer.text_model.x',
  'model.diffusion_model.input_blocks.0.0.weight',
]
export const KLEIN_TENSORS = ['double_stream_modulation_img.lin.weight', 'single_blocks.0.linear1.weight']

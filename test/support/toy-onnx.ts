import { writeFile } from 'node:fs/promises'

// The few parts of ONNX's protocol buffers that two small graphs need: field numbers are those of onnx.proto.

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}

const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)])

function part(field: number, content: string | readonly Buffer[]): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.concat(content)
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes])
}

const FLOAT = 1
const [INT, INTS] = [2, 7]

function value(field: number, name: string, shape: readonly (number | string)[]): Buffer {
  const dims = shape.map((side) => part(1, [typeof side === 'number' ? number(1, side) : part(2, side)]))
  return part(field, [part(1, name), part(2, [part(1, [number(1, FLOAT), part(2, dims)])])])
}

type Attribute = readonly [name: string, value: number | readonly number[]]

function node(kind: string, inputs: readonly string[], output: string, attributes: readonly Attribute[] = []): Buffer {
  const written = attributes.map(([name, given]) =>
    part(5, [
      part(1, name),
      ...(typeof given === 'number' ? [number(3, given)] : given.map((each) => number(8, each))),
      number(20, typeof given === 'number' ? INT : INTS),
    ]),
  )
  return part(1, [...inputs.map((name) => part(1, name)), part(2, output), part(4, kind), ...written])
}

function constant(name: string, dims: readonly number[], values: readonly number[]): Buffer {
  const raw = Buffer.from(new Float32Array(values).buffer)
  return part(5, [...dims.map((side) => number(1, side)), number(2, FLOAT), part(8, name), part(9, [raw])])
}

function model(graph: readonly Buffer[]): Buffer {
  return Buffer.concat([number(1, 8), part(7, [part(2, 'toy'), ...graph]), part(8, [part(1, ''), number(2, 13)])])
}

/** Takes what is bright for the subject. */
export async function writeToyCutout(path: string): Promise<string> {
  const mean = node('ReduceMean', ['input'], 'mask', [
    ['axes', [1]],
    ['keepdims', 1],
  ])
  await writeFile(path, model([mean, value(11, 'input', [1, 3, 32, 32]), value(12, 'mask', [1, 1, 32, 32])]))
  return path
}

/** Takes what is red for unfit; the channels come as blue, green, red, without their mean. */
export async function writeToyJudge(path: string): Promise<string> {
  const graph = [
    node('ReduceMean', ['input'], 'colour', [
      ['axes', [1, 2]],
      ['keepdims', 0],
    ]),
    node('MatMul', ['colour', 'red'], 'sides'),
    node('Softmax', ['sides'], 'scores', [['axis', 1]]),
    constant('red', [3, 2], [0, 0, 0, 0, 0, 0.1]),
    value(11, 'input', ['batch', 224, 224, 3]),
    value(12, 'scores', ['batch', 2]),
  ]
  await writeFile(path, model(graph))
  return path
}

import assert from 'node:assert/strict'

/** A span as a collector receives it. */
export type ReceivedSpan = {
  traceId: string
  spanId: string
  /** Empty for the first of a trace. */
  parentSpanId: string
  traceState: string
  name: string
  kind: number
  /** In nanoseconds since 1970. */
  start: bigint
  end: bigint
  attributes: Record<string, string | number>
  isError: boolean
  /** What is said of the service that sent it. */
  resource: Record<string, string | number>
}

type Field = { number: number; value: bigint | Buffer }

const VARINT = 0
const FIXED64 = 1
const BYTES = 2
const FIXED32 = 5

/**
 * Reads what was sent by the numbers in the published definition of OTLP (opentelemetry/proto/trace/v1), with nothing of the
 * library that wrote it.
 */
export function readExport(message: Buffer): ReceivedSpan[] {
  return messages(message, 1).flatMap((resourceSpans) => {
    const resource = attributesIn(messages(resourceSpans, 1)[0] ?? Buffer.alloc(0), 1)
    return messages(resourceSpans, 2).flatMap((scopeSpans) =>
      messages(scopeSpans, 2).map((span) => ({ ...readSpan(span), resource })),
    )
  })
}

function readSpan(span: Buffer): Omit<ReceivedSpan, 'resource'> {
  const hex = (number: number): string => messages(span, number)[0]?.toString('hex') ?? ''
  const text = (number: number): string => messages(span, number)[0]?.toString('utf8') ?? ''
  const [status = Buffer.alloc(0)] = messages(span, 15)
  return {
    traceId: hex(1),
    spanId: hex(2),
    traceState: text(3),
    parentSpanId: hex(4),
    name: text(5),
    kind: Number(numbers(span, 6)[0] ?? 0n),
    start: numbers(span, 7)[0] ?? 0n,
    end: numbers(span, 8)[0] ?? 0n,
    attributes: attributesIn(span, 9),
    isError: numbers(status, 3)[0] === 2n,
  }
}

function attributesIn(message: Buffer, number: number): Record<string, string | number> {
  return Object.fromEntries(
    messages(message, number).map((pair) => {
      const [value = Buffer.alloc(0)] = messages(pair, 2)
      const words = messages(value, 1)[0]?.toString('utf8')
      return [messages(pair, 1)[0]?.toString('utf8') ?? '', words ?? Number(numbers(value, 3)[0])]
    }),
  )
}

function messages(message: Buffer, number: number): Buffer[] {
  return fields(message).flatMap((field) =>
    field.number === number && Buffer.isBuffer(field.value) ? field.value : [],
  )
}

function numbers(message: Buffer, number: number): bigint[] {
  return fields(message).flatMap((field) =>
    field.number === number && !Buffer.isBuffer(field.value) ? field.value : [],
  )
}

function fields(message: Buffer): Field[] {
  const found: Field[] = []
  let at = 0
  const varint = (): bigint => {
    let [value, shift] = [0n, 0n]
    for (;;) {
      const byte = message[at++]
      assert.ok(byte !== undefined, 'a number is cut off')
      value |= BigInt(byte & 127) << shift
      shift += 7n
      if (byte < 128) return value
    }
  }
  const bytes = (length: number): Buffer => {
    assert.ok(at + length <= message.length, 'a message is cut off')
    const value = message.subarray(at, at + length)
    at += length
    return value
  }
  while (at < message.length) {
    const tag = Number(varint())
    const [number, wire] = [tag >> 3, tag & 7]
    if (wire === VARINT) found.push({ number, value: varint() })
    else if (wire === FIXED64) found.push({ number, value: bytes(8).readBigUInt64LE() })
    else if (wire === BYTES) found.push({ number, value: bytes(Number(varint())) })
    else if (wire === FIXED32) found.push({ number, value: BigInt(bytes(4).readUInt32LE()) })
    else assert.fail(`no such kind of field: ${wire}`)
  }
  return found
}

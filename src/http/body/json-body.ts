import type { IncomingMessage } from 'node:http'
import { AppError } from '../../core/errors.ts'
import { readBody } from './read-body.ts'

export type JsonObject = { [name: string]: unknown }

// A request has a dozen names and ten images. Millions of brackets in 64 MiB would become gigabytes of objects.
const MAX_VALUES = 1_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const STRUCTURE = new Set(Buffer.from('[{,:'))

/** Reads a body that must be one JSON object; anything else is `invalid_json`. */
export async function readJsonBody(raw: IncomingMessage, maxBytes: number): Promise<JsonObject> {
  const chunks: Uint8Array[] = []
  await readBody(raw, { maxBytes, brokenOff: 'invalid_json' }, (chunk) => {
    chunks.push(chunk)
  })
  return parseJsonObject(Buffer.concat(chunks))
}

/** Parses bytes that must be one JSON object in UTF-8, with or without a byte order mark. */
export function parseJsonObject(bytes: Uint8Array): JsonObject {
  if (bytes.length === 0) throw invalid('The body is empty. Send a JSON object.')
  if (countValues(bytes) > MAX_VALUES)
    throw invalid(`The body has more than ${MAX_VALUES} values. Send only parameters.`)
  const value = parse(decode(bytes))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('The body is JSON, but not an object. Send an object, such as {"prompt": "…", "model": "…"}.')
  }
  refusePoison(value)
  return value as JsonObject
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw invalid('The body is not valid UTF-8. Send JSON in UTF-8.', cause)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    // V8's own message quotes the body, which may hold a prompt or a whole picture: only the place is repeated.
    const position = cause instanceof Error ? /position (\d+)/.exec(cause.message)?.[1] : undefined
    const place = position === undefined ? '' : ` at character ${position}`
    throw invalid(`The body is not well-formed JSON${place}. Check quotes, commas and brackets.`, cause)
  }
}

/** Names that change what an object is, wherever it is copied to later, are refused at any depth. */
function refusePoison(root: object): void {
  const waiting: object[] = [root]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    for (const [name, inner] of Object.entries(value)) {
      if (name === '__proto__' || (name === 'constructor' && isObject(inner) && Object.hasOwn(inner, 'prototype'))) {
        throw invalid(`The body contains the forbidden name '${name}'. Remove it.`)
      }
      if (isObject(inner)) waiting.push(inner)
    }
  }
}

/** Counts structural characters outside of strings; strings, which may be whole pictures, are skipped natively. */
function countValues(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let count = 0
  for (let index = 0; index < buffer.length && count <= MAX_VALUES; index++) {
    const byte = buffer[index] ?? 0
    if (byte === QUOTE) index = endOfString(buffer, index)
    else if (STRUCTURE.has(byte)) count++
  }
  return count
}

function endOfString(buffer: Buffer, start: number): number {
  for (let end = buffer.indexOf(QUOTE, start + 1); end !== -1; end = buffer.indexOf(QUOTE, end + 1)) {
    let backslashes = 0
    while (buffer[end - 1 - backslashes] === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return buffer.length
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function invalid(message: string, cause?: unknown): AppError {
  return new AppError('invalid_json', message, { cause })
}

import type { AppError } from '../../../core/errors.ts'
import { payloadTooLarge } from '../read-body.ts'
import { invalidJson, isPoison, malformed, notUtf8, refusedObject } from './json-rules.ts'
import { scanJson, type LongTexts } from './scan-json.ts'

export type JsonObject = { [name: string]: unknown }

/** The limits of a body. Without `long`, every text in it is short. `field` names the field of a form whose text it is. */
export type JsonRules = { long?: LongTexts; tooLong?: (topName: string) => AppError; field?: string }

// A request has a dozen names and ten images. Millions of brackets in 64 MiB would become gigabytes of objects.
const MAX_VALUES = 1_000
// Everything except pictures: a prompt has at most 12 KB, or 36 KB with every character escaped.
const MAX_BYTES = 256 * 1024

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

const NONE: LongTexts = { mayBeLong: () => false, take: async () => '' }

/**
 * Reads a body that must be one JSON object in UTF-8, with or without a byte order mark; anything else is
 * `invalid_json`.
 */
export async function readJsonObject(chunks: AsyncIterable<Uint8Array>, rules: JsonRules = {}): Promise<JsonObject> {
  const tooLong = (topName: string | undefined): AppError =>
    topName === undefined || rules.tooLong === undefined ? tooMuch() : rules.tooLong(topName)
  const limits = {
    maxValues: MAX_VALUES,
    tooManyValues: () => refusedObject(rules.field, `has more than ${MAX_VALUES} values. Send only parameters.`),
    maxBytes: MAX_BYTES,
    tooLong,
  }
  const document = await scanJson(chunks, limits, rules.long ?? NONE)
  const bytes = document.bytes()
  if (bytes.length === 0) throw invalidJson('The body is empty. Send a JSON object.')
  const value = parse(decode(bytes), (character) => document.placeOf(character))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidJson('The body is JSON, but not an object. Send an object, such as {"prompt": "…", "model": "…"}.')
  }
  refusePoison(value, rules.field)
  return value as JsonObject
}

function tooMuch(): AppError {
  const limit = MAX_BYTES / 1024
  return payloadTooLarge(`The body has more than ${limit} KiB besides its images. Send only parameters.`)
}

function decode(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes)
  } catch (cause) {
    throw notUtf8(cause)
  }
}

function parse(text: string, placeOf: (character: number) => number): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const position = cause instanceof Error ? /position (\d+)/.exec(cause.message)?.[1] : undefined
    throw malformed(cause, position === undefined ? undefined : placeOf(Number(position)))
  }
}

/** Names that would change the prototype of an object that they are copied to are refused at any depth. */
function refusePoison(root: object, field: string | undefined): void {
  const waiting: object[] = [root]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    for (const [name, inner] of Object.entries(value)) {
      if (isPoison(name, inner)) {
        throw refusedObject(field, `contains the forbidden name '${name}'. Remove it.`)
      }
      if (isObject(inner)) waiting.push(inner)
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

import { isPoison } from './json-rules.ts'

/** The part of a JSON document that a parser is given. */
export type SmallDocument = {
  /** Adds bytes as they came; `name` is the one whose text they are. */
  keep(bytes: Uint8Array, name?: string): void
  /** Fails if there is no room for this many more. */
  reserve(bytes: number, name?: string): void
  /** Adds a short text in place of the long one that was counted. */
  replace(text: string): void
  /** Passes a long text on and takes note of its length. */
  counted(pieces: AsyncIterable<string>): AsyncGenerator<string>
  bytes(): Buffer
  /** The place in the whole document of a character of this one. */
  placeOf(character: number): number
}

export function smallDocument(maxBytes: number, tooLong: (name: string | undefined) => Error): SmallDocument {
  const kept: Buffer[] = []
  const replaced: { at: number; more: number }[] = []
  let length = 0
  let longLength = 0
  const reserve = (bytes: number, name?: string): void => {
    if (length + bytes > maxBytes) throw tooLong(name)
  }
  const keep = (bytes: Uint8Array, name?: string): void => {
    reserve(bytes.length, name)
    // A copy: a few bytes that are kept would hold on to the whole chunk that they came in.
    kept.push(Buffer.from(bytes))
    length += bytes.length
  }
  return {
    keep,
    reserve,
    replace(text) {
      const short = Buffer.from(JSON.stringify(text))
      keep(short)
      replaced.push({ at: length, more: longLength + 2 - short.length })
      longLength = 0
    },
    async *counted(pieces) {
      for await (const piece of pieces) {
        longLength += piece.length
        yield piece
      }
    },
    bytes: () => Buffer.concat(kept),
    placeOf: (character) =>
      replaced.filter(({ at }) => at <= character).reduce((place, { more }) => place + more, character),
  }
}

type PlainObject = { [name: string]: unknown }

export type PlainJsonLimits = {
  /** The most of `[{,:` in all. */
  maxValues: number
  /** Names of the outermost object that are for the scanner. */
  mayBeLong(name: string): boolean
}

const [QUOTE, BACKSLASH, COLON] = Buffer.from('"\\:')
const OPENING = new Set(Buffer.from('[{,:'))

/**
 * Reads a small document at once where there is nothing to be said about it, and gives undefined wherever there is: the
 * scanner, which knows every reason, then has the word. What this accepts the scanner accepts too, and as the same.
 */
export function plainJson(bytes: Uint8Array, limits: PlainJsonLimits): PlainObject | undefined {
  let value: unknown
  let counts: ReturnType<typeof countOutsideTexts>
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    counts = countOutsideTexts(text)
    if (counts.values > limits.maxValues) return undefined
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  // A name that was given twice has its colon twice and its place in the object once.
  if (countHarmlessNames(value) !== counts.names) return undefined
  const body = value as PlainObject
  for (const name of Object.keys(body)) if (limits.mayBeLong(name)) return undefined
  return body
}

/** How many values and names there seem to be; exact where the text is JSON. */
function countOutsideTexts(text: string): { values: number; names: number } {
  let values = 0
  let names = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = endOfText(text, at + 1)
    else if (OPENING.has(character)) {
      values++
      if (character === COLON) names++
    }
  }
  return { values, names }
}

/** Where the quote is that ends the text which begins here. */
function endOfText(text: string, start: number): number {
  for (let at = start; ;) {
    const end = text.indexOf('"', at)
    if (end === -1) return text.length
    let first = end
    while (text.charCodeAt(first - 1) === BACKSLASH && first > start) first--
    if ((end - first) % 2 === 0) return end
    at = end + 1
  }
}

/** NaN, which equals nothing, where there is a name that may not be. */
function countHarmlessNames(root: object): number {
  let names = 0
  const waiting: object[] = [root]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const isArray = Array.isArray(value)
    for (const [name, inner] of Object.entries(value)) {
      if (!isArray) names++
      if (isPoison(name, inner)) return Number.NaN
      if (typeof inner === 'object' && inner !== null) waiting.push(inner)
    }
  }
  return names
}

import { isPoison } from './poison.ts'

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

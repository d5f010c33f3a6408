import { byteCursor, type ByteCursor, endIn, jsonString, wholeText } from './json-string.ts'
import { jsonNesting, type JsonNesting } from './json-rules.ts'

/** The strings that may be long in a document, and where they go. */
export type LongTexts = {
  /** Whether the strings under this name of the outermost object may have any length. */
  mayBeLong(topName: string): boolean
  /** Receives such a string, completely or up to an error, and returns what stands for it in the document. */
  take(pieces: AsyncIterable<string>, topName: string): Promise<string>
}

export type ScanLimits = {
  /** The maximum number of `[{,:`. */
  maxValues: number
  tooManyValues(): Error
  maxBytes: number
  /** The error past `maxBytes`; with the name in the outermost object, if it was a string under that name. */
  tooLong(topName: string | undefined): Error
}

const QUOTE = 0x22
const STRUCTURE = new Set(Buffer.from('[]{},:'))
const OPENING = new Set(Buffer.from('[{,:'))

/**
 * Reads a JSON document as it arrives. Long strings are forwarded while they arrive; the rest is small, and is judged
 * by a parser. Nothing without a limit is ever held.
 */
export async function scanJson(
  chunks: AsyncIterable<Uint8Array>,
  limits: ScanLimits,
  long: LongTexts,
): Promise<SmallDocument> {
  const cursor = byteCursor(chunks)
  try {
    return await scan(cursor, limits, long)
  } finally {
    await cursor.close()
  }
}

async function scan(cursor: ByteCursor, limits: ScanLimits, long: LongTexts): Promise<SmallDocument> {
  const nesting = jsonNesting()
  const document = smallDocument(limits.maxBytes, (name) => limits.tooLong(name))
  const count = { values: 0, texts: 0 }
  while (await cursor.fill()) {
    const start = cursor.at
    for (let isPassed = true; isPassed && cursor.at < cursor.chunk.length;) {
      count.values += passStructure(cursor, nesting)
      // Every value has at most one name and one string, unless this is not JSON at all.
      if (count.values > limits.maxValues || count.texts > 2 * limits.maxValues) throw limits.tooManyValues()
      if (cursor.at === cursor.chunk.length) break
      count.texts++
      const topName = nameOfText(nesting)
      isPassed = !(topName !== undefined && long.mayBeLong(topName)) && passText(cursor, nesting)
      if (isPassed) document.reserve(cursor.at - start, topName)
    }
    document.keep(cursor.chunk.subarray(start, cursor.at))
    if (cursor.at < cursor.chunk.length) await takeText({ cursor, nesting, document, long })
  }
  return document
}

/** Advances to the next string or the end of the chunk; returns how many values may begin on the way. */
function passStructure(cursor: ByteCursor, nesting: JsonNesting): number {
  const { chunk } = cursor
  let opened = 0
  for (; cursor.at < chunk.length && chunk[cursor.at] !== QUOTE; cursor.at++) {
    const byte = chunk[cursor.at] ?? 0
    if (!STRUCTURE.has(byte)) continue
    if (OPENING.has(byte)) opened++
    nesting.see(byte)
  }
  return opened
}

/** The name in the outermost object whose string begins here; undefined if a name begins. */
function nameOfText(nesting: JsonNesting): string | undefined {
  return nesting.expectsName() ? undefined : nesting.topName()
}

/** Skips a short string that is completely available, as nearly all are; false, with nothing read, if it is not. */
function passText(cursor: ByteCursor, nesting: JsonNesting): boolean {
  const start = cursor.at + 1
  const end = endIn(cursor.chunk, start)
  if (cursor.chunk[end] !== QUOTE) return false
  // Read at once, although only names matter here: an error in a string is reported before a duplicate name after it.
  const text = wholeText(cursor.chunk.subarray(start, end))
  if (nesting.expectsName()) nesting.name(text)
  cursor.at = end + 1
  return true
}

type Scan = { cursor: ByteCursor; nesting: JsonNesting; document: SmallDocument; long: LongTexts }

async function takeText({ cursor, nesting, document, long }: Scan): Promise<void> {
  cursor.at++
  const topName = nameOfText(nesting)
  if (topName !== undefined && long.mayBeLong(topName)) {
    document.replace(await long.take(document.counted(jsonString(cursor)), topName))
    return
  }
  let text = ''
  for await (const piece of jsonString(cursor)) {
    document.reserve(text.length + piece.length, topName)
    text += piece
  }
  document.keep(Buffer.from(JSON.stringify(text)), topName)
  if (nesting.expectsName()) nesting.name(text)
}

/** The part of a JSON document that a parser receives. */
export type SmallDocument = {
  /** Adds bytes unchanged; `name` is the name whose string they belong to. */
  keep(bytes: Uint8Array, name?: string): void
  /** Throws if there is no room for this many more. */
  reserve(bytes: number, name?: string): void
  /** Adds a short string instead of the long one that was counted. */
  replace(text: string): void
  /** Forwards a long string and records its length. */
  counted(pieces: AsyncIterable<string>): AsyncGenerator<string>
  bytes(): Buffer
  /** The position in the whole document of a character of this one. */
  placeOf(character: number): number
}

function smallDocument(maxBytes: number, tooLong: (name: string | undefined) => Error): SmallDocument {
  const kept: Buffer[] = []
  const replaced: { at: number; more: number }[] = []
  let length = 0
  let longLength = 0
  const reserve = (bytes: number, name?: string): void => {
    if (length + bytes > maxBytes) throw tooLong(name)
  }
  const keep = (bytes: Uint8Array, name?: string): void => {
    reserve(bytes.length, name)
    // A copy: otherwise, a few kept bytes would hold on to the whole chunk.
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

import { byteCursor, type ByteCursor, endIn, jsonString, wholeText } from './json-string.ts'
import { jsonNesting, type JsonNesting } from './json-rules.ts'

/** What may be long in a document, and where it goes. */
export type LongTexts = {
  /** Tells whether the texts under this name of the outermost object may be of any length. */
  mayBeLong(topName: string): boolean
  /** Takes in such a text, whole or to an error, and gives what stands for it in the document. */
  take(pieces: AsyncIterable<string>, topName: string): Promise<string>
}

export type ScanLimits = {
  /** The most of `[{,:` in all. */
  maxValues: number
  tooManyValues(): Error
  maxBytes: number
  /** What to throw past `maxBytes`; with the name in the outermost object, where it was a text under that name. */
  tooLong(topName: string | undefined): Error
}

const QUOTE = 0x22
const STRUCTURE = new Set(Buffer.from('[]{},:'))
const OPENING = new Set(Buffer.from('[{,:'))

/**
 * Reads a JSON document as it arrives. Long texts go where they belong while they arrive; what is left is small, and
 * is for a parser to judge. Nothing is ever held that has no limit.
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
      // Every value has at most a name and a text of its own, unless this is no JSON at all.
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

/** Goes on to the next text or to the end of the chunk; says how many values may begin on the way. */
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

/** The name in the outermost object whose text begins here; undefined where a name begins. */
function nameOfText(nesting: JsonNesting): string | undefined {
  return nesting.expectsName() ? undefined : nesting.topName()
}

/** Goes past a short text that is at hand as a whole, as nearly all are; false, with nothing read, where it is not. */
function passText(cursor: ByteCursor, nesting: JsonNesting): boolean {
  const start = cursor.at + 1
  const end = endIn(cursor.chunk, start)
  if (cursor.chunk[end] !== QUOTE) return false
  // Read at once, though names alone matter here: a mistake in a text is told before a name that comes twice behind it.
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

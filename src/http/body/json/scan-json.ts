import { byteCursor, type ByteCursor } from './byte-cursor.ts'
import { jsonNesting, type JsonNesting } from './json-rules.ts'
import { jsonString } from './json-string.ts'
import { smallDocument, type SmallDocument } from './plain-json.ts'

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
  let values = 0
  let texts = 0
  while (await cursor.fill()) {
    const { end, opened } = walkPlain(cursor, nesting)
    values += opened
    document.keep(cursor.chunk.subarray(cursor.at, end))
    cursor.at = end
    // Every value has at most a name and a text of its own, unless this is no JSON at all.
    if (values > limits.maxValues || texts > 2 * limits.maxValues) throw limits.tooManyValues()
    if (end === cursor.chunk.length) continue
    texts++
    await scanText({ cursor, nesting, document, long })
  }
  return document
}

/** Goes on to the next text or to the end of the chunk, and takes note of what lies between. */
function walkPlain({ chunk, at }: ByteCursor, nesting: JsonNesting): { end: number; opened: number } {
  let end = at
  let opened = 0
  for (; end < chunk.length && chunk[end] !== QUOTE; end++) {
    const byte = chunk[end] ?? 0
    if (!STRUCTURE.has(byte)) continue
    if (OPENING.has(byte)) opened++
    nesting.see(byte)
  }
  return { end, opened }
}

type Scan = { cursor: ByteCursor; nesting: JsonNesting; document: SmallDocument; long: LongTexts }

async function scanText({ cursor, nesting, document, long }: Scan): Promise<void> {
  cursor.at++
  const isName = nesting.expectsName()
  const topName = isName ? undefined : nesting.topName()
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
  if (isName) nesting.name(text)
}

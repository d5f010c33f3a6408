import { readdirSync, readFileSync } from 'node:fs'

/**
 * One meaning with its lines, one for each language, and where it is written. They are bytes of the file until somebody asks
 * for a language: most prompts are in one of eighteen, and what is kept as strings makes every collection of garbage longer.
 */
export type Entry = { meaning: string; lines: Buffer; at: string }

const FOLDER = new URL('../../words/', import.meta.url)
const WORDS = /^ {2}([a-z]{2}): (?=\S)/

// Where words of two meanings share a stem, the kind named first here is read: the night before the elephant, which
// in Arabic have one, and the cake (Kuchen) before the kitchen (Küche), since a thing is what a picture is about.
const KINDS = (
  'stop rel post count colour material finish part size activity wear cue not style mood camera loop particles time weather sky lights ' +
  'vessel thing role young idea home place country season support look verb craft format framing carrier fitting happening edit'
).split(' ')

/** What sort of thing a meaning says: the part before its colon; a bare drawing is a `thing`. */
export function kindOf(meaning: string): string {
  const colon = meaning.indexOf(':')
  return colon < 0 ? 'thing' : meaning.slice(0, colon)
}

const TINTED = /^([a-z0-9-]+)(#[0-9a-f]{6})$/

/** The drawing that a meaning names and the colour it has by itself: `wine#ecd98a` is a glass of wine, and the wine is white. */
export function inItsColour(meaning: string): { art: string; tint?: string } {
  const [, art, tint] = TINTED.exec(meaning) ?? []
  return art !== undefined && tint !== undefined ? { art, tint } : { art: meaning }
}

const [NEWLINE, SPACE, HASH, COLON] = [0x0a, 0x20, 0x23, 0x3a]

const isLetter = (byte: number | undefined) => byte !== undefined && byte >= 0x61 && byte <= 0x7a

// The two letters of "  en: w" as one number; nothing where the line has no language or no words.
function languageAt(bytes: Buffer, start: number, end: number): number | undefined {
  const [one, other] = [bytes[start + 2], bytes[start + 3]]
  const isTold = isLetter(one) && isLetter(other) && bytes[start + 4] === COLON
  const isSpaced = bytes[start + 1] === SPACE && bytes[start + 5] === SPACE
  const word = bytes[start + 6]
  const hasWords = start + 6 < end && word !== undefined && word > SPACE
  return isTold && isSpaced && hasWords ? bytes.readUInt16LE(start + 2) : undefined
}

/** Reads a word file: a meaning on a line of its own and below it, indented, a line of words for each language. */
export function parseWords(text: string | Buffer, file: string): Entry[] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const entries: Entry[] = []
  const spoken: number[] = []
  for (let start = 0, number = 1; start < bytes.length; number++) {
    const next = bytes.indexOf(NEWLINE, start)
    const end = next < 0 ? bytes.length : next
    const first = bytes[start]
    if (first === SPACE) {
      const entry = entries.at(-1)
      const language = languageAt(bytes, start, end)
      if (!entry || language === undefined)
        throw new Error(`${file}:${number}: wanted "  en: word, other word" below a meaning`)
      if (spoken.includes(language)) {
        const name = bytes.toString('latin1', start + 2, start + 4)
        throw new Error(`${file}:${number}: ${entry.meaning} already has a line for ${name}`)
      }
      spoken.push(language)
      // Without a copy: from the end of the meaning's own line to the end of this one.
      entry.lines = bytes.subarray(entry.lines.byteOffset - bytes.byteOffset, end)
    } else if (first !== NEWLINE && first !== HASH) {
      entries.push({
        meaning: bytes.toString('utf8', start, end),
        lines: bytes.subarray(end, end),
        at: `${file}:${number}`,
      })
      spoken.length = 0
    }
    start = end + 1
  }
  return entries
}

/** The line of each language that has one. */
export function linesOf({ lines }: Entry): Map<string, string> {
  const written = lines
    .toString()
    .split('\n')
    .filter((line) => WORDS.test(line))
  return new Map(written.map((line) => [line.slice(2, 4), line.slice(6)]))
}

const heads = new Map<string, Buffer>()

function headOf(language: string): Buffer {
  const head = heads.get(language) ?? Buffer.from(`\n  ${language}: `)
  heads.set(language, head)
  return head
}

function lineOf({ lines }: Entry, language: string): string {
  const head = headOf(language)
  const at = lines.indexOf(head)
  if (at < 0) return ''
  const end = lines.indexOf(NEWLINE, at + 1)
  return lines.toString('utf8', at + head.length, end < 0 ? undefined : end)
}

const VERB = '~'

function partsOf(entry: Entry, language: string): string[] {
  const line = lineOf(entry, language)
  return line === '' ? [] : line.split(',').map((word) => word.trim())
}

/** The words that mean it in a language, as they are written. */
export function wordsOf(entry: Entry, language: string): string[] {
  return partsOf(entry, language).filter((word) => !word.startsWith(VERB))
}

/** The verbs that mean it in a language, of which `verb-forms.ts` makes the forms. */
export function verbsOf(entry: Entry, language: string): string[] {
  return partsOf(entry, language).flatMap((word) => (word.startsWith(VERB) ? word.slice(VERB.length) : []))
}

// How wishes are worded and what is in a list is read by who asks for it (`word-lists.ts`).
const isWords = (name: string) => name.endsWith('.txt') && !/^(?:wishes|lists)\b/.test(name)

/** All entries of all word files, in an order that does not depend on which file a meaning is in, but by its kind. */
export function readWordTables(): Entry[] {
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(isWords)
  const files = names.map((name) => name.replaceAll('\\', '/')).sort()
  const entries = files.flatMap((name) => parseWords(readFileSync(new URL(name, FOLDER)), name))
  const unknown = entries.find(({ meaning }) => !KINDS.includes(kindOf(meaning)))
  if (unknown) throw new Error(`${unknown.at}: ${unknown.meaning} is of no known kind`)
  const rank = new Map(entries.map((entry) => [entry, KINDS.indexOf(kindOf(entry.meaning))]))
  return entries.toSorted((one, other) => (rank.get(one) ?? 0) - (rank.get(other) ?? 0))
}

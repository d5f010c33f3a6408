import { closeSync, openSync, readSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

// A file of pages: how many there are, how long each is, then the pages, each packed for itself. Unpacked as a whole, the
// drawings of people alone would take 12 MB of every thread.
const NUMBER = 4

/** How many of the pages that were read last are kept unpacked: what one picture asks for again and again. */
const KEPT = 8

type Span = { from: number; length: number }

const tables = new Map<string, Span[]>()
const kept = new Map<string, Buffer>()

/** Where the pages of a file lie, from its first bytes. */
function spansIn(file: number): Span[] {
  const [count = 0] = numbersAt(file, 0, 1)
  let from = NUMBER * (count + 1)
  return numbersAt(file, NUMBER, count).map((length) => {
    const span = { from, length }
    from += length
    return span
  })
}

function numbersAt(file: number, from: number, count: number): number[] {
  const bytes = bytesAt(file, { from, length: count * NUMBER })
  return Array.from({ length: count }, (_, index) => bytes.readUInt32LE(index * NUMBER))
}

function bytesAt(file: number, { from, length }: Span): Buffer {
  const bytes = Buffer.alloc(length)
  if (readSync(file, bytes, 0, length, from) < length) throw new Error('a file of pages ends too early')
  return bytes
}

function opened<T>(name: string, use: (file: number) => T): T {
  const file = openSync(new URL(`../data/${name}.pages`, import.meta.url), 'r')
  try {
    return use(file)
  } finally {
    closeSync(file)
  }
}

function spansOf(name: string): Span[] {
  const known = tables.get(name)
  if (known) return known
  const spans = opened(name, spansIn)
  tables.set(name, spans)
  return spans
}

/** How many pages a file has. */
export const pageCount = (name: string): number => spansOf(name).length

/** One page of a file that `npm run data` writes, unpacked. */
export function readPage(name: string, page: number): Buffer {
  const key = `${name} ${page}`
  const known = kept.get(key)
  const span = spansOf(name)[page]
  if (!span) throw new Error(`${name} has no page ${page}`)
  const bytes = known ?? brotliDecompressSync(opened(name, (file) => bytesAt(file, span)))
  // The one that was asked for last goes to the end, and what is too much leaves at the front.
  kept.delete(key)
  kept.set(key, bytes)
  for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest)
  return bytes
}

/** Packed pages as one file. */
export function joinPages(pages: readonly Buffer[]): Buffer {
  const table = Buffer.alloc(NUMBER * (pages.length + 1))
  for (const [index, length] of [pages.length, ...pages.map((page) => page.length)].entries())
    table.writeUInt32LE(length, index * NUMBER)
  return Buffer.concat([table, ...pages])
}

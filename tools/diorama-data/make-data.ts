import { LANGUAGES } from '../../packages/diorama/src/reading/languages.ts'
import { notoDrawings, ownDrawings, wordsByEmoji, type SourceDrawing } from './art-sources.ts'
import { fontFiles } from './font-sources.ts'
import { nearestDrawings } from './nearest-drawings.ts'
import type { PaintedBox } from './painted-box.ts'

/** The languages in which the sources name their drawings, as far as reading asks for them. */
export const EMOJI_LANGUAGES = [...new Set(Array.from(LANGUAGES.values(), ({ names }) => names).flat())].sort()

/** How the box of a drawing is found: by drawing it, or, where it was proven before, by looking it up. */
export type FindBox = (drawing: SourceDrawing) => PaintedBox | Promise<PaintedBox>

type Place = [id: string, file: string, page: number, offset: number, length: number]

/** What data/ holds under a name: one piece, or pages that are unpacked one by one. */
export type Content = Buffer | Buffer[]

// Large enough for a person in all skin tones, which then cost little more than one; small enough to unpack in a millisecond.
const PAGE = 96 * 1024

// Bodies end to end; the catalogue says where each begins, so that nothing is parsed to draw one.
function layOut(drawings: readonly SourceDrawing[]): { sheets: Map<string, Buffer[]>; places: Place[] } {
  const sheets = new Map<string, Buffer[]>()
  const places: Place[] = []
  for (const { file, id, body, tones } of drawings) {
    const pages = sheets.get(file) ?? []
    sheets.set(file, pages)
    const pieces = [{ id, body }, ...tones].map((piece) => ({ id: piece.id, bytes: Buffer.from(piece.body) }))
    const length = pieces.reduce((sum, piece) => sum + piece.bytes.length, 0)
    const last = pages.at(-1)
    if (!last || last.length + length > PAGE) pages.push(Buffer.alloc(0))
    let offset = pages.at(-1)?.length ?? 0
    for (const piece of pieces) {
      places.push([piece.id, file, pages.length - 1, offset, piece.bytes.length])
      offset += piece.bytes.length
    }
    pages.push(Buffer.concat([pages.pop() ?? Buffer.alloc(0), ...pieces.map((piece) => piece.bytes)]))
  }
  return { sheets, places }
}

/** What data/ must hold, by file name and not yet packed: the same bytes from the same sources, on every machine. */
export async function makeData(findBox: FindBox): Promise<Map<string, Content>> {
  const named = notoDrawings()
  const own = ownDrawings()
  // A drawing of ours that is called as one of the set takes its place: a hen that is more than a head, a train that is not cut.
  const better = new Map(own.map((drawing) => [drawing.id, drawing]))
  const set = named.map((drawing) => {
    const ours = better.get(drawing.id)
    return ours ? { ...ours, label: drawing.label, hex: drawing.hex } : drawing
  })
  const replaced = new Set(named.map(({ id }) => id))
  const drawings = [...set, ...own.filter(({ id }) => !replaced.has(id))]
  const { sheets, places } = layOut(drawings)
  const rows: unknown[] = []
  for (const drawing of drawings) {
    const { id, label, kind, hex, tones, metres, home } = drawing
    rows.push({ id, label, kind, hex, tones: tones.map((tone) => tone.id), box: await findBox(drawing), metres, home })
  }
  const files = new Map<string, Content>()
  for (const [file, pages] of sheets) files.set(`art-${file}`, pages)
  files.set('catalogue.json', Buffer.from(JSON.stringify({ drawings: rows, places })))
  for (const language of EMOJI_LANGUAGES) {
    const words = wordsByEmoji(language)
    // In the order of the catalogue, so that the place in the list is the name. Our own drawings come after: their words
    // are in words/ alone, or each new one would rewrite the files of all languages.
    const list = named.map(({ hex }) => words.get(hex) ?? [])
    files.set(`words-${language}.json`, Buffer.from(JSON.stringify(list)))
  }
  files.set('nearest.txt', nearestDrawings(drawings))
  for (const [name, bytes] of fontFiles()) files.set(name, bytes)
  return files
}

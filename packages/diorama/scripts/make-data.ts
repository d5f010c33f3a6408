import { LANGUAGES } from '../src/reading/languages.ts'
import { notoDrawings, ownDrawings, wordsByEmoji, type SourceDrawing } from './art-sources.ts'
import { fontFiles } from './font-sources.ts'
import { nearestDrawings } from './nearest-drawings.ts'
import type { PaintedBox } from './painted-box.ts'

// The languages in which the sources name their drawings, as far as reading asks for them.
const NAMES = [...new Set(Array.from(LANGUAGES.values(), ({ names }) => names).flat())].sort()

/** How the box of a drawing is found: by drawing it, or, where it was proven before, by looking it up. */
export type FindBox = (drawing: SourceDrawing) => PaintedBox | Promise<PaintedBox>

type Place = [id: string, file: string, offset: number, length: number]

// One file of bodies end to end; the catalogue says where each begins, so that nothing is parsed to draw one.
function layOut(drawings: readonly SourceDrawing[]): { sheets: Map<string, Buffer>; places: Place[] } {
  const parts = new Map<string, Buffer[]>()
  const offsets = new Map<string, number>()
  const places: Place[] = []
  for (const { file, id, body, tones } of drawings) {
    const list = parts.get(file) ?? []
    parts.set(file, list)
    for (const piece of [{ id, body }, ...tones]) {
      const bytes = Buffer.from(piece.body)
      const offset = offsets.get(file) ?? 0
      offsets.set(file, offset + bytes.length)
      list.push(bytes)
      places.push([piece.id, file, offset, bytes.length])
    }
  }
  return { sheets: new Map(Array.from(parts, ([file, list]) => [file, Buffer.concat(list)])), places }
}

/** What data/ must hold, by file name and not yet packed: the same bytes from the same sources, on every machine. */
export async function makeData(findBox: FindBox): Promise<Map<string, Buffer>> {
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
  const files = new Map<string, Buffer>()
  for (const [file, bytes] of sheets) files.set(`art-${file}.svg`, bytes)
  files.set('catalogue.json', Buffer.from(JSON.stringify({ drawings: rows, places })))
  for (const language of NAMES) {
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

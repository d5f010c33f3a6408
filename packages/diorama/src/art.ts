import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import type { Archetype } from './brief.ts'
import { readPage } from './pages.ts'

/** How much of its subject a drawing shows: all of it, the head alone, or head and shoulders cut at the lower edge. */
export type Framing = 'whole' | 'face' | 'bust'

/**
 * What is known of a drawing. `box` is what is really painted of its 128 by 128 units; `tones` are its skin tones; `metres` is
 * its longer side in nature and `home` the scene it belongs to, where the drawing itself says so.
 */
export type Drawing = {
  id: string
  label: string
  kind: string
  framing: Framing
  box: { x: number; y: number; width: number; height: number }
  tones: readonly string[]
  metres?: number
  home?: Archetype
}

type Catalogue = {
  drawings: {
    id: string
    label: string
    kind: string
    hex: string
    tones: string[]
    box: number[]
    metres?: number
    home?: Archetype
  }[]
  places: [id: string, file: string, page: number, offset: number, length: number][]
}
type Place = { file: string; page: number; offset: number; length: number }
type Gallery = { drawings: Drawing[]; byId: Map<string, Drawing>; byEmoji: Map<string, string>; at: Map<string, Place> }

let gallery: Gallery | undefined

/** Reads one of the compressed data files that `npm run data` writes. */
export function readData(name: string): Buffer {
  return brotliDecompressSync(readFileSync(new URL(`../data/${name}.br`, import.meta.url)))
}

// Animals that exist only as heads; the tag `face` of CLDR is not on all of them, so they are named.
const FACES = new Set(
  (
    'baby fox bear polar-bear koala panda lion wolf frog hamster unicorn dragon-face dog-face cat-face tiger-face ' +
    'horse-face cow-face pig-face mouse-face rabbit-face monkey-face moose alien robot ogre goblin clown-face ' +
    'raccoon-face otter-face hedgehog-face squirrel-face sloth-face llama-face penguin-face axolotl-face ' +
    'front-facing-baby-chick skull pile-of-poo sun-with-face full-moon-face new-moon-face wind-face'
  ).split(' '),
)
const WHOLE_PEOPLE = /^(person-(activity|sport|resting)|family)$/
const WHOLE_FIGURES =
  /mermaid|merman|merperson|genie|fairy|super(hero|villain)|troll|hairy-creature|skeleton|footprints|fingerprint/
const BUST_ACTIVITIES = /massage|haircut|steamy-room|bunny-ears/

function framingOf(id: string, kind: string): Framing {
  if (FACES.has(id) || /^(face-(?!costume)|cat-face|monkey-face)/.test(kind)) return 'face'
  if (!kind.startsWith('person')) return 'whole'
  if (WHOLE_PEOPLE.test(kind)) return BUST_ACTIVITIES.test(id) ? 'bust' : 'whole'
  return WHOLE_FIGURES.test(id) ? 'whole' : 'bust'
}

function openGallery(): Gallery {
  const { drawings: rows, places } = JSON.parse(readData('catalogue.json').toString()) as Catalogue
  const drawings = rows.map(({ id, label, kind, tones, box, metres, home }): Drawing => {
    const [x = 0, y = 0, width = 128, height = 128] = box
    return {
      id,
      label,
      kind,
      framing: framingOf(id, kind),
      box: { x, y, width, height },
      tones,
      ...(metres !== undefined && { metres }),
      ...(home !== undefined && { home }),
    }
  })
  const byId = new Map(drawings.flatMap((drawing) => [drawing.id, ...drawing.tones].map((id) => [id, drawing])))
  const byEmoji = new Map(rows.filter((row) => row.hex !== '').map((row) => [row.hex, row.id]))
  const at = new Map(places.map(([id, file, page, offset, length]) => [id, { file, page, offset, length }]))
  return { drawings, byId, byEmoji, at }
}

function open(): Gallery {
  return (gallery ??= openGallery())
}

/** All drawings, in a fixed order, skin tones not listed apart. */
export function allDrawings(): readonly Drawing[] {
  return open().drawings
}

/** What is known of a drawing, or undefined where there is none of that name; a skin tone answers as its base. */
export function drawingOf(id: string): Drawing | undefined {
  return open().byId.get(id)
}

/** The drawing of an emoji character, skin tone modifiers and variation selectors ignored. */
export function drawingOfEmoji(emoji: string): string | undefined {
  const codes = Array.from(emoji, (char) => (char.codePointAt(0) ?? 0).toString(16))
  return open().byEmoji.get(codes.filter((code) => code !== 'fe0f' && !/^1f3f[b-f]$/.test(code)).join('-'))
}

/** A document of 128 by 128 units around the body of a drawing, whose references within itself are `xlink:href`. */
export function svgDocument(body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="128" height="128" viewBox="0 0 128 128">${body}</svg>`
}

/** The drawing as a standalone SVG document of 128 by 128 units. Throws where there is no drawing of that name. */
export function artSvg(id: string): string {
  const place = open().at.get(id)
  if (!place) throw new Error(`there is no drawing called ${id}`)
  const page = readPage(`art-${place.file}`, place.page)
  return svgDocument(page.toString('utf8', place.offset, place.offset + place.length))
}

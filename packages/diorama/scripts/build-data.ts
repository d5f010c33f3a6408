// Builds data/ from the installed art and keyword packages: `npm run data`.
// The result is committed, so that neither package is needed at run time.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliCompressSync, constants } from 'node:zlib'
import { createCanvas, loadImage } from '@napi-rs/canvas'

type Emoji = {
  label: string
  hexcode: string
  tags?: string[]
  group?: number
  subgroup?: number
  skins?: { hexcode: string; tone: number | number[] }[]
}
type Drawing = {
  id: string
  label: string
  kind: string
  file: string
  body: string
  hex: string
  tones: string[]
  box: number[]
}

const require = createRequire(import.meta.url)
const readJson = (path: string): unknown => JSON.parse(readFileSync(require.resolve(path), 'utf8'))
const out = new URL('../data/', import.meta.url)
const ownArt = new URL('../art/', import.meta.url)

const LANGUAGES =
  'bn da de en en-gb es es-mx et fi fr hi hu it ja ko lt ms nb nl pl pt ru sv th uk vi zh zh-hant'.split(' ')
const GROUP_FILES = ['faces', 'people', '', 'nature', 'food', 'places', 'activities', 'objects', 'symbols', 'symbols']

// Nobody asks an illustrator for these: signs, letters, arrows, buttons, flags of countries.
const SKIPPED_KINDS = new Set(
  (
    'arrow keycap alphanum av-symbol gender math punctuation currency zodiac skin-tone hair-style country-flag ' +
    'subdivision-flag transport-sign warning other-symbol'
  ).split(' '),
)
const SKIPPED_LABELS =
  /facing right|middle finger|o’clock|-thirty|^(no|bell with slash|muted|mobile phone off) |button$/
const TONED_KINDS = /^(person|person-(gesture|role|fantasy|activity|sport|resting))$/

const { subgroups } = readJson('emojibase-data/meta/groups.json') as { subgroups: Record<string, string> }
const { icons } = readJson('@iconify-json/noto/icons.json') as { icons: Record<string, { body: string }> }
const chars = readJson('@iconify-json/noto/chars.json') as Record<string, string>

const withoutSelector = (hex: string) =>
  hex
    .toLowerCase()
    .split('-')
    .filter((code) => code !== 'fe0f')
    .join('-')
const idByHex = new Map(Object.entries(chars).map(([hex, id]) => [withoutSelector(hex), id]))

/** The tight box of what is painted, in the drawing's 128 units: scenes need it for ground contact. */
async function paintedBox(body: string): Promise<number[]> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">${body}</svg>`
  const canvas = createCanvas(128, 128)
  const context = canvas.getContext('2d')
  context.drawImage(await loadImage(Buffer.from(svg)), 0, 0, 128, 128)
  const { data } = context.getImageData(0, 0, 128, 128)
  let [left, top, right, bottom] = [128, 128, 0, 0]
  for (let at = 0; at < 128 * 128; at++) {
    if ((data[at * 4 + 3] ?? 0) < 24) continue
    const [x, y] = [at % 128, Math.floor(at / 128)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  }
  return right > left ? [left, top, right - left, bottom - top] : [0, 0, 128, 128]
}

async function drawingOf(emoji: Emoji): Promise<Drawing | undefined> {
  const kind = subgroups[String(emoji.subgroup)]
  const id = idByHex.get(withoutSelector(emoji.hexcode))
  const body = id === undefined ? undefined : icons[id]?.body
  if (!kind || !id || !body || SKIPPED_KINDS.has(kind) || SKIPPED_LABELS.test(emoji.label)) return undefined
  const skins = TONED_KINDS.test(kind) ? (emoji.skins ?? []).filter((skin) => typeof skin.tone === 'number') : []
  return {
    id,
    label: emoji.label,
    kind,
    file: GROUP_FILES[emoji.group ?? 8] || 'symbols',
    body,
    hex: withoutSelector(emoji.hexcode),
    tones: skins.flatMap((skin) => idByHex.get(withoutSelector(skin.hexcode)) ?? []),
    box: await paintedBox(body),
  }
}

/** Drawings of our own, for what people often ask for and the art set lacks; label and kind are in the file itself. */
async function ownDrawings(): Promise<Drawing[]> {
  const names = readdirSync(ownArt).filter((name) => name.endsWith('.svg'))
  return Promise.all(
    names.sort().map(async (name) => {
      const svg = readFileSync(new URL(name, ownArt), 'utf8')
      const attribute = (key: string) => new RegExp(`data-${key}="([^"]*)"`).exec(svg)?.[1] ?? ''
      const body = svg
        .replace(/^[^]*?<svg[^>]*>|<\/svg>\s*$/g, '')
        .replace(/>\s+</g, '><')
        .trim()
      const id = name.replace('.svg', '')
      const box = await paintedBox(body)
      return { id, label: attribute('label'), kind: attribute('kind'), file: 'own', body, hex: '', tones: [], box }
    }),
  )
}

function writeCompressed(name: string, bytes: Buffer) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    // Skin tones repeat whole drawings far apart: a window of 16 MB finds them, which makes them nearly free.
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const packed = brotliCompressSync(bytes, { params })
  writeFileSync(new URL(name, out), packed)
  console.log(`${name}: ${packed.length} bytes`)
}

/** One file of bodies end to end; the catalogue says where each begins, so that nothing is parsed to draw one. */
function writeArt(drawings: Drawing[]) {
  const parts = new Map<string, Buffer[]>()
  const places: [string, string, number, number][] = []
  const put = (file: string, id: string, body: string) => {
    const list = parts.get(file) ?? []
    const offset = list.reduce((sum, part) => sum + part.length, 0)
    const bytes = Buffer.from(body)
    parts.set(file, [...list, bytes])
    places.push([id, file, offset, bytes.length])
  }
  for (const drawing of drawings) {
    put(drawing.file, drawing.id, drawing.body)
    for (const tone of drawing.tones) put(drawing.file, tone, icons[tone]?.body ?? drawing.body)
  }
  for (const [file, list] of parts) writeCompressed(`art-${file}.svg.br`, Buffer.concat(list))
  const catalogue = drawings.map(({ id, label, kind, hex, tones, box }) => ({ id, label, kind, hex, tones, box }))
  writeCompressed('catalogue.json.br', Buffer.from(JSON.stringify({ drawings: catalogue, places })))
}

/** Per language, in the order of the catalogue: the label and the tags. */
function writeWords(drawings: Drawing[]) {
  for (const language of LANGUAGES) {
    const emojis = readJson(`emojibase-data/${language}/data.json`) as Emoji[]
    const byHex = new Map(emojis.map((emoji) => [withoutSelector(emoji.hexcode), emoji]))
    const words = drawings.map(({ hex }) => {
      const emoji = byHex.get(hex)
      return emoji ? [emoji.label, ...(emoji.tags ?? [])] : []
    })
    writeCompressed(`words-${language}.json.br`, Buffer.from(JSON.stringify(words)))
  }
}

mkdirSync(out, { recursive: true })
for (const name of readdirSync(out)) if (name.endsWith('.br')) rmSync(new URL(name, out))
const drawings: Drawing[] = []
for (const emoji of readJson('emojibase-data/en/data.json') as Emoji[]) {
  const drawing = await drawingOf(emoji)
  if (drawing) drawings.push(drawing)
}
drawings.push(...(await ownDrawings()))
writeArt(drawings)
writeWords(drawings)
console.log(`${drawings.length} drawings`)

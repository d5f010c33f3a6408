import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { settleReferences } from './settle-references.ts'

/**
 * A drawing as the sources give it. `hex` is its emoji, empty for our own; `tones` are drawings in other skin tones. One of
 * ours may say how long its longer side is in nature and in which scene it is at home.
 */
export type SourceDrawing = {
  id: string
  label: string
  kind: string
  file: string
  body: string
  hex: string
  tones: { id: string; body: string }[]
  metres?: number
  home?: string
}

type Emoji = {
  label: string
  hexcode: string
  tags?: string[]
  group?: number
  subgroup?: number
  skins?: { hexcode: string; tone: number | number[] }[]
}

const require = createRequire(import.meta.url)
const readJson = (path: string): unknown => JSON.parse(readFileSync(require.resolve(path), 'utf8'))
const OWN_ART = new URL('../../packages/diorama/art/', import.meta.url)

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

function withoutSelector(hex: string): string {
  const codes = hex.toLowerCase().split('-')
  return codes.filter((code) => code !== 'fe0f').join('-')
}

/** The selection from the art set, in the order of Unicode. */
export function notoDrawings(): SourceDrawing[] {
  const { subgroups } = readJson('emojibase-data/meta/groups.json') as { subgroups: Record<string, string> }
  const { icons } = readJson('@iconify-json/noto/icons.json') as { icons: Record<string, { body: string }> }
  const chars = readJson('@iconify-json/noto/chars.json') as Record<string, string>
  const idByHex = new Map(Object.entries(chars).map(([hex, id]) => [withoutSelector(hex), id]))
  const artOf = (hexcode: string) => {
    const id = idByHex.get(withoutSelector(hexcode))
    const body = id === undefined ? undefined : icons[id]?.body
    return id !== undefined && body ? { id, body: settleReferences(body) } : undefined
  }
  return (readJson('emojibase-data/en/data.json') as Emoji[]).flatMap((emoji): SourceDrawing[] => {
    const kind = subgroups[String(emoji.subgroup)]
    const art = artOf(emoji.hexcode)
    if (!kind || !art || SKIPPED_KINDS.has(kind) || SKIPPED_LABELS.test(emoji.label)) return []
    const skins = TONED_KINDS.test(kind) ? (emoji.skins ?? []).filter((skin) => typeof skin.tone === 'number') : []
    const file = GROUP_FILES[emoji.group ?? 8] || 'symbols'
    const tones = skins.flatMap((skin) => artOf(skin.hexcode) ?? [])
    return [{ ...art, label: emoji.label, kind, file, hex: withoutSelector(emoji.hexcode), tones }]
  })
}

// Whoever draws a car need not unpack every dish.
function ownFile(kind: string): string {
  if (/^(food|drink)/.test(kind)) return 'own-food'
  return /^(animal|plant)/.test(kind) ? 'own-nature' : 'own'
}

/** Drawings of our own, for what people often ask for and the art set lacks; label and kind are in the file itself. */
export function ownDrawings(): SourceDrawing[] {
  const names = readdirSync(OWN_ART).filter((name) => name.endsWith('.svg'))
  return names.sort().map((name) => {
    const svg = readFileSync(new URL(name, OWN_ART), 'utf8')
    const said = (key: string) => new RegExp(`data-${key}="([^"]+)"`).exec(svg)?.[1]
    const attribute = (key: string) => {
      const value = said(key)
      if (value === undefined) throw new Error(`art/${name} must say its data-${key}`)
      return value
    }
    const body = svg
      .replace(/^[^]*?<svg[^>]*>|<\/svg>\s*$/g, '')
      .replace(/>\s+</g, '><')
      .trim()
    const id = name.replace('.svg', '')
    const kind = attribute('kind')
    const [metres, home] = [said('metres'), said('home')]
    return {
      id,
      label: attribute('label'),
      kind,
      file: ownFile(kind),
      body: settleReferences(body),
      hex: '',
      tones: [],
      ...(metres !== undefined && { metres: Number(metres) }),
      ...(home !== undefined && { home }),
    }
  })
}

/** By emoji, the label and the tags that a language has for it. */
export function wordsByEmoji(language: string): Map<string, string[]> {
  const emojis = readJson(`emojibase-data/${language}/data.json`) as Emoji[]
  return new Map(emojis.map(({ hexcode, label, tags }) => [withoutSelector(hexcode), [label, ...(tags ?? [])]]))
}

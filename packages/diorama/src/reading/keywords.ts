import { allDrawings, readData, type Drawing } from '../art.ts'
import { LANGUAGES } from './languages.ts'
import { stem } from './stems.ts'
import { keyOf, tokenise } from './tokens.ts'

/** A drawing that a keyword stands for. Strength 3: its very name; 2: a part of its name; 1: a mere association. */
export type Keyword = { art: string; strength: 1 | 2 | 3; score: number }

export type Keywords = Map<string, Keyword>

// Faces, gestures and signs are named with everyday words (cold, money, back), so only their full name counts.
const NAME_ONLY = /^(face-(?!costume)|cat-face|monkey-face|hand|emotion|heart|person-gesture|geometric|flag|religion)/
// Little pictures with a frame of their own: as places they are drawn, as subjects they would be stickers.
const FRAMED =
  /^(bridge-at-night|national-park|desert|cityscape|cityscape-at-dusk|sunrise|sunrise-over-mountains|sunset|night-with-stars|milky-way|foggy|family.*|map-of-japan|beach-with-umbrella|camping)$/
// An association with more drawings than this is a category (animal, food), not a thing.
const MOST_SHARED = 4

const loaded = new Map<string, Keywords>()

function scoreOf(drawing: Drawing, strength: number, labelWords: number): number {
  const face = drawing.framing === 'face' && /face/.test(drawing.id) ? 6 : 0
  const variant = /^(man|woman|men|women)-/.test(drawing.id) ? 4 : 0
  return strength * 100 - labelWords * 5 - face - variant
}

type Count = { keyword: Keyword; shared: number }

function collect(into: Map<string, Count>, key: string, keyword: Keyword) {
  const known = into.get(key)
  if (!known) into.set(key, { keyword, shared: 1 })
  else {
    known.shared++
    if (keyword.score > known.keyword.score) known.keyword = keyword
  }
}

// Parts of a name that add nothing: a fox's face is a fox. Any other part leaves out what matters: a speaker of medium
// volume is no medium.
const FACE_WORDS = new Set(
  (
    'face head de di du of the cara tete visage kopf gesicht rosto faccia muso faccina морда лицо голова 얼굴 चेहरा जैसा ' +
    'gezicht gowa glowa pysk pyska mat huvud ansikte hoved hovede hode fjes naama fej nagu snukis veidas wajah muka kepala ' +
    'মুখ মাথা vista frontal con la el le lunga intero'
  ).split(' '),
)
const FACE_ENDING = /^(的?(脸|臉|头|頭|面部|面孔)|の?顔|หน้า)$/

function isNameOf(
  key: string,
  tokens: { text: string }[],
  whole: string,
  parts: Set<string>,
  language: string,
): boolean {
  if (LANGUAGES.get(language)?.glued) return whole.startsWith(key) && FACE_ENDING.test(whole.slice(key.length))
  const said = new Set(tokens.map((token) => stem(token.text, language)))
  if (![...said].every((part) => parts.has(part))) return false
  return [...parts].every((part) => said.has(part) || FACE_WORDS.has(part) || FACE_WORDS.has(`${part}e`))
}

function addWords(into: Map<string, Count>, drawing: Drawing, words: readonly string[], language: string) {
  const label = tokenise(words[0] ?? '', language)
  const parts = new Set(label.map((token) => stem(token.text, language)))
  const whole = keyOf(label)
  words.forEach((word, at) => {
    if (at > 0 && NAME_ONLY.test(drawing.kind)) return
    const tokens = tokenise(word, language)
    const key = keyOf(tokens)
    if (key === '' || (LANGUAGES.get(language)?.glued && at > 0 && key.length < 2 && !whole.includes(key))) return
    // 骑自行车: somebody who does it is named by more than the deed.
    if (language === 'zh' && /^[骑打划弹]/.test(key)) return
    const named = isNameOf(key, tokens, whole, parts, language)
    const strength = at === 0 ? 3 : named ? 2 : 1
    const keyword: Keyword = { art: drawing.id, strength, score: scoreOf(drawing, strength, label.length) }
    collect(into, key, keyword)
    const stemmed = keyOf(tokens.map((token) => ({ ...token, text: stem(token.text, language) })))
    if (stemmed !== key) collect(into, stemmed, { ...keyword, score: keyword.score - 20 })
  })
}

/** The names and keywords of all drawings in a language; empty where the data has none. */
export function keywordsOf(language: string): Keywords {
  const known = loaded.get(language)
  if (known) return known
  const counts = new Map<string, Count>()
  const drawings = allDrawings()
  for (const file of LANGUAGES.get(language)?.names ?? []) {
    const rows = JSON.parse(readData(`words-${file}.json`).toString()) as string[][]
    rows.forEach((words, at) => {
      const drawing = drawings[at]
      if (drawing && words.length > 0 && !FRAMED.test(drawing.id)) addWords(counts, drawing, words, language)
    })
  }
  const keywords: Keywords = new Map()
  for (const [key, { keyword, shared }] of counts) {
    if (keyword.strength > 1 || shared <= MOST_SHARED) keywords.set(key, keyword)
  }
  loaded.set(language, keywords)
  return keywords
}

import { drawingOf } from '../../art.ts'
import { inItsColour } from '../../reading/word-tables.ts'
import type { Brief, Subject } from '../../brief.ts'
import { findMarks, type Mark } from '../../reading/find-marks.ts'

/** What something that is added stands in a relation to, by drawing or by the name of a place; `said` is the word. */
export type Anchor = { kind: AnchorKind; art?: string; place?: Place; said: string }
export type AnchorKind = 'on' | 'over' | 'under' | 'beside' | 'in' | 'in-front-of' | 'behind' | 'worn'
export type Place = 'roof' | 'table' | 'water' | 'sky' | 'ground'

/** One thing to add: how often it is drawn is its count. */
export type Addition = {
  subject: Subject
  side: 'left' | 'right' | undefined
  aloft: boolean
  anchor: Anchor | undefined
}
export type Additions = readonly Addition[]

const LEFT = /\b(left|links|izquierda|gauche|sinistra|esquerda|kiri|lewej|vänster|sol)\b|слева|左|왼쪽|يسار|bên trái/iu
const RIGHT = /\b(right|rechts|derecha|droite|destra|direita|kanan|prawej|höger|sağ)\b|справа|右|오른쪽|يمين|bên phải/iu
const WATER =
  /^(water|wasser|agua|eau|l'eau|acqua|вод[аеу]|воде|水面?|海|물|ماء|الماء|पानी|su|air|woda|wodzie|vatten|vattnet|nước|lake|see|sea|river)$/iu
const AND = /^(and|und|y|e|et|en|och|oraz|i|и|dan|và|ve|和|与|と|و|और|그리고)$/iu
// These languages name the place before the thing.
const PLACE_FIRST = /^(ja|ko|zh|hi|tr)$/
const PLACES: Record<string, Place> = {
  tabletop: 'table',
  desk: 'table',
  kitchen: 'table',
  sky: 'sky',
  sea: 'water',
  lake: 'water',
  river: 'water',
  ocean: 'water',
  canal: 'water',
  pond: 'water',
}

type Noun = { mark: Mark; anchor: Omit<Anchor, 'kind'>; art: string | undefined }

const bare = (art: string) => art.replace(/-(?:medium-light|medium-dark|light|medium|dark)-skin-tone/, '')

function nounOf(mark: Mark): Noun | undefined {
  const { meanings, text } = mark
  if (WATER.test(text)) return { mark, art: undefined, anchor: { place: 'water', said: text } }
  const valued = (kind: string) => meanings.find((meaning) => meaning.startsWith(`${kind}:`))?.slice(kind.length + 1)
  if (valued('support') === 'roof') return { mark, art: undefined, anchor: { place: 'roof', said: text } }
  const art =
    meanings.map((meaning) => inItsColour(meaning).art).find((known) => drawingOf(known) !== undefined) ??
    valued('vessel') ??
    valued('support') ??
    valued('sky')
  const place = valued('place')
  if (place !== undefined && art === undefined)
    return { mark, art, anchor: { place: PLACES[place] ?? 'ground', said: text } }
  return art === undefined || drawingOf(art) === undefined ? undefined : { mark, art, anchor: { art, said: text } }
}

const relationOf = ({ meanings, text }: Mark): AnchorKind | undefined => {
  const kind = meanings.find((meaning) => /^(rel|post):/.test(meaning))?.replace(/^(rel|post):/, '')
  return kind === undefined || AND.test(text) ? undefined : ((kind === 'riding' ? 'on' : kind) as AnchorKind)
}

// What a thing is said to be on, over or beside: the next noun after a word that says so, or in some languages the one before.
function anchorOf(
  marks: readonly Mark[],
  own: Mark,
  isAdded: (noun: Noun) => boolean,
  placeFirst: boolean,
): Anchor | undefined {
  const at = marks.indexOf(own)
  if (placeFirst) {
    const before = marks.slice(0, at)
    const kind = before.map(relationOf).findLast((one) => one !== undefined)
    const noun = before.flatMap((mark) => nounOf(mark) ?? []).findLast((one) => !isAdded(one))
    if (noun) return { kind: kind ?? 'on', ...noun.anchor }
  }
  let kind: AnchorKind | undefined
  for (const mark of marks.slice(at + 1)) {
    kind = relationOf(mark) ?? kind
    const noun = nounOf(mark)
    if (!noun) continue
    if (!isAdded(noun)) return { kind: kind ?? 'on', ...noun.anchor }
    if (kind) return undefined
  }
  return undefined
}

// Hats are read as worn by somebody who is new; "a hat on the man" means a man who is there.
function wornIn(brief: Brief, marks: readonly Mark[], placeFirst: boolean): Addition[] {
  return brief.subjects.flatMap((wearer): Addition[] => {
    const hat = wearer.looks?.hat
    const [hatAt, wearerAt] = [
      marks.findIndex(({ meanings }) => hat && meanings.includes(hat.art)),
      marks.findIndex(({ meanings }) => meanings.includes(bare(wearer.art))),
    ]
    if (!hat || hatAt < 0 || wearerAt < 0 || (hatAt > wearerAt && !placeFirst)) return []
    const { label = hat.art, kind = '' } = drawingOf(hat.art) ?? {}
    const subject: Subject = {
      art: hat.art,
      label,
      kind,
      count: 1,
      scale: 'normal',
      ...(hat.colour && { colour: hat.colour }),
    }
    const anchor: Anchor = { kind: 'worn', art: wearer.art, said: wearer.label }
    return [{ subject, side: undefined, aloft: false, anchor }]
  })
}

// The moon and the sun are read as what the sky shows.
function inTheSky(brief: Brief, marks: readonly Mark[]): Subject[] {
  return marks.flatMap(({ meanings, text }): Subject[] => {
    const art = meanings.find((meaning) => meaning.startsWith('sky:'))?.slice(4)
    if (art === undefined || !drawingOf(art) || brief.subjects.some((subject) => subject.art === art)) return []
    return [{ art, label: text, kind: drawingOf(art)?.kind ?? '', count: 1, scale: 'normal' }]
  })
}

// The part of a prompt that speaks of one thing: "a cow on the left" of "a cow on the left and two birds in the sky".
function saidOf(prompt: string, word: string): string {
  const parts = prompt.split(/[,;.、，]|\b(?:and|und|y|et|e|en|och|oraz|dan|và|ve)\b| и |和|と/iu)
  return parts.find((part) => part.toLowerCase().includes(word.toLowerCase())) ?? prompt
}

/** Reads what is to be added to a picture, and where: what a thing is added to is in the picture already. */
export function additionsIn(brief: Brief): { additions: Addition[]; anchors: string[] } {
  const { marks, language } = findMarks(brief.prompt)
  const placeFirst = PLACE_FIRST.test(language)
  const worn = wornIn(brief, marks, placeFirst)
  const wearers = new Set(worn.map(({ anchor }) => anchor?.art))
  const shown = [
    ...brief.subjects.filter(({ scenery, art }) => !scenery && !wearers.has(art)),
    ...inTheSky(brief, marks),
  ]
  const markOf = (subject: Subject) =>
    marks.find(({ meanings }) =>
      meanings.some((meaning) => bare(meaning.replace(/^(vessel|sky|support):/, '')) === bare(subject.art)),
    )
  // In the order of the words, the first thing is new; what follows a word of place is not.
  const ordered = shown.toSorted((a, b) => (markOf(a)?.at ?? 0) - (markOf(b)?.at ?? 0))
  const there = new Set<Subject>()
  const isAdded = (noun: Noun) => {
    const subject = ordered.find((one) => markOf(one) === noun.mark)
    return subject !== undefined && !there.has(subject) && !isGiven(marks, noun.mark, placeFirst)
  }
  const additions: Addition[] = []
  for (const subject of ordered) {
    const own = markOf(subject)
    if (own && isGiven(marks, own, placeFirst)) {
      there.add(subject)
      continue
    }
    const anchor = own && anchorOf(marks, own, isAdded, placeFirst)
    const said = saidOf(brief.prompt, own?.text ?? subject.label)
    const side = LEFT.test(said) ? 'left' : RIGHT.test(said) ? 'right' : undefined
    additions.push({ subject, side, aloft: anchor?.place === 'sky' || anchor?.kind === 'over', anchor })
  }
  return { additions: [...worn, ...additions], anchors: [...there].map(({ label }) => label) }
}

// What comes right after "on the", "next to the", or before such a word where places come first, was there before.
function isGiven(marks: readonly Mark[], own: Mark, placeFirst: boolean): boolean {
  const at = marks.indexOf(own)
  if (placeFirst) return marks[at + 1] !== undefined && relationOf(marks[at + 1] as Mark) !== undefined
  for (let index = at - 1; index >= 0; index--) {
    const mark = marks[index] as Mark
    if (relationOf(mark)) return true
    if (!mark.meanings.some((meaning) => /^(stop|colour|size):/.test(meaning)) || AND.test(mark.text)) return false
  }
  return false
}

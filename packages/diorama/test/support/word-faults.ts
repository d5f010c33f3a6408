import { drawingOf } from '../../src/art.ts'
import { roleOf } from '../../src/reading/people/roles.ts'
import { LANGUAGES } from '../../src/reading/languages.ts'
import { keyOf, tokenise } from '../../src/reading/tokens.ts'
import { inItsColour, kindOf, linesOf, wordsOf, type Entry } from '../../src/reading/word-tables.ts'

// Drawn by the scene itself, not from the art.
const DRAWN_BY_SCENES = new Set(['family-group', 'sky:aurora'])

// Two meanings of one word that are both of use: an orange cat and an orange, a fisherman who is at sea, 飞过 which is to
// fly and to be above; a small word that may also be a thing is told by its use; what is done, worn or sat on stands beside
// whatever else a word means. Of any others only one is ever read.
const BOTH_READ: [RegExp, RegExp][] = [
  [/^stop$/, /./],
  [/^(colour|size)$/, /^thing$/],
  [/^home$/, /^(thing|role)$/],
  [/^(rel|post)$/, /^activity$/],
  [/^(verb|craft|look|support|material|finish|part|format|framing|carrier|happening|edit)$/, /./],
]

function areBothRead(one: string, other: string): boolean {
  const [a, b] = [kindOf(one), kindOf(other)]
  return BOTH_READ.some(([first, second]) => (first.test(a) && second.test(b)) || (first.test(b) && second.test(a)))
}

function drawingFault({ meaning, at }: Entry): string[] {
  const role = kindOf(meaning) === 'role' ? meaning.slice(meaning.indexOf(':') + 1) : undefined
  if (role !== undefined && !roleOf(role)) return [`${at}: roles.ts has no trade called ${role}`]
  if (!/^(thing|idea|vessel|sky|support|young)$/.test(kindOf(meaning)) || DRAWN_BY_SCENES.has(meaning)) return []
  const { art } = inItsColour(meaning.slice(meaning.indexOf(':') + 1))
  return drawingOf(art)?.id === art ? [] : [`${at}: there is no drawing called ${art}`]
}

function languageFaults(entry: Entry): string[] {
  const { meaning, at } = entry
  return Array.from(linesOf(entry).keys())
    .filter((language) => !LANGUAGES.get(language)?.words)
    .map((language) => `${at}: ${meaning} has words in "${language}", which languages.ts does not list with words`)
}

function wordFaults(entries: readonly Entry[], language: string): string[] {
  const known = new Map<string, Entry[]>()
  return entries.flatMap((entry) =>
    wordsOf(entry, language).flatMap((word, index, all) => {
      const key = keyOf(tokenise(word, language))
      const where = `${entry.at}: ${language} "${word}"`
      if (key === '') return [`${where} has no letters`]
      if (all.indexOf(word) < index) return [`${where} stands there twice`]
      const others = known.get(key) ?? []
      known.set(key, [...others, entry])
      const rival = others.find(({ meaning }) => meaning !== entry.meaning && !areBothRead(meaning, entry.meaning))
      return rival ? [`${where} already means ${rival.meaning} (${rival.at}): only one of the two can be read`] : []
    }),
  )
}

/** What is wrong with the word files, each fault with its place. */
export function faultsOf(entries: readonly Entry[]): string[] {
  const first = new Map<string, Entry>()
  const twice = entries.flatMap((entry) => {
    const other = first.get(entry.meaning)
    if (!other) first.set(entry.meaning, entry)
    return other ? [`${entry.at}: ${entry.meaning} already has its place at ${other.at}`] : []
  })
  const languages = new Set(entries.flatMap((entry) => [...linesOf(entry).keys()]))
  return [
    ...twice,
    ...entries.filter(({ lines }) => lines.length === 0).map(({ meaning, at }) => `${at}: ${meaning} has no words`),
    ...entries.flatMap(drawingFault),
    ...entries.flatMap(languageFaults),
    ...[...languages].flatMap((language) => wordFaults(entries, language)),
  ]
}

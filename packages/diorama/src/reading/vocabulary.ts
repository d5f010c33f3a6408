import { stem } from './stems.ts'
import { keyOf, spelling, tokenise } from './tokens.ts'
import { verbForms } from './verb-forms.ts'
import { kindOf, readWordTables, verbsOf, wordsOf, type Entry } from './word-tables.ts'

/**
 * What our own tables say of the words of one language: phrase to meanings, as written without accents and by stem; and
 * with accents where they make another word of it, as in "bebe" (drinks) and "bebê" (a baby). `forms` are those of
 * verbs: what is a noun too, such as "planta", is a verb only where it stands as one.
 */
export type Vocabulary = {
  exact: Map<string, string[]>
  stems: Map<string, string[]>
  spelt: Map<string, string[]>
  forms: Map<string, string[]>
}

let entries: Entry[] | undefined
const vocabularies = new Map<string, Vocabulary>()

function add(map: Map<string, string[]>, key: string, meaning: string) {
  const known = map.get(key)
  if (!known) map.set(key, [meaning])
  else if (!known.includes(meaning)) known.push(meaning)
}

/** Everything that the word files say, for checking it. */
export function allEntries(): readonly Entry[] {
  return (entries ??= readWordTables())
}

// Shorter than this, a word is told from others by its accents alone: "dà" gives, "da" is from.
const LONG_ENOUGH = 3
const LATIN = /^\p{Script=Latin}+$/u

const isToldByAccent = ({ text, raw }: { text: string; raw: string }) =>
  text.length < LONG_ENOUGH && text !== raw.toLowerCase() && LATIN.test(raw)

// "Come um" without its ending would be "com um": only single words go by their stem where a verb may be meant.
const goesByStem = (meaning: string, words: number) =>
  words === 1 || !/^(verb|craft|activity|rel)$/.test(kindOf(meaning))

/** Gives back the key of every spelling. */
function addWords(vocabulary: Vocabulary, language: string): Map<string, string> {
  const keys = new Map<string, string>()
  for (const entry of allEntries()) {
    const { meaning } = entry
    for (const phrase of wordsOf(entry, language)) {
      const tokens = tokenise(phrase, language)
      if (tokens.length === 0) continue
      const key = keyOf(tokens)
      const written = spelling(tokens)
      keys.set(written, key)
      add(vocabulary.spelt, written, meaning)
      const needsAccent = tokens.some(isToldByAccent)
      if (!needsAccent) add(vocabulary.exact, key, meaning)
      const stemmed = tokens.map((token) => ({ ...token, text: stem(token.text, language) }))
      if (goesByStem(meaning, tokens.length) && !needsAccent) add(vocabulary.stems, keyOf(stemmed), meaning)
    }
  }
  return keys
}

/** Whether a meaning is a thing, a place or whatever else is named by a noun. */
const isNoun = (meaning: string) => !/^(verb|craft|activity|stop|rel|post)$/.test(kindOf(meaning))

// Forms that are written out in the tables keep the meanings they have there.
function addVerb({ exact, forms }: Vocabulary, key: string, meaning: string): void {
  const known = exact.get(key) ?? []
  if (known.some((other) => kindOf(other) === kindOf(meaning))) return
  add(known.length === 0 || known.some(isNoun) ? forms : exact, key, meaning)
}

function addVerbs(vocabulary: Vocabulary, language: string): void {
  for (const entry of allEntries())
    for (const verb of verbsOf(entry, language))
      for (const form of verbForms(verb, language)) addVerb(vocabulary, keyOf(tokenise(form, language)), entry.meaning)
}

// Where all spellings of a word mean the same, one map is enough.
function keepDifferent({ exact, spelt }: Vocabulary, keys: ReadonlyMap<string, string>): void {
  for (const [written, meanings] of spelt) {
    const folded = exact.get(keys.get(written) ?? '')
    if (folded && folded.length === meanings.length) spelt.delete(written)
  }
}

/** Our own vocabulary of a language; empty for a language without words in the tables. */
export function vocabularyOf(language: string): Vocabulary {
  const known = vocabularies.get(language)
  if (known) return known
  const vocabulary: Vocabulary = { exact: new Map(), stems: new Map(), spelt: new Map(), forms: new Map() }
  const keys = addWords(vocabulary, language)
  addVerbs(vocabulary, language)
  keepDifferent(vocabulary, keys)
  vocabularies.set(language, vocabulary)
  return vocabulary
}

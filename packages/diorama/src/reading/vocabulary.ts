import { stem } from './stems.ts'
import { keyOf, tokenise } from './tokens.ts'
import { readWordTables, type Entry } from './word-tables.ts'

/** What our own tables say of the words of one language: phrase to meanings, as written and by stem. */
export type Vocabulary = { exact: Map<string, string[]>; stems: Map<string, string[]> }

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

/** Our own vocabulary of a language; empty for a language without words in the tables. */
export function vocabularyOf(language: string): Vocabulary {
  const known = vocabularies.get(language)
  if (known) return known
  const vocabulary: Vocabulary = { exact: new Map(), stems: new Map() }
  for (const { meaning, words } of allEntries()) {
    for (const phrase of words.get(language) ?? []) {
      const tokens = tokenise(phrase, language)
      if (tokens.length === 0) continue
      add(vocabulary.exact, keyOf(tokens), meaning)
      const stemmed = tokens.map((token) => ({ ...token, text: stem(token.text, language) }))
      add(vocabulary.stems, keyOf(stemmed), meaning)
    }
  }
  vocabularies.set(language, vocabulary)
  return vocabulary
}

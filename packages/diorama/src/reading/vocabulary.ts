import { readdirSync, readFileSync } from 'node:fs'
import { stem } from './stems.ts'
import { keyOf, tokenise } from './tokens.ts'

/** What our own tables say of the words of one language: phrase to meanings, as written and by stem. */
export type Vocabulary = { exact: Map<string, string[]>; stems: Map<string, string[]> }

type Row = { meaning: string; words: Map<string, string> }

const FOLDER = new URL('../../words/', import.meta.url)
let rows: Row[] | undefined
const vocabularies = new Map<string, Vocabulary>()

// Tables are plain text, one meaning a line and one language a column, so that who speaks a language can mend it.
function readTables(): Row[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) => {
      const [head = '', ...lines] = readFileSync(new URL(name, FOLDER), 'utf8').trim().split('\n')
      const languages = cells(head)
      return lines.map((line) => {
        const [meaning = '', ...columns] = cells(line)
        return { meaning, words: new Map(columns.map((column, at) => [languages[at + 1] ?? '', column])) }
      })
    })
}

function cells(line: string): string[] {
  return line.split('|').map((cell) => cell.trim())
}

function add(map: Map<string, string[]>, key: string, meaning: string) {
  const known = map.get(key)
  if (!known) map.set(key, [meaning])
  else if (!known.includes(meaning)) known.push(meaning)
}

/** All meanings that the tables speak of, for checking them against the art. */
export function allMeanings(): string[] {
  return (rows ??= readTables()).map((row) => row.meaning)
}

/** The languages that the tables have words for. */
export function tabledLanguages(): string[] {
  return [...new Set((rows ??= readTables()).flatMap((row) => [...row.words.keys()]))]
}

/** Our own vocabulary of a language; empty for a language without a column. */
export function vocabularyOf(language: string): Vocabulary {
  const known = vocabularies.get(language)
  if (known) return known
  const vocabulary: Vocabulary = { exact: new Map(), stems: new Map() }
  for (const { meaning, words } of (rows ??= readTables())) {
    for (const phrase of (words.get(language) ?? '').split(',')) {
      const tokens = tokenise(phrase.trim(), language)
      if (tokens.length === 0) continue
      add(vocabulary.exact, keyOf(tokens), meaning)
      const stemmed = tokens.map((token) => ({ ...token, text: stem(token.text, language) }))
      add(vocabulary.stems, keyOf(stemmed), meaning)
    }
  }
  vocabularies.set(language, vocabulary)
  return vocabulary
}

import { normalized } from './normalized.ts'

/** Finds the first entry of a list that occurs in a text, and returns its line number; undefined if there is none. */
export type WordList = (text: string) => number | undefined

// A letter or digit of a script that separates words. If a script has no spaces between words, or adds endings to them,
// the neighbours of a word say nothing.
const SPACED =
  /[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]]/v

type Entry = { line: number; words: string; wholeBefore: boolean; wholeAfter: boolean }

// Entries are found by their beginning. A longer one needs more lookups for short entries; a shorter one makes too many
// begin alike.
const LONGEST_BEGINNING = 3

/** Reads a list with one word or phrase per line. Empty lines and lines that begin with `#` are ignored. */
export function readWordList(list: string): { entries: number; find: WordList } {
  const entries = list.split(/\r?\n/).flatMap((text, n) => entryOf(text.trim(), n + 1))
  const byBeginning = Map.groupBy(entries, ({ words }) => words.slice(0, LONGEST_BEGINNING))
  const find: WordList = (text) => {
    const plain = plainly(text)
    for (let at = 0; at < plain.length; at++) {
      for (let length = 1; length <= LONGEST_BEGINNING; length++) {
        const candidates = byBeginning.get(plain.slice(at, at + length))
        const found = candidates?.find((entry) => standsAt(entry, plain, at))
        if (found !== undefined) return found.line
      }
    }
    return undefined
  }
  return { entries: entries.length, find }
}

/** An entry matches whole words only, unless a star says that the word may continue there. */
function entryOf(text: string, line: number): Entry[] {
  const words = text.startsWith('#') ? '' : plainly(text.replace(/^\*|\*$/g, ''))
  if (words === '') return []
  const wholeBefore = !text.startsWith('*') && SPACED.test(firstOf(words))
  const wholeAfter = !text.endsWith('*') && SPACED.test(lastOf(words))
  return [{ line, words, wholeBefore, wholeAfter }]
}

function standsAt({ words, wholeBefore, wholeAfter }: Entry, text: string, at: number): boolean {
  if (!text.startsWith(words, at)) return false
  if (wholeBefore && SPACED.test(lastOf(text.slice(0, at)))) return false
  return !(wholeAfter && SPACED.test(firstOf(text.slice(at + words.length))))
}

function firstOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? SPACE)
}

function lastOf(text: string): string {
  return /.$/su.exec(text.slice(-2))?.[0] ?? ' '
}

const SPACE = 32

/**
 * A text for comparison: wide, ligated and capital letters become plain ones, invisible characters are removed, and
 * everything between words becomes one space.
 */
function plainly(text: string): string {
  const visible = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const small = normalized(visible).toUpperCase().toLowerCase().replaceAll('ς', 'σ')
  return normalized(small)
    .replace(/[\p{P}\p{Z}\p{C}]+/gu, ' ')
    .trim()
}

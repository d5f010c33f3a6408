import { readFileSync } from 'node:fs'
import { linesOf, parseWords } from './word-tables.ts'

/** For each row of a file and each language its words, in the order of the file. */
export type Rows = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

/** Reads a file of `words/` whose rows are no meanings but lists that a rule asks for by name. */
export function readRows(file: string): Rows {
  const entries = parseWords(readFileSync(new URL(`../../words/${file}`, import.meta.url)), file)
  return new Map(
    entries.map((entry) => {
      const lines = [...linesOf(entry)].map(([language, line]) => [language, line.split(/\s*,\s*/)] as const)
      return [entry.meaning, new Map(lines)] as const
    }),
  )
}

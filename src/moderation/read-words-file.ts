import { readFile } from 'node:fs/promises'
import { readWordList, type WordList } from '../core/text/word-list.ts'

/** Reads the operator's list; a text says what is wrong with it. */
export async function readWordsFile(path: string): Promise<WordList | { problem: string }> {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    return { problem: `cannot be read as UTF-8 text: ${error instanceof Error ? error.message : String(error)}` }
  }
  const { entries, find } = readWordList(text)
  // A list without words would be a check that silently does nothing.
  return entries === 0 ? { problem: 'contains no words' } : find
}

import { AppError } from '../errors.ts'

/** More than anybody types into a field; each is searched for in every prompt. */
const MOST_SEARCH_WORDS = 10

/** The words of a search, as `hasWords` compares them; throws if there are none, or too many. */
export function searchWords(text: string, param: string): string[] {
  const words = [...new Set(folded(text).split(/\s+/u))].filter((word) => word !== '')
  if (words.length === 0) throw new AppError('invalid_parameter', `'${param}' contains no words.`, { param })
  if (words.length > MOST_SEARCH_WORDS) {
    throw new AppError('invalid_parameter', `'${param}' must not have more than ${MOST_SEARCH_WORDS} words.`, { param })
  }
  return words
}

/** Whether each of the words occurs in the text, by itself or inside a longer one, in any case. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const within = folded(text)
  return words.every((word) => within.includes(word))
}

/** The same form for text that reads the same: case, width and the composition of accents make no difference. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

import { AppError } from '../errors.ts'
import { normalized } from './normalized.ts'

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

function folded(text: string): string {
  return normalized(text).toLowerCase()
}

import { stem } from './stems.ts'
import type { Token } from './tokens.ts'
import { vocabularyOf } from './vocabulary.ts'

const PREFIX = /^([وفبلك])(?=[\u0600-\u06ff]{2})/

function isKnown(word: string): boolean {
  const { exact, stems, forms } = vocabularyOf('ar')
  return exact.has(word) || forms.has(word) || stems.has(stem(word, 'ar'))
}

const part = (token: Token, from: number, to?: number): Token => ({
  ...token,
  text: token.text.slice(from, to),
  raw: token.raw.slice(from, to),
})

// The article loses its first letter after "for": للقطة is ل and القطة.
function rest(token: Token): Token {
  const tail = part(token, 1)
  return token.text.startsWith('لل') ? { ...tail, text: `ا${tail.text}` } : tail
}

function split(token: Token): Token[] {
  if (!PREFIX.test(token.text) || isKnown(token.text)) return [token]
  const tail = rest(token)
  if (isKnown(tail.text)) return [part(token, 0, 1), tail]
  const [first, ...more] = split(tail)
  return more.length > 0 && first ? [part(token, 0, 1), first, ...more] : [token]
}

/** Arabic writes and, with, for and like at the front of the next word: as words of their own they can be read. */
export const splitPrefixes = (tokens: readonly Token[]): Token[] => tokens.flatMap(split)

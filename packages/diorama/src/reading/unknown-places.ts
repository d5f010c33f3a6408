import type { Marked } from './find-marks.ts'
import type { Sense } from './senses.ts'

const WHERE =
  /^(in|at|near|over|above|through|around|across|from|en|a|à|au|dans|über|em|no|na|nel|nella|w|i|op|bij|di|på)$/
const CAPITAL = /^\p{Lu}\p{Ll}{2,}/u

/**
 * Whether a prompt names a place that we have never heard of: a word with a capital letter after a word that says where. The
 * name itself is told among the unused words; the picture is out of doors, since nobody names a living room.
 */
export function hasUnknownPlace({ tokens, marks, language }: Marked, senses: readonly Sense[]): boolean {
  // All nouns of German have a capital letter, and a title has one on every word.
  if (language === 'de' || senses.some(({ kind }) => kind === 'place')) return false
  const written = tokens.filter(({ glued, emoji }) => !glued && !emoji)
  if (written.filter(({ raw }) => CAPITAL.test(raw)).length > Math.max(2, written.length / 2)) return false
  return tokens.some((token, at) => {
    const before = tokens[at - 1]
    const known = marks.some((mark) => mark.strength > 1 && mark.at <= at && at < mark.end)
    return (
      !known &&
      CAPITAL.test(token.raw) &&
      before !== undefined &&
      WHERE.test(before.text) &&
      before.clause === token.clause
    )
  })
}

import { SAID } from '../asked/said-of.ts'
import type { State } from './state.ts'
import type { Word } from './words.ts'

const NO_NOUN =
  /(ed|ing|ly|wn|nt)$|^(a|an|the|and|with|its|his|her|their|one|two|three|some|all|up|out|down|off|more|both|each)$/

/**
 * Whether a preposition is about a noun that has no drawing: "flour on their faces" puts nobody on a face. Only English can
 * be asked which of its unknown words are nouns; nouns that were found to be said of others count in every language.
 */
export function isOfUnknown({ sentence }: State, { is, sense }: Word, from: number): boolean {
  if (is !== 'relation' && is !== 'with') return false
  const { tokens, senses, language, isNoun } = sentence
  const before = tokens[sense.at - 1]
  if (!before || sense.at - 1 < from || before.clause !== sense.clause) return false
  const known = senses.filter(({ at, end }) => at < sense.at && end >= sense.at)
  if (known.some(({ value }) => value === SAID)) return true
  return known.length === 0 && language === 'en' && !NO_NOUN.test(before.text) && isNoun(before.text)
}

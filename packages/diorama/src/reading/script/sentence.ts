import type { TieKind, Verb } from '../../brief.ts'
import type { Marked } from '../find-marks.ts'
import type { Sense } from '../senses.ts'
import type { Thing } from '../things.ts'
import type { Mention } from './second-mention.ts'

/** A prompt with its entities found. */
export type Sentence = Pick<Marked, 'language' | 'tokens' | 'isNoun'> & {
  senses: readonly Sense[]
  entities: readonly Thing[]
  mentions: readonly Mention[]
}

/** A word as the grammar sees it. */
export type Word =
  | { is: 'noun'; entity: number; sense: Sense }
  | { is: 'place'; sense: Sense }
  | { is: 'verb'; verb: Verb; sense: Sense }
  | { is: 'relation'; kind: TieKind; sense: Sense }
  | { is: 'and' | 'with' | 'of' | 'for' | 'against'; sense: Sense }

// Fewer phrases than this are a sentence with commas: "a cat, a dog and a bird on a sofa".
const LIST = 4

/** Whether a prompt is a list of tags, each of which speaks of itself alone: "candles, owl on a desk, warm light, cosy". */
export const isTagList = ({ language, tokens }: Pick<Sentence, 'language' | 'tokens'>): boolean =>
  language === 'en' && (tokens.at(-1)?.clause ?? 0) >= LIST - 1

// What is enumerated is named shortly: "three books", "a small glass jar".
const SHORT = 4

/** Whether the rest of a list names one thing after the other and ends with "and": "… a clock, three books and a cactus". */
export function isEnumerated({ tokens }: Pick<Sentence, 'tokens'>, from: number): boolean {
  const clauses = new Map<number, string[]>()
  for (const { clause, text } of tokens.slice(from)) clauses.set(clause, [...(clauses.get(clause) ?? []), text])
  const rows = [...clauses.values()]
  const last = rows.findIndex((row) => row.slice(0, SHORT + 1).includes('and'))
  return last >= 0 && rows.slice(0, last).every((row) => row.length <= SHORT)
}

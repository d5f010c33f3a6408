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

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
  | { is: 'and' | 'with' | 'of' | 'for'; sense: Sense }

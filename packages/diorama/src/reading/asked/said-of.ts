import { drawingOf } from '../../art.ts'
import type { Marked } from '../find-marks.ts'
import type { Sense } from '../senses.ts'
import { isLiving } from '../things.ts'

/** A prompt while it is looked at, word by word, for what is asked for as a thing and what is only said of one. */
export type Context = Pick<Marked, 'language' | 'tokens' | 'marks' | 'isNoun'> & { senses: readonly Sense[] }

/** How certain it is that a noun is only said of another: what is merely likely is drawn where nothing else would be. */
export type Verdict = 'surely' | 'likely' | undefined

/** Says of a noun that has a drawing whether it only tells what something else is like. */
export type Rule = (sense: Sense, context: Context) => Verdict

/** The value of a small word that was a noun, and answers a preposition as one: "in the windows" waits for no other. */
export const SAID = 'said'

const drawn = ({ kind, value }: Sense) => (kind === 'art' || kind === 'vessel' ? drawingOf(value) : undefined)

/** Whether a noun means an animal, a person or what acts like one. */
export function lives(sense: Sense): boolean {
  const drawing = sense.kind === 'art' ? drawn(sense) : undefined
  return drawing !== undefined && isLiving({ art: drawing.id, kind: drawing.kind })
}

/** The kind of drawing that a noun has, or an empty text. */
export const kindOf = (sense: Sense): string => drawn(sense)?.kind ?? ''

/** What is known of the word that begins at a place. */
export const sensesAt = ({ senses }: Context, at: number): Sense[] => senses.filter((sense) => sense.at === at)

/** The word right after a noun, as long as no comma is between them. */
export function wordAfter({ tokens }: Context, { end, clause }: Sense): string {
  const next = tokens[end]
  return next && next.clause === clause ? next.text : ''
}

/** The text right before a noun within its clause, words apart and with a space at its end. */
export function textBefore({ tokens }: Context, { at, clause }: Sense): string {
  const before = tokens.slice(Math.max(0, at - 6), at).filter((token) => token.clause === clause)
  return before.map(({ text, glued }) => (glued ? text : `${text} `)).join('')
}

/** The text right after a noun within its clause. */
export function textAfter({ tokens }: Context, { end, clause }: Sense): string {
  const after = tokens.slice(end, end + 6).filter((token) => token.clause === clause)
  return after.map(({ text, glued }) => (glued ? text : `${text} `)).join('')
}

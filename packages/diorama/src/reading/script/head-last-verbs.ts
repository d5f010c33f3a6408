import type { Verb } from '../../brief.ts'
import { craftOf } from '../../crafts.ts'
import type { Sense } from '../senses.ts'
import { colourMade } from './made.ts'
import type { Sentence } from './words.ts'

const MOVES = /^(sit|sleep|run|jump|fly|swim|dance)$/

const isDeed = ({ kind }: Sense) => /^(verb|craft|activity)$/.test(kind)

/** A deed as it is said, before it is known whose it is. */
export type Said = { verb: Verb; at: number; end: number; craft?: string | undefined; colour?: string | undefined }

const HELD = /^(牵|拉|牵着|拉着|握着|手を引|引いて)/

// 牵着孙子的手: he is led by the hand.
const isByTheHand = (tokens: Sentence['tokens'], { at, clause }: { at: number; clause: number }) =>
  /的手/.test(
    tokens
      .slice(at, at + 10)
      .filter((token) => token.clause === clause)
      .map(({ text }) => text)
      .join(''),
  )

/** The deeds that the words of a sentence say, in their order. */
export function deedsSaid({ senses, language, tokens }: Sentence): Said[] {
  const crafts = new Map(senses.filter(({ kind }) => kind === 'craft').map((sense) => [sense.at, sense]))
  const exact = new Set(senses.filter(({ kind }) => kind === 'verb').map(({ at }) => at))
  return senses.flatMap(({ kind, value, at, end, text, clause }) => {
    if (!/^(verb|craft|activity)$/.test(kind)) return []
    // 给女儿梳头: for her, where something else is done.
    if (text === '给' && senses.some((other) => isDeed(other) && other.at > at && other.clause === clause)) return []
    const work = crafts.get(at)
    if (HELD.test(text) && isByTheHand(tokens, { at, clause })) return [{ verb: 'hug', at, end, craft: 'hold-hands' }]
    const craft = work?.value
    const colour = work && colourMade(work, { senses, language })
    if (kind === 'verb') return [{ verb: value as Verb, at, end, craft, colour }]
    if (exact.has(at)) return []
    if (kind === 'craft') return [{ verb: craftOf(value)?.does ?? 'work', at, end, craft, colour }]
    return kind === 'activity' && craft === undefined && MOVES.test(value) ? [{ verb: value as Verb, at, end }] : []
  })
}

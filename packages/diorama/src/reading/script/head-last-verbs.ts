import type { Verb } from '../../brief.ts'
import { craftOf } from '../../crafts.ts'
import type { Sense } from '../senses.ts'
import type { Sentence } from './words.ts'

const MOVES = /^(sit|sleep|run|jump|fly|swim|dance)$/

const isDeed = ({ kind }: Sense) => /^(verb|craft|activity)$/.test(kind)

/** A deed as it is said, before it is known whose it is. */
export type Said = { verb: Verb; at: number; end: number; craft?: string | undefined }

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

// 给女儿梳头: for her, where something else is done.
const isOnlyFor = ({ text, at, clause }: Sense, senses: readonly Sense[]) =>
  text === '给' && senses.some((other) => isDeed(other) && other.at > at && other.clause === clause)

// What one word says, with the work that the same word names.
function saidBy({ kind, value, at, end }: Sense, craft: string | undefined): Said[] {
  if (kind === 'verb') return [{ verb: value as Verb, at, end, craft }]
  if (kind === 'craft') return [{ verb: craftOf(value)?.does ?? 'work', at, end, craft }]
  return craft === undefined && MOVES.test(value) ? [{ verb: value as Verb, at, end }] : []
}

const DRIFTS = /^(fly|dance)$/
const PARTICLE = /^[がはも]$/

// 花びらが舞う, धूल उड़ रही है: what is in the air is nobody.
function isOfTheAir(
  { kind, value, at, clause }: Sense,
  { senses, tokens }: Pick<Sentence, 'senses' | 'tokens'>,
): boolean {
  if (kind !== 'activity' || !DRIFTS.test(value)) return false
  const from = PARTICLE.test(tokens[at - 1]?.text ?? '') ? at - 1 : at
  return senses.some((one) => one.end === from && one.clause === clause && /^(particles|weather)$/.test(one.kind))
}

/** The deeds that the words of a sentence say, in their order. */
export function deedsSaid({ senses, tokens }: Sentence): Said[] {
  const crafts = new Map(senses.filter(({ kind }) => kind === 'craft').map((sense) => [sense.at, sense]))
  const exact = new Set(senses.filter(({ kind }) => kind === 'verb').map(({ at }) => at))
  return senses.flatMap((sense): Said[] => {
    const { kind, at, end, text } = sense
    if (!isDeed(sense) || isOnlyFor(sense, senses) || isOfTheAir(sense, { senses, tokens })) return []
    if (HELD.test(text) && isByTheHand(tokens, sense)) return [{ verb: 'hug', at, end, craft: 'hold-hands' }]
    if (kind !== 'verb' && exact.has(at)) return []
    return saidBy(sense, crafts.get(at)?.value)
  })
}

import type { Looks, Subject } from '../../brief.ts'
import type { Thing } from '../things.ts'
import { isWorn, type Sentence } from './words.ts'

const ONE = /^(?:the (first|middle|last|left|right|leftmost|rightmost) one|one of them|only one)\b/

function which(said: string | undefined, count: number): number {
  if (said === 'middle') return Math.floor(count / 2)
  return said && /^(last|right)/.test(said) ? count - 1 : 0
}

/** Who has on what is told of several: all of them, unless it is said of "the middle one" or "one of them". */
export function wornByThem(
  { tokens, senses, language }: Sentence,
  { sense }: Thing,
  { count, looks }: { count: number; looks: Looks },
): Pick<Subject, 'looks' | 'only'> {
  // What a trade wears all of them wear.
  if (language !== 'en' || count < 2 || sense.role !== undefined) return { looks }
  const worn = senses.find((one) => isWorn(one) && one.at >= sense.end)
  for (let at = sense.end; worn && at < worn.at; at++) {
    const said = ONE.exec(
      tokens
        .slice(at, at + 3)
        .map(({ text }) => text)
        .join(' '),
    )
    if (said) return { only: { which: which(said[1], count), looks } }
  }
  return { looks }
}

import type { Token } from './tokens.ts'

// Hindi says at the end of a sentence that it is told: what comes after is another.
const TOLD = /^(है|हैं|था|थी|थे|थीं|हूं)$/
const AND = /^(और|जबकि|तथा|लेकिन|मगर)$/

/** Hindi tokens with a clause for each sentence, and without the "and" between two of them, which joins no things. */
export function splitSentences(tokens: readonly Token[]): Token[] {
  let more = 0
  return tokens.flatMap((token, at): Token[] => {
    const before = tokens[at - 1]
    const ended = before !== undefined && TOLD.test(before.text) && before.clause === token.clause
    if (ended) more++
    return ended && AND.test(token.text) ? [] : [{ ...token, clause: token.clause + more }]
  })
}

import type { Subject } from '../brief.ts'
import type { Marked } from './find-marks.ts'

// Letters and numbers that say nothing alone.
const NOTHING = /^([a-z]|\d+|px|mm|fps|ar|--.*|\d+(mm|k|px|p|bit|fps|cm|x\d+)|f\d+|v\d+|iso\d*|lora|by)$/i

// What was drawn as something near is told with what was drawn: whoever asked for a kookaburra should know it is a bird.
function drawnAs({ tokens, marks }: Marked): string[] {
  return marks.flatMap(({ at, end, near }) => {
    const written = tokens.slice(at, end).map(({ raw }) => raw)
    return near === undefined ? [] : [`${written.join(' ')} (drawn as ${near})`]
  })
}

/**
 * The words of a prompt that mean nothing to the reader, each once, as they were written; glued scripts by run. Last, what
 * was drawn only as something near.
 */
export function unusedWords(marked: Marked): string[] {
  const { tokens, marks } = marked
  // A mere association is no understanding: it is drawn only where a prompt names nothing else.
  const known = marks.filter(({ strength }) => strength > 1)
  const strong = known.length > 0 ? known : marks
  const words: string[] = []
  let glued: { at: number; text: string } | undefined
  tokens.forEach((token, at) => {
    if (token.emoji || NOTHING.test(token.text) || strong.some((mark) => mark.at <= at && at < mark.end)) return
    if (!token.glued) words.push(token.raw)
    else if (glued && glued.at === at - 1) glued = { at, text: glued.text + token.raw }
    else {
      if (glued) words.push(glued.text)
      glued = { at, text: token.raw }
    }
  })
  if (glued) words.push(glued.text)
  // One sign alone is mostly grammar.
  return [...new Set([...words, ...drawnAs(marked)])].filter((word) => word.length > 1)
}

/** What was understood and left out all the same, for want of a place: flowers beside a portrait. */
export const leftOutWords = (aside: readonly Subject[]): string[] => [...new Set(aside.map(({ label }) => label))]

import type { Sentence, Word } from './words.ts'

// German and Dutch say the verb last where a sentence hangs on another: "eine Frau, die einen Hut trägt", "während die Katze
// auf dem Stuhl sitzt". Read as it would stand in a sentence of its own, one grammar serves both.
const HANGS_ON_NOUN = /^(die|der|das|den|dem|deren|dessen|welche|welcher|welches|dat)$/
const HANGS =
  /^(wahrend|weil|wenn|als|dass|damit|nachdem|bevor|indem|obwohl|wobei|sobald|terwijl|omdat|wanneer|nadat|voordat|als)$/

function endOf(words: readonly Word[], from: number): number {
  const { clause } = words[from]?.sense ?? {}
  const end = words.findIndex(({ sense }, at) => at > from && sense.clause !== clause)
  return end < 0 ? words.length : end
}

// Where the verb of a clause belongs: after whoever was named before it, or after its own subject.
function placeOfVerb({ tokens }: Sentence, words: readonly Word[], [from, end]: [number, number]): number | undefined {
  const { clause, at } = words[from]?.sense ?? { clause: -1, at: 0 }
  const start = tokens.findIndex((token) => token.clause === clause)
  const opening = tokens.slice(start, at + 1).map(({ text }) => text)
  const own = opening.findIndex((text) => HANGS.test(text))
  if (own >= 0) {
    const subject = words.findIndex(({ is }, i) => i >= from && i < end && is === 'noun')
    return subject < 0 ? undefined : subject + 1
  }
  const hangs = clause > 0 && opening.some((text, i) => i < 2 && HANGS_ON_NOUN.test(text))
  return hangs && words.slice(0, from).some(({ is }) => is === 'noun') ? from : undefined
}

/** The words with the verb of each clause that hangs on another where a verb otherwise stands. */
export function verbSecond(sentence: Sentence, words: readonly Word[]): Word[] {
  if (!/^(de|nl)$/.test(sentence.language)) return [...words]
  const result = [...words]
  for (let from = 0; from < result.length; from = endOf(result, from)) {
    const end = endOf(result, from)
    const last = result[end - 1]
    const to = last?.is === 'verb' && end - from > 1 ? placeOfVerb(sentence, result, [from, end]) : undefined
    if (last && to !== undefined) result.splice(to, 0, ...result.splice(end - 1, 1))
  }
  return result
}

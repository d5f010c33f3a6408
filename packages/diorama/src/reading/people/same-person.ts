import type { Thing } from '../things.ts'
import { stem } from '../stems.ts'

// Words that call somebody who was named before by another name.
const AGAIN =
  /^(silhouettes?|figures?|characters?|faces?|human face|person|people|someone|humans?|portrait subject|silueta|rostro|silhouette|visage|gesicht|rosto|volto|viso|лицо|twarz|sylwetka|ansikte|gezicht)$/

const isPerson = ({ kind }: Thing) => kind.startsWith('person')

// A nurse and a doctor have one drawing and are two; the nurse of the next sentence is the same as the first.
function isAnother(thing: Thing, other: Thing, language: string): boolean {
  const [one, two] = [thing, other].map(({ sense }) => stem(sense.text, language))
  return isPerson(thing) && one !== two && thing.sense.at !== other.sense.at
}

/** The things of a prompt, each once: what is named again is the one that was named before. */
export function eachOnce(things: readonly Thing[], language: string): Thing[] {
  return things.filter((thing, at) => {
    const before = things.slice(0, at)
    if (isPerson(thing) && AGAIN.test(thing.sense.text) && before.some((other) => isPerson(other))) return false
    return before.every((other) => other.art !== thing.art || isAnother(thing, other, language))
  })
}

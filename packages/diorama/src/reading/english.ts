import { createRequire } from 'node:module'
import type winkNLP from 'wink-nlp'
import type { Model } from 'wink-nlp'

type Tagger = { tagsOf(text: string): Map<string, string>; knows(word: string): boolean }

let tagger: Tagger | undefined

// Required, not imported: whoever never reads English should not wait for it.
function openTagger(): Tagger {
  const require = createRequire(import.meta.url)
  const open = require('wink-nlp') as typeof winkNLP
  const nlp = open(require('wink-eng-lite-web-model') as Model, ['sbd', 'pos'])
  // oxlint-disable-next-line typescript/unbound-method -- as below
  const numberOf = (word: string) => Number(nlp.readDoc(word).tokens().itemAt(0).out(nlp.its.uniqueId))
  // Words are numbered, and those that it has never seen come after all that it knows.
  const firstUnknown = numberOf('qzxvjk')
  const tagsOf = (text: string) => {
    const tokens = nlp.readDoc(text).tokens()
    const words = tokens.out()
    // oxlint-disable-next-line typescript/unbound-method -- the tagger knows its output by this very function
    const tags = tokens.out(nlp.its.pos)
    const found = new Map<string, string>()
    words.forEach((word, at) => {
      const key = word.toLowerCase()
      found.set(key, `${found.get(key) ?? ''} ${tags[at] ?? ''}`)
    })
    return found
  }
  return { tagsOf, knows: (word) => numberOf(word) < firstUnknown }
}

/** Whether a word is in an English dictionary of some ninety thousand, in lower case. */
export const isEnglishWord = (word: string): boolean => (tagger ??= openTagger()).knows(word)

/** Says of English words whether the text uses them as nouns. The tagger takes a third of a second to load, once. */
export function nounTest(text: string): (word: string) => boolean {
  let tags: Map<string, string> | undefined
  return (word) => {
    tags ??= (tagger ??= openTagger()).tagsOf(text.slice(0, 4000))
    const tag = tags.get(word)
    return tag === undefined || /NOUN|PROPN/.test(tag)
  }
}

import type { Sense } from '../senses.ts'
import { vocabularyOf } from '../vocabulary.ts'
import type { Sentence } from './words.ts'

const GERMAN = /^(dem|einem|einer|seinem|seiner|ihrem|ihrer|meinem|meiner|unserem|unserer|der|den)$/

// "Seinem treuen Hund": the article, with an adjective or two between.
function isGermanDative({ tokens }: Sentence, { at }: Sense): boolean {
  const before = tokens.slice(Math.max(0, at - 3), at).map(({ text }) => text)
  const article = before.findLast((text) => /^(d|ein|sein|ihr|mein|unser)\w*$/.test(text)) ?? ''
  return GERMAN.test(article)
}

// Собаке, детям, другу: -у of a man is a dative, of a woman what something is done to.
function isRussianDative({ text }: Sense): boolean {
  const [word = ''] = text.split(' ').slice(-1)
  if (/(е|ам|ям)$/.test(word)) return true
  return /[ую]$/.test(word) && vocabularyOf('ru').exact.has(word.slice(0, -1))
}

/** Whether the case of a noun says that something is done for it, and not to it. */
export function isDative(sentence: Sentence, sense: Sense): boolean {
  if (sentence.language === 'de') return isGermanDative(sentence, sense)
  return sentence.language === 'ru' && isRussianDative(sense)
}

import { isLiving } from '../things.ts'
import type { Sentence } from './sentence.ts'

// Each says by itself that something leaves something: "out of", "off", "aus".
const OUT: Readonly<Record<string, RegExp>> = {
  en: /^(out|off)$/,
  fr: /^hors$/,
  de: /^(aus|heraus)$/,
  ru: /^(из|изо)$/,
  nl: /^uit$/,
  sv: /^ur$/,
  id: /^dari$/,
  vi: /^khoi$/,
}
// These also mean "of", "by" or "with": they say it only after a word for taking or falling.
const FROM: Readonly<Record<string, RegExp>> = {
  en: /^from$/,
  es: /^(de|del|desde)$/,
  fr: /^(de|du|d|des)$/,
  de: /^(von|vom)$/,
  pt: /^(de|do|da|dos|das|dum|duma)$/,
  it: /^(da|dal|dalla|dallo|dall|dai|dalle)$/,
  ru: /^(с|со|от)$/,
  nl: /^(van|vanaf)$/,
  pl: /^(z|ze|od)$/,
  sv: /^(fran|av)$/,
  vi: /^tu$/,
  ar: /^من$/,
}
// With somebody or something, in the case that says so.
const IN_COMPANY: Readonly<Record<string, RegExp>> = { ru: /(ом|ем|ой|ей|ами|ями)$/, pl: /(em|ami|mi)$/ }

const TAKES = /^(take|pull)$/

function isTakenBefore({ senses, tokens }: Sentence, at: number): boolean {
  const { clause } = tokens[at] ?? {}
  return senses.some(
    (sense) =>
      sense.at < at &&
      sense.clause === clause &&
      ((sense.kind === 'verb' && TAKES.test(sense.value)) || (sense.kind === 'happening' && sense.value === 'fall')),
  )
}

/** Whether the word at a place says what something is taken out of or falls off. */
export function saysFrom(sentence: Sentence, at: number): boolean {
  const { tokens, language } = sentence
  const text = tokens[at]?.text ?? ''
  if (!sentence.entities.some(({ sense }) => sense.end <= at)) return false
  if (OUT[language]?.test(text)) return true
  return FROM[language]?.test(text) === true && isTakenBefore(sentence, at) && isBeforeSource(sentence, at)
}

// "Saca una copa de vino": nothing is taken out of wine, nor out of somebody.
function isBeforeSource({ tokens, language, entities }: Sentence, at: number): boolean {
  if (IN_COMPANY[language]?.test(tokens[at + 1]?.text ?? '')) return false
  const next = entities.find(({ sense }) => sense.at > at && sense.at - at <= 3)
  return next !== undefined && !isLiving(next) && !/^(food|drink)/.test(next.kind)
}

import type { Subject } from '../../brief.ts'
import { byPronoun, nameOf } from './who-is-meant.ts'
import { once, saidBy } from './wish-table.ts'

const pattern = (source: () => string, flags = 'iu') => once(() => new RegExp(source(), flags))

const next = pattern(
  () => String.raw`\s*(?:[,;.]|${saidBy('then')})\s*(?:${saidBy('please')}\s+)?(?=${saidBy('begin')})`,
)
// Where words are not set apart, the comma parts.
const COMMA = /[，、；]\s*/u
const polite = pattern(() => String.raw`^(?:${saidBy('please')}[\s,]*(?![\s,]|${saidBy('numeral')}))+`)
const chat = pattern(() => String.raw`(?:[\s,]*${saidBy('thanks')})+$`)
const rest = pattern(() => String.raw`[\s,;.]*(?:${saidBy('then')}\s+)?${saidBy('rest')}.*$`)

const falling = pattern(() => String.raw`^\s*(${saidBy('falling')})\s+${saidBy('then')}\s+(.+)$`)
const ofEach = pattern(() => String.raw`^\s*(${saidBy('each')})\s`)
const BOTH = /^\s*((?:make|turn)\s+(?:the|his|her|its|their)\s+\S+)\s+(\S+)\s+and\s+(\S+)\s*$/i

// "Make the cat black and the box blue" is said of each.
function eachWithItsVerb(clause: string): string[] {
  const [, weather, thing] = falling().exec(clause) ?? []
  if (weather !== undefined && thing !== undefined) return [weather, `${weather.split(' ')[0]} ${thing}`]
  const [, about, one, other] = BOTH.exec(clause) ?? []
  // "Black and white" is one manner.
  if (about !== undefined && !/black and white/i.test(clause)) return [`${about} ${one}`, `${about} ${other}`]
  const verb = ofEach().exec(clause)?.[1]
  const [first = '', ...others] = clause.split(/\s*(?:,\s*(?:and\s+)?|\band\s+)(?=(?:the|his|her|its|their)\s)/i)
  return verb === undefined ? [clause] : [first, ...others.map((part) => `${verb} ${part}`)]
}

/** A wish of several parts, each for itself: "make the car blue and add a dog". */
export function clausesOf(wish: string): string[] {
  return wish
    .split(next())
    .flatMap((part) => part.split(COMMA))
    .map((part) => part.trim().replace(polite(), '').replace(rest(), ''))
    .flatMap(eachWithItsVerb)
    .map((part) => part.replace(/[\s.!?。！？]+$/, '').replace(chat(), ''))
    .filter((part) => part.length > 0)
}

const OWN = /\b(?:his|her|its|their)\s+(?=\p{L})/giu
const SOMEBODY = /\b(?:him|her|them)\b(?!\s+\p{L}+\s+(?:to|into)\b)/giu
// "Make it night" speaks of the picture, "give it a hat" of somebody in it.
const IT =
  /\b(on|to|beside|behind|around|under|over|near|by|above|of|next to|in front of|give|dress|with|turn)\s+it\b/gi

// A crown on its head is worn; a bird on its back sits there.
const WORN_AT =
  /\b(?:on|onto|around|over)\s+(his|her|its|their)\s+(?:head|face|neck|nose|eyes|ears|body|heads|feet)\b/gi
const BODY = /\b(?:on|onto)\s+(his|her|its|their)\s+(back|shoulders?|lap)\b/gi

/** A clause with names in place of "him" and "it"; "her dress" is the dress. */
export function withNames(clause: string, shown: readonly Subject[]): string {
  const named = (word: string) => {
    const one = byPronoun(shown, word)
    return one ? `the ${nameOf(one).replaceAll(' ', '-')}` : word
  }
  return clause
    .replaceAll(WORN_AT, (_, whose: string) => `on ${named(whose)}`)
    .replaceAll(BODY, (_, whose: string, part: string) => `on the ${part} of ${named(whose)}`)
    .replaceAll(/\b(give|show|dress|let)\s+her\b/gi, (_, verb: string) => `${verb} ${named('her')}`)
    .replaceAll(OWN, 'the ')
    .replaceAll(SOMEBODY, named)
    .replaceAll(IT, (_, before: string) => `${before} ${named('it')}`)
}

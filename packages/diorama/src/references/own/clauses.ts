import type { Subject } from '../../brief.ts'
import { partsInOtherWords } from './other-clauses.ts'
import { byPronoun, nameOf } from './who-is-meant.ts'

// With what a wish begins, in English.
const VERBS =
  'add|put|place|insert|include|draw|remove|stop|delete|erase|get rid of|take away|take off|take out|take|replace|swap|exchange|substitute|make|turn|change|transform|convert|give|paint|repaint|colou?r|recolou?r|dye|move|bring|set|let|have|blur|crop|mirror|flip|brighten|darken|zoom|show|render|switch|dress|keep|leave|hang|write'
// "The roses should be white and there should be rain" wishes with no verb of its own.
const NEXT = new RegExp(
  String.raw`\s*(?:[,;.]|\band then\b|\band also\b|\band\b|\bthen\b|\bbut\b)\s*(?:please\s+)?(?=(?:only\s+)?(?:${VERBS}|there should|the \S+ should)\b)`,
  'i',
)
const POLITE =
  /^(?:(?:hey|hi|ok|okay|please|now|also|can you|could you|would you|i want you to|i'd like you to|just|kindly|let's|lets)[\s,]+(?!(?:one|two|three|four|five|six|\d+)\b))+/i

// "Make the cat black and the box blue" is said of each.
const OF_EACH = /^\s*(?:please\s+)?(make|paint|turn|dye|colou?r|change|remove|delete|erase)\s/i
const BOTH = /^\s*((?:make|turn)\s+(?:the|his|her|its|their)\s+\S+)\s+(\S+)\s+and\s+(\S+)\s*$/i
// "Add snow and a hat": what falls is nothing that could stand beside the other.
const WEATHER_AND =
  /^\s*((?:please\s+)?add\s+(?:some\s+)?(?:snow|rain|fog|mist|clouds|wind|lightning|stars))\s+and\s+(.+)$/i
function eachWithItsVerb(clause: string): string[] {
  const [, weather, rest] = WEATHER_AND.exec(clause) ?? []
  if (weather !== undefined && rest !== undefined) return [weather, `add ${rest}`]
  const [, about, one, other] = BOTH.exec(clause) ?? []
  // "Black and white" is one manner.
  if (about !== undefined && !/black and white/i.test(clause)) return [`${about} ${one}`, `${about} ${other}`]
  const verb = OF_EACH.exec(clause)?.[1]
  const [first = '', ...others] = clause.split(/\s*(?:,\s*(?:and\s+)?|\band\s+)(?=(?:the|his|her|its|their)\s)/i)
  return verb === undefined ? [clause] : [first, ...others.map((part) => `${verb} ${part}`)]
}

// That the rest is to stay as it is goes without saying.
const THE_REST =
  /^(?:(?:keep|leave)\s+(?:everything else|all else|the rest)\b|(?:the rest|everything else)\s+(?:should|must|can|stays?|remains?|as|the same|unchanged)\b)/i
const CHAT = /[\s,]+(?:lol|haha|thx|thanks|thank you|pls|plz|ok|okay)$/i

/** A wish of several parts, each for itself: "make the car blue and add a dog". */
export function clausesOf(wish: string): string[] {
  return wish
    .split(NEXT)
    .flatMap(partsInOtherWords)
    .flatMap(eachWithItsVerb)
    .map((part) =>
      part
        .trim()
        .replace(POLITE, '')
        .replace(/[\s.!?。！？]+$/, '')
        .replace(CHAT, '')
        .replace(/\s+(?:please|instead)$/i, ''),
    )
    .filter((part) => part.length > 0 && !THE_REST.test(part))
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

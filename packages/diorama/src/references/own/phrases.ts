import type { Whereto } from '../../brief.ts'

/** What one clause of a wish asks for, by its English form, in the words of the clause. */
export type Phrase =
  | { what: 'replace'; old: string; by: string }
  | { what: 'remove'; old: string }
  /** Something for somebody: worn, or else held by them or where `how` says. */
  | { what: 'wear'; who: string; thing: string; how: string }
  | { what: 'add'; thing: string }
  | { what: 'place'; where: string }
  | { what: 'make'; old: string; as: string }
  | { what: 'size'; old: string; by: number }
  | { what: 'write'; said: string }
  | { what: 'number'; who: string; count: number; more?: true; where?: string }
  | { what: 'move'; who: string; to: Whereto }
  /** Something in the hand of whoever is there. */
  | { what: 'hold'; thing: string }
  /** Something on the wall behind. */
  | { what: 'hang'; thing: string }
  /** Nobody else, and as many as the words say. */
  | { what: 'only'; said: string }
  /** In another language: `sentence` tells of somebody in these clothes. */
  | { what: 'dress'; who: string; sentence: string }

const DETERMINER = String.raw`(?:the|this|that|these|those|a|an|some|any|all(?: of)?(?: the)?|one of the)\s+`
const GROUND = String.raw`(?:back\s?ground|scene|scenery|setting|place|location|surroundings|environment|backdrop)`

type Form = readonly [RegExp, (part: (name: string) => string) => Phrase]

const NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
const NUMBER = String.raw`(?<count>\d{1,2}|an?|${NUMBERS.slice(1).join('|')}|a couple of|a few|several)`
// Without the article: "change it to a bakery" counts nothing.
const NUMERAL = NUMBER.replace('an?|', '')
const MANY: Readonly<Record<string, number>> = { a: 1, an: 1, another: 1, 'a couple of': 2, 'a few': 3, several: 4 }

function countOf(said: string): number {
  const word = said.toLowerCase()
  return MANY[word] ?? (NUMBERS.includes(word) ? NUMBERS.indexOf(word) : Number(word))
}

const counted = (part: (name: string) => string): Phrase => ({
  what: 'number',
  who: part('who'),
  count: countOf(part('count')),
})

// "Only one cat", "make it three cats", "two more birds".
const COUNTED: readonly Form[] = [
  [
    /^(?:(?:add|make|show|draw|have|put)\s+)?(?<less>fewer|less|more)\s+(?<who>\S+)$/i,
    (part) => ({ what: 'number', who: part('who'), count: /more/i.test(part('less')) ? 2 : -1, more: true }),
  ],
  [
    new RegExp(
      String.raw`^(?:(?:add|draw|put|include|give me|i want|show)\s+)?(?:${NUMBER}\s+(?:more|other|additional|extra)|(?<another>another|one more|an? (?:second|third|fourth|fifth)))\s+(?<who>\S+)(?<where>\s(?:on|to|at|in)\s.+)?$`,
      'i',
    ),
    (part) => ({
      what: 'number',
      who: part('who'),
      count: part('another') ? 1 : countOf(part('count')),
      more: true,
      where: part('where'),
    }),
  ],
  [
    new RegExp(
      String.raw`^(?:(?:leave|keep|show|have|make it|make|with|there should be|i want|draw|let there be|reduce (?:it )?to)\s+)?(?:only|just)\s+(?<said>${NUMBER}(?:\s+of\s+the)?\s+\S+(?: \S+)?)$`,
      'i',
    ),
    (part) => ({ what: 'only', said: part('said').replace(/\s+of\s+the\b/i, '') }),
  ],
  [new RegExp(String.raw`^${NUMERAL}\s+(?<who>\S+)(?:\s+only)?$`, 'i'), counted],
  [
    new RegExp(
      String.raw`^(?:make it|make them|make that|change it to|there should be|i want|let there be|reduce (?:it )?to)\s+${NUMERAL}\s+(?<who>\S+)(?:\s+instead of .+)?$`,
      'i',
    ),
    counted,
  ],
  [
    new RegExp(
      String.raw`^(?:change|set|increase|reduce|raise)\s+the\s+(?:number|amount|count)\s+of\s+(?<who>\S+)\s+to\s+${NUMBER}$`,
      'i',
    ),
    counted,
  ],
]

const asDoing = (verb: string): string =>
  /ing$/i.test(verb)
    ? verb
    : `${verb.replace(/(?<=[^e])e$/i, '').replace(/^(sit|run|swim|hug|cut)$/i, (word) => word + word.slice(-1))}ing`

const SPOTS: readonly [RegExp, Whereto][] = [
  [/left/i, 'left'],
  [/right/i, 'right'],
  [/cent(?:er|re)|middle/i, 'middle'],
  [/up|top|higher/i, 'up'],
  [/down|bottom|lower/i, 'down'],
]

// "Move the man to the left", "put the boat in the middle".
const MOVED: readonly Form[] = [
  [
    /^(?:move|shift|put|place|push|slide|bring|set)\s+(?<who>the\s+\S+(?:\s\S+)?)\s+(?:to|on|onto)\s+the\s+(?:other|opposite)\s+side(?:\s+of\s+.+)?$/i,
    (part) => ({ what: 'move', who: part('who'), to: 'across' }),
  ],
  [
    /^(?:move|shift|put|place|push|slide|bring|set)\s+(?<who>the\s+\S+(?:\s\S+)?)\s+(?:more\s+|further\s+|a (?:bit|little)\s+|slightly\s+)*(?:(?:to|in|into|at|on|towards?)\s+the\s+(?:far\s+|very\s+)?)?(?<to>left|right|cent(?:er|re)|middle|top|bottom|up|down|higher|lower)(?:\s*(?:-hand)?\s*(?:side|edge|part|half))?(?:\s+(?:of|in)\s+the\s+(?:picture|image|frame|scene))?$/i,
    (part) => ({
      what: 'move',
      who: part('who'),
      to: (SPOTS.find(([word]) => word.test(part('to'))) as [RegExp, Whereto])[1],
    }),
  ],
]

// What is told as it should be: "the roses should be white", "let the boy ride a skateboard", "only keep the seller".
const TOLD: readonly Form[] = [
  [
    /^(?<old>(?:the|all|both)\s+(?:\S+\s)??\S+)\s+(?:should|must|has to|have to|needs to)\s+be\s+(?<as>\S+(?:\s\S+)?)$/i,
    (part) => ({ what: 'make', old: part('old'), as: part('as') }),
  ],
  [/^there\s+should\s+be\s+(?<thing>.+)$/i, (part) => ({ what: 'add', thing: part('thing') })],
  [
    /^(?:let|have)\s+(?<who>the\s+\S+)\s+(?<deed>\p{L}+)\s+(?<what>(?:on\s+|in\s+|with\s+)?(?:an?|some|the)\s.+)$/iu,
    (part) => ({ what: 'add', thing: `${part('who')} ${asDoing(part('deed'))} ${part('what')}` }),
  ],
  [
    /^(?:only\s+(?:keep|leave|show)|(?:keep|leave|show)\s+(?:only|just))\s+(?<said>the\s+\S+(?:\s\S+)?)$/i,
    (part) => ({ what: 'only', said: part('said') }),
  ],
  [/^hang\s+(?:up\s+)?(?<thing>.+)$/i, (part) => ({ what: 'hang', thing: part('thing') })],
]

// The first that fits. What is new is read as a prompt of its own, so that it may be described.
const FORMS: readonly Form[] = [
  ...COUNTED,
  ...MOVED,
  ...TOLD,
  [
    /^(?:add|put|write|place|set|insert|include)\s+(?<said>.*["“„«].+["”“»].*)$/i,
    (part) => ({ what: 'write', said: part('said') }),
  ],
  [
    /^fill\s+the\s+(?:back\s?ground|stage|sky|room)\s+with\s+(?<thing>.+)$/i,
    (part) => ({ what: 'add', thing: part('thing') }),
  ],
  // More than a bit of it.
  [
    /^(?:make|turn|change)\s+(?<old>.+?)\s+(?:much bigger|a lot bigger|way bigger|much larger|(?:really|very|super|so) (?:big|huge|large)|huge|giant|gigantic|enormous)$/i,
    (part) => ({ what: 'size', old: part('old'), by: 2.4 }),
  ],
  [
    new RegExp(
      String.raw`^(?:change|replace|swap|set|switch|make|turn)\s+(?:the\s+)?${GROUND}(?:\s+(?:to|with|into|for|by|as))?\s+(?<where>.+)$`,
      'i',
    ),
    (part) => ({ what: 'place', where: part('where') }),
  ],
  [
    /^(?:move|bring|take|transport|send|relocate|put|place|set)\s+(?:it|him|her|them|everything|everyone|the (?:scene|picture|subject|whole scene))\s+(?:to|into|in|on|at|onto)\s+(?<where>.+)$/i,
    (part) => ({ what: 'place', where: part('where') }),
  ],
  [
    /^(?:move|bring|transport|send|relocate)\s+(?<who>.+?)\s+(?:to|into|onto)\s+(?<where>.+)$/i,
    (part) => ({ what: 'place', where: part('where') }),
  ],
  [
    /^(?:replace|swap(?: out)?|exchange|substitute|switch)\s+(?<old>.+?)\s+(?:with|by|for|against|to)\s+(?<by>.+)$/i,
    (part) => ({ what: 'replace', old: part('old'), by: part('by') }),
  ],
  [
    /^(?:remove|delete|erase|stop|get rid of|take away|take off|take out|cut out|eliminate)\s+(?<old>.+?)(?:\s+from\s+.+)?$/i,
    (part) => ({ what: 'remove', old: part('old') }),
  ],
  [
    /^(?:make|turn|change)\s+(?<old>.+?)\s+(?:much |a bit |a little |a lot |even |twice as |way |double |really |very |super |so )?(?:in size|the size|bigger|twice as big|double in size|twice the size|larger|taller|huge|giant|big|large|gigantic|enormous)$/i,
    (part) => ({ what: 'size', old: part('old'), by: 1.5 }),
  ],
  [
    /^(?:make|turn|change)\s+(?<old>.+?)\s+(?:much |a bit |a little |a lot |even |way |really |very |super |so )?(?:smaller|tinier|shorter|tiny|small)$/i,
    (part) => ({ what: 'size', old: part('old'), by: 0.62 }),
  ],
  [/^(?:enlarge|increase the size of)\s+(?<old>.+)$/i, (part) => ({ what: 'size', old: part('old'), by: 1.5 })],
  [/^(?:shrink|reduce the size of)\s+(?<old>.+)$/i, (part) => ({ what: 'size', old: part('old'), by: 0.62 })],
  [
    /^(?:give|dress|lend|hand)\s+(?<who>the \S+(?: (?!and\b)\S+){0,2}|everyone|everybody|both)\s+(?:in\s+)?(?<thing>(?:an?|some|two|a pair of)\s.+)$/i,
    (part) => ({ what: 'wear', who: part('who'), thing: part('thing'), how: 'held' }),
  ],
  [
    /^(?:give|dress|lend|hand)\s+(?<who>the \S+|everyone|everybody|both)\s+(?:in\s+)?(?<thing>.+)$/i,
    (part) => ({ what: 'wear', who: part('who'), thing: part('thing'), how: 'held' }),
  ],
  [
    /^(?:put|place|add|draw)\s+(?<thing>.+?)(?<!\b(?:next|close|near|left|right|in addition))\s+(?<how>on|onto|to|around|over)\s+(?<who>the \S+(?:\s\S+)?)(?:'s\s+(?:head|face|neck|nose|eyes|shoulders|body|back|feet))?$/i,
    (part) => ({ what: 'wear', who: part('who'), thing: part('thing'), how: part('how') }),
  ],
  [
    /^(?:put|place|add|insert|include|draw|show|let there be|have)\s+(?<thing>.+)$/i,
    (part) => ({ what: 'add', thing: part('thing') }),
  ],
  [
    /^(?:turn|transform|convert|change|make)\s+(?<old>.+?)\s+(?:into|to|in)\s+(?:be\s+)?(?<as>.+)$/i,
    (part) => ({ what: 'make', old: part('old'), as: part('as') }),
  ],
  [
    /^(?:paint|repaint|colou?r|recolou?r|dye|make|turn)\s+(?<old>(?:the|all|every|each|this|that|both)\s+.+?)\s+(?<as>(?:an?\s+)?\S+(?:\s(?:blue|green|red|yellow|brown|grey|gray|pink|purple|orange))?)$/i,
    (part) => ({ what: 'make', old: part('old'), as: part('as') }),
  ],
]

/** Reads a clause by its form; nothing where it speaks of the picture as a whole, or in another language. */
export function phraseOf(clause: string): Phrase | undefined {
  for (const [form, made] of FORMS) {
    const groups = form.exec(clause)?.groups
    if (groups) return made((name) => (groups[name] ?? '').trim())
  }
  return undefined
}

/** A name without its article: "the red car" is "red car". */
export const withoutArticle = (name: string): string => name.replace(new RegExp(`^${DETERMINER}`, 'i'), '')

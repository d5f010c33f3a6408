import { isEnglishWord } from './english.ts'
import { keywordsOf } from './keywords.ts'
import { nearestDrawing } from './meaning/nearest-drawing.ts'
import { stem } from './stems.ts'
import { vocabularyOf } from './vocabulary.ts'

// How people ask for a picture before they say of what: "hey can you make me a picture of". What it is called stays, since a
// poster is no photo; the asking is no deed of whoever is in it.
const GREETING = String.raw`(?:(?:hey|hi|hello|ok|okay|so|yo|dear ai|well)\b[\s,!.]*)*`
const ASKING = String.raw`(?:(?:can|could|would|will) (?:you|u)(?: please)?|please|pls|i(?: am|['’]m)? (?:want|need|would like|would love|wish for|looking for)(?: you to)?|i['’]d (?:like|love)(?: you to)?|we need|let['’]s|help me(?: to)?)`
// "Make it night" and "paint the door blue" are wishes about a picture that is there.
const THERE = String.raw`(?! (?:it|him|her|them|the|this|that|his|its|their|everything|both|all)\b)`
const MAKING = String.raw`(?:(?:make|paint|give|do)${THERE}|create|draw|generate|design|show|produce|render|illustrate|sketch)(?: (?:me|us|up))?`
const PREFACE = new RegExp(String.raw`^\s*${GREETING}(?:(?:${ASKING})(?: (?:${MAKING}))?|(?:${MAKING}))\s+(?=\S)`, 'i')
const PICTURE =
  /^(?:(?:a|an|the|some) )?(?:\w+ ){0,2}?(?:picture|image|pic|visual)s?(?: for (?:my |our |the |a )?(?:\w+[ -]?){1,3})?(?: of|:| where| showing| with|,) ?/i

// "Two cats, one orange and one black": each is said with its own colour.
const COLOUR = String.raw`(?:light |dark |pale )?(?:red|orange|black|white|brown|grey|gray|ginger|blue|green|yellow|pink|purple|golden|silver|tabby|calico|spotted|blonde?)`
const EACH = new RegExp(
  String.raw`\b(?:two|2|both) (?:(?:little|small|cute|big|my) )?(\w+?)(e?s),? (?:\(|- )?one (?:is )?(${COLOUR}),? (?:and )?(?:one|the other)(?: one)?(?: is)? (${COLOUR})\)?`,
  'i',
)

// "A brown dog and a white one": one more of them.
const ONE_MORE = new RegExp(
  String.raw`\b(an? ${COLOUR} )(\w+)((?:,? and|,|,? beside| next to) an? ${COLOUR}) one\b`,
  'i',
)

function eachWithItsColour(prompt: string): string {
  return prompt
    .replace(ONE_MORE, '$1$2$3 $2')
    .replace(EACH, (_, noun: string, ending: string, one: string, other: string) => {
      const singular = /(x|ch|sh|ss)$/.test(noun) || ending === 's' ? noun : `${noun}e`
      // Cats have drawings of their own for their colours, all others are dyed.
      return singular === 'cat'
        ? `one ${one} ${singular} and one ${other} ${singular}`
        : `one ${one} and one ${other} ${singular}`
    })
}

// As it is typed in haste.
const TYPED: readonly [RegExp, string][] = [
  [/\bthru\b/gi, 'through'],
  [/(?<=\s)w\/(?=\s?\p{L})/giu, 'with '],
  [/(?<=\s)&(?=\s)/g, 'and'],
  [/\bcamel caravan\b/gi, 'caravan of camels'],
  // As a phrase of its own it is the manner, and no colour of anything.
  [/(?<=[,;.] )(?=black and white *(?:[,;.]|$))/gi, 'in '],
]

const written = (prompt: string) => TYPED.reduce((text, [typed, meant]) => text.replaceAll(typed, meant), prompt)

/** An English prompt without the words that only ask for it, and with every colour beside what has it. */
export function plainly(typed: string): string {
  const prompt = written(typed)
  const asked = prompt.replace(PREFACE, '')
  const shown = asked === prompt ? prompt : asked.replace(PICTURE, '')
  return eachWithItsColour(shown.trim() === '' ? prompt : shown)
}

// Shorter words have too many neighbours.
const SHORTEST = 5
const TWO_SLIPS = 8

type Words = ReadonlyMap<string, readonly string[]>

let known: { all: ReadonlySet<string>; byFirst: Words } | undefined

// All words of the English tables, also those that are only known within a phrase: the retriever of a golden retriever.
function knownWords() {
  if (known) return known
  const all = new Set<string>()
  const add = (phrase: string) => phrase.split(' ').forEach((word) => all.add(word))
  for (const phrase of vocabularyOf('en').exact.keys()) add(phrase)
  for (const [phrase, { strength }] of keywordsOf('en')) if (strength > 1) add(phrase)
  const byFirst = Map.groupBy(
    [...all].filter((word) => word.length >= SHORTEST - 1 && /^[a-z]+$/.test(word)),
    ([first = '']) => first,
  )
  return (known = { all, byFirst })
}

// What it costs to come to the ends of two words from where they were a letter or two before.
function step(one: string, two: string, { i, j }: { i: number; j: number }, rows: readonly number[][]): number {
  const at = (k: number, l: number) => rows[k]?.[l] ?? 0
  const same = one[i - 1] === two[j - 1] ? 0 : 1
  const cost = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same)
  const swapped = i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1]
  return swapped ? Math.min(cost, at(i - 2, j - 2) + 1) : cost
}

/** How many letters are to be changed, left out, put in or exchanged with their neighbour; more than `most` is not counted. */
function slipsBetween(one: string, two: string, most: number): number {
  if (Math.abs(one.length - two.length) > most) return most + 1
  const rows = [Array.from({ length: two.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= two.length; j++) row.push(step(one, two, { i, j }, rows))
    if (Math.min(...row) > most) return most + 1
  }
  return rows[one.length]?.[two.length] ?? most + 1
}

const sorted = (word: string) => word.split('').sort().join('')

// Of a short word only an order that is wrong or a letter that is missing is sure to be a slip.
const isSure = (word: string, meant: string) =>
  word.length > SHORTEST || meant.length > word.length || sorted(word) === sorted(meant)

function meantBy(word: string): string | undefined {
  // As it is heard.
  const heard = word.replace('f', 'ph')
  if (heard !== word && knownWords().all.has(heard)) return heard
  const most = word.length >= TWO_SLIPS ? 2 : 1
  const near = (knownWords().byFirst.get(word[0] ?? '') ?? [])
    .map((meant) => ({ meant, slips: slipsBetween(word, meant, most) }))
    .filter(({ meant, slips }) => slips <= most && isSure(word, meant))
    .sort((a, b) => a.slips - b.slips)
  const [best, second] = near
  // Two words as near as each other say nothing.
  const forms = second && best && stem(second.meant, 'en') !== stem(best.meant, 'en')
  return best && !(forms && second.slips === best.slips) ? best.meant : undefined
}

// Most words stand in the tables as they are written; only others are worth taking all phrases apart.
const isKnown = (word: string) =>
  vocabularyOf('en').exact.has(word) ||
  [word, stem(word, 'en')].some(
    (form) => knownWords().all.has(form) || nearestDrawing(form) !== undefined || isEnglishWord(form),
  )

// A name is written as its bearer does: with a capital, or after "by" and "style of".
const WORD = /(?<![\p{L}\p{N}'’/.@#-])(?<by>(?:by|style of) (?:\p{L}+ )?)?(?<word>[a-z]{5,20})(?![\p{L}\p{N}'’/@-])/gu

// Words that are others with a letter less, and told by what stands beside them: nobody looks "trough the window", and what is on
// "its mothers back" has one mother.
const TROUGH = /(?<!\b(?:an?|the|its|their|feeding|water|food|same) )\btrough(?= (?:the|an?|his|her|its|their)\b)/gi
const MOTHERS =
  /\b((?:its|his|her|their|the) (?:mother|father|mom|mum|dad|owner))s(?= (?:back|belly|side|lap|arms|shoulders?|head)\b)/gi

/** An English prompt with the words of our tables that are misspelt in it as they should be: a "golden retreiver" is one. */
export function withoutSlips(prompt: string): string {
  const meant = prompt.replaceAll(TROUGH, 'through').replaceAll(MOTHERS, "$1's")
  return meant.replaceAll(WORD, (whole, by: string | undefined, word: string) =>
    by !== undefined || isKnown(word) ? whole : (meantBy(word) ?? whole),
  )
}

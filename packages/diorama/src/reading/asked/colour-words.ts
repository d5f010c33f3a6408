import { drawingOf } from '../../art.ts'
import type { Sense } from '../senses.ts'
import { textBefore, wordAfter, type Context } from './said-of.ts'

// What a noun has before it and an adjective that ends a phrase has not.
const COUNTED =
  /(^| )(an?|the|some|one|two|three|four|five|six|seven|eight|ten|\d+|half|sliced|peeled|juicy|of|uno?s?|una|unas|la|las|el|los|dos|tres|une|le|les|l|des|deux|trois|uma|umas|a|as|o|duas|gli|le|due|tre|de|di)(?: \S+(?:y|e|a|o|d|ing|al|sh|ll|le|ge|er))? $/

const AFTER_NOUN = /^(and|on|in|with|under|from|for|at|by|of|is|are)$/

// "An orange breast": what follows is the noun, known or not.
function isAdjective(sense: Sense, context: Context): boolean {
  const word = wordAfter(context, sense)
  return context.language === 'en' && /^[a-z]{3,}$/.test(word) && !AFTER_NOUN.test(word) && context.isNoun(word)
}

// What colours are of: paint, light and paper, whatever word class the sentence makes of them.
const COLOURED = /^(gradient|palette|tones?|paint|background|backdrop|hues?|sky|light|glow|stripes?|colou?rs?|splash)$/
const SHADE = /^(pale|light|dark|deep|soft|dusty|muted|burnt|bright|warm|hot)$/
const JOINS = /^(and|or|und|y|et|e|i|to|on|en|och|ve|dan)$/

// "Orange and white", "purple to orange", "orange paint": beside another colour, or of what is coloured, it is one itself.
function isAmongColours(sense: Sense, { tokens, marks, senses }: Context): boolean {
  if (sense.plural) return false
  const isColour = (at: number) =>
    senses.some(({ kind, at: from, clause }) => kind === 'colour' && from === at && clause === sense.clause) ||
    marks.some(({ at: from, meanings }) => from === at && meanings.every((one) => one.startsWith('colour:')))
  const next = tokens[sense.end]
  const after = next?.clause === sense.clause ? next.text : ''
  if (COLOURED.test(after) || (JOINS.test(after) && isColour(sense.end + 1))) return true
  // "Dark red to pale peach": how light it is may stand between.
  const first = SHADE.test(tokens[sense.at - 1]?.text ?? '') ? sense.at - 1 : sense.at
  const joined = JOINS.test(tokens[first - 1]?.text ?? '')
  return (
    joined && senses.some(({ kind, end, clause }) => kind === 'colour' && end === first - 1 && clause === sense.clause)
  )
}

// "Muted palette of orange, teal and cream", "blue, orange": between commas, in a row of colours.
function isInRowOfColours(sense: Sense, { tokens, marks, senses }: Context): boolean {
  if (sense.plural) return false
  const isColour = (at: number) =>
    senses.some(({ kind, at: from }) => kind === 'colour' && from === at) ||
    marks.some(({ at: from, meanings }) => from === at && meanings.every((one) => one.startsWith('colour:')))
  const here = tokens.filter(({ clause }) => clause === sense.clause).length
  const last = tokens[sense.at - 1]
  const alone =
    here === sense.end - sense.at ||
    last?.clause !== sense.clause ||
    /^(of|in|palette|colou?rs?|soft|muted|warm|bright|bold|dark|light|vivid|dusty|deep|burnt|and)$/.test(last.text)
  const ends = tokens[sense.end] === undefined || tokens[sense.end]?.clause !== sense.clause
  if (!alone || !ends) return false
  const after = tokens[sense.end]
  const next = after && isColour(sense.end + (isColour(sense.end) ? 0 : 1))
  const before = senses.some(
    ({ kind, end, clause }) => kind === 'colour' && end === sense.at && clause === sense.clause - 1,
  )
  return (next === true && after.clause === sense.clause + 1) || before
}

// What is eaten or grown first of all, and a colour only in the company of colours: no tables have these as colours.
const TINTS = new Map([
  ['peach', '#f2b79a'],
  ['apricot', '#f2b98a'],
  ['salmon', '#f08a78'],
  ['coral', '#f08a78'],
  ['lavender', '#c5aee0'],
  ['plum', '#5b2a4e'],
  ['olive', '#7f8a3c'],
  ['lemon', '#ffd23c'],
  ['rose', '#e79aa8'],
  ['champagne', '#ecd9b6'],
  ['chocolate', '#4a2e1f'],
  ['coffee', '#5a3b28'],
  ['caramel', '#c08445'],
  ['honey', '#e0a63a'],
  ['emerald', '#1f9d62'],
  ['ruby', '#b3213f'],
  ['sapphire', '#2453b0'],
  ['jade', '#3fa37a'],
  ['amber', '#e39a2b'],
  ['snow', '#f7f9fb'],
  ['ash', '#a9a7a2'],
  ['ice', '#bfe3f2'],
  ['rust', '#a4532c'],
  ['sand', '#d8c08e'],
  ['raven', '#1f1f26'],
])

const tintOf = ({ kind, text, plural }: Sense, { language }: Context) =>
  language === 'en' && !plural && /^(art|home|place)$/.test(kind) ? TINTS.get(text) : undefined
// The emerald of emerald scales and the honey of honey hair.
const isOfBody = ({ end, clause }: Sense, { senses }: Context) =>
  senses.some((other) => other.at === end && other.clause === clause && /^(part|look)$/.test(other.kind))
const isInCompany = (sense: Sense, context: Context) =>
  isAmongColours(sense, context) || isInRowOfColours(sense, context) || isOfBody(sense, context)

const isEaten = ({ kind, value }: Sense) => kind === 'art' && /^(food|drink)/.test(drawingOf(value)?.kind ?? '')

// "Fox head, orange, geometric": a phrase of its own after a thing, and no fruit among fruits.
function isTagOfColour(sense: Sense, { language, tokens, senses }: Context): boolean {
  const alone = tokens.filter(({ clause }) => clause === sense.clause).length === 1
  if (language !== 'en' || !alone || sense.plural || sense.clause === 0) return false
  const things = senses.filter((other) => other.kind === 'art' && other.at !== sense.at && other.strength > 1)
  return things.some(({ at }) => at < sense.at) && !things.some(isEaten)
}

/** The orange of "its breast orange" is a colour; a fruit that is also one has an article, a number or a plural. */
export function asColour(sense: Sense, context: Context): Sense {
  const tint = tintOf(sense, context)
  if (tint) return isInCompany(sense, context) ? { ...sense, kind: 'colour', value: tint } : sense
  const mark = sense.kind === 'art' ? context.marks.find(({ at }) => at === sense.at) : undefined
  const colour = mark?.meanings.find((meaning) => meaning.startsWith('colour:'))
  if (colour === undefined || context.marks.length === 1) return sense
  const before = textBefore(context, sense)
  const isNoun = sense.plural || (before === '' && !isTagOfColour(sense, context)) || COUNTED.test(before)
  return isNoun && !isAdjective(sense, context) && !isInCompany(sense, context)
    ? sense
    : { ...sense, kind: 'colour', value: colour.slice('colour:'.length) }
}

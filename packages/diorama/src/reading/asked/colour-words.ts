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
const JOINS = /^(and|or|und|y|et|e|i|to|on|en|och|ve|dan)$/

// "Orange and white", "purple to orange", "orange paint": beside another colour, or of what is coloured, it is one itself.
function isAmongColours(sense: Sense, { tokens, marks, senses }: Context): boolean {
  if (sense.plural) return false
  const isColour = (at: number) =>
    senses.some(({ kind, at: from, clause }) => kind === 'colour' && from === at && clause === sense.clause) ||
    marks.some(({ at: from, meanings }) => from === at && meanings.every((one) => one.startsWith('colour:')))
  const next = tokens[sense.end]
  if (next?.clause === sense.clause && COLOURED.test(next.text)) return true
  if (next?.clause === sense.clause && JOINS.test(next.text) && isColour(sense.end + 1)) return true
  const joined = JOINS.test(tokens[sense.at - 1]?.text ?? '')
  return (
    joined &&
    senses.some(({ kind, end, clause }) => kind === 'colour' && end === sense.at - 1 && clause === sense.clause)
  )
}

/** The orange of "its breast orange" is a colour; a fruit that is also one has an article, a number or a plural. */
export function asColour(sense: Sense, context: Context): Sense {
  const mark = sense.kind === 'art' ? context.marks.find(({ at }) => at === sense.at) : undefined
  const colour = mark?.meanings.find((meaning) => meaning.startsWith('colour:'))
  if (colour === undefined || context.marks.length === 1) return sense
  const before = textBefore(context, sense)
  const isNoun = sense.plural || before === '' || COUNTED.test(before)
  return isNoun && !isAdjective(sense, context) && !isAmongColours(sense, context)
    ? sense
    : { ...sense, kind: 'colour', value: colour.slice('colour:'.length) }
}

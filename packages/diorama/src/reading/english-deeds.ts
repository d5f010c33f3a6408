import { keywordsOf } from './keywords.ts'
import { nearestDrawing } from './meaning/nearest-drawing.ts'
import { keyOf, type Token } from './tokens.ts'
import { vocabularyOf } from './vocabulary.ts'

type NounTest = (word: string) => boolean
type Around = { before: readonly Token[]; after: readonly Token[] }

const ARTICLE = /^(a|an|the|his|her|its|their|him|them|it|two|three)$/
// After these no picture is told: "to paint", "please draw", "in a painted room".
const NO_DOER =
  /^(to|please|can|will|and|or|a|an|the|his|her|its|their|of|in|on|with|very|freshly|two|three|four|five|six|seven|eight|nine|ten|some|several|many|few)$/

// Whether a form that is no "-ing" stands as a deed: after somebody, and "painted" only before what was painted, since
// elsewhere it says what something looks like.
function standsAsDeed(form: string, { before, after }: { before: string; after: string }): boolean {
  const [word = ''] = form.split(' ')
  if (word.endsWith('ing')) return true
  if (before === '' || NO_DOER.test(before)) return false
  return !word.endsWith('ed') || ARTICLE.test(after)
}

// "Two friends hug at the airport": after several, and before where it is or nothing at all.
const areDoers = (before: string, key: string, after: string) =>
  /([^s]s|people|children|men|women|couple|friends)$/.test(before) &&
  !key.endsWith('s') &&
  /^(|at|in|on|under|by|near|beside|before|after|while|with|each|one|outside|inside|during|over|across|around|their|a|an|the)$/.test(
    after,
  )

/** What "kisses" or "laugh" means where the text uses it as no noun, and somebody stands before it. */
export function asEnglishDeed(
  tokens: readonly Token[],
  around: Around,
  isNoun: NounTest,
): readonly string[] | undefined {
  const { exact, forms } = vocabularyOf('en')
  const key = keyOf(tokens)
  const known = forms.get(key)
  if (!known || exact.get(key)?.some((meaning) => meaning !== 'stop:yes')) return undefined
  const [before, after] = [around.before.at(-1)?.text ?? '', around.after[0]?.text ?? '']
  const noun = !areDoers(before, key, after) && isNoun(tokens[0]?.text ?? '') && isOtherwiseKnown(key)
  return noun || !standsAsDeed(key, { before, after }) ? undefined : known
}

// "A girl laughs": the tagger takes some for nouns, but what else is not known can be nothing but the deed.
const isOtherwiseKnown = (key: string) =>
  vocabularyOf('en').exact.has(key) || keywordsOf('en').has(key) || nearestDrawing(key) !== undefined

/** "Friends are playing cards": they play, though the two words are the name of a thing. */
export function isEnglishDeed(tokens: readonly Token[], { before }: Around, isNoun: NounTest): boolean {
  const [first, second] = tokens
  if (first?.text !== 'playing' || !second || isNoun(first.text)) return false
  return standsAsDeed('play', { before: before.at(-1)?.text ?? '', after: second.text })
}

/** A green dragon is a dragon, though a herb has that name too. */
export function isColoured(key: string): boolean {
  const { exact } = vocabularyOf('en')
  const space = key.indexOf(' ')
  const [first, rest] = [exact.get(key.slice(0, Math.max(0, space))), exact.get(key.slice(space + 1))]
  const isColour = first?.some((meaning) => meaning.startsWith('colour:')) === true
  return isColour && rest?.some((meaning) => !/^(stop|rel|verb):/.test(meaning)) === true
}

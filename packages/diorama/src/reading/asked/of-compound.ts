import { archetypeOfPlace } from '../../places.ts'
import { traitsOf } from '../../archetype-traits.ts'
import type { Sense } from '../senses.ts'
import { inCompounds } from '../word-lists.ts'
import { kindOf, lives, sensesAt, textBefore, wordAfter, type Context, type Rule, type Verdict } from './said-of.ts'

const isLook = inCompounds('look')
const isSurface = inCompounds('surface')
const isGuise = inCompounds('guise')
const isBorrowed = inCompounds('borrowed')
const isRemnant = inCompounds('remains')
const isCalled = inCompounds('called')
const isShown = inCompounds('shown')
const isSmall = inCompounds('function')
const isOfItself = inCompounds('of-itself')

const isThing = ({ kind, strength }: Sense) => /^(art|vessel|support)$/.test(kind) && strength > 1
const livesBefore = ({ senses }: Context, { at }: Sense) => senses.some((other) => other.at < at && lives(other))

// Animals are also what is for them: the fish of a fish market are there, but they are not who is asked for.
function isForAnimals({ kind, value }: Sense): boolean {
  const archetype = kind === 'place' ? archetypeOfPlace(value) : undefined
  return archetype !== undefined && (archetype === 'street' || traitsOf(archetype).where.isIndoors)
}

/** Parts of a body that have drawings of their own, which are people's. */
export const PART_OF_BODY = /^(eye|eyes|ear|nose|mouth|tongue|tooth|foot|leg|paw-prints|wing)$/

function beforeThing(sense: Sense, word: string, things: readonly Sense[], { isNoun }: Context): Verdict {
  // A chocolate bunny is a bunny.
  if (/^(food|drink)/.test(kindOf(sense)) && things.some(lives)) return 'likely'
  // Of a chameleon eye the chameleon is seen; an eye alone is a person's.
  if (lives(sense) && things.some(({ value }) => PART_OF_BODY.test(value))) return undefined
  // A samurai cat is both, a cat bowl is a bowl.
  const animal = kindOf(sense).startsWith('animal')
  return (animal || sense.strength < 3) && !things.some(lives) && isNoun(word) ? 'surely' : undefined
}

// What colours are called after. Of others the next word tells no colour: "umbrella red coat" is a list without commas.
const TINTED = /^(brick|rock|wood|fire|ice|spiral-shell|egg|feather|gem-stone|coin|droplet|lipstick|package)$/
const isTint = (sense: Sense) => /^(food|drink|plant)/.test(kindOf(sense)) || TINTED.test(sense.value)
const isAloft = ({ kind, value }: Sense) =>
  /^(sky|time|season|weather)$/.test(kind) || (kind === 'place' && value === 'sky')

// A cheese moon and a cotton candy sky are in the sky; yellow butter is butter, butter yellow is yellow.
function beforeKnown(sense: Sense, word: string, known: readonly Sense[], context: Context): Verdict {
  const has = (kinds: RegExp) => known.some(({ kind }) => kinds.test(kind))
  if (has(/^(colour|carrier)$/) && isTint(sense)) return 'likely'
  if (known.some(isAloft)) return /^(food|drink)/.test(kindOf(sense)) ? 'likely' : undefined
  // A cat that watches has no watches.
  if (has(/^(verb|activity)$/)) return undefined
  // A penguin ice skating skates.
  const things = known.filter((other) => isThing(other) && !other.text.endsWith('ing'))
  if (things.length > 0) return beforeThing(sense, word, things, context)
  if (has(/^place$/) && kindOf(sense).startsWith('food')) return 'likely'
  // A stone path is a path.
  if (has(/^place$/) && /^(rock|wood|brick|glass-sphere|ice|feather)$/.test(sense.value)) return 'surely'
  return known.some(isForAnimals) && kindOf(sense).startsWith('animal') ? 'likely' : undefined
}

const isNoHead = (word: string) => isShown(word) || isSmall(word) || /(ing|ed|ly)$/.test(word)

const ARTICLE = /(^| )(an?|the|one|this|that|his|her|its|my|your|their|our|each|every)( \S+){0,3} $/

// A butterfly net and lobster traps; but a fox naps: only without an article may the next word be a plural.
function isAnimalsOwn(sense: Sense, word: string, context: Context): boolean {
  if (!kindOf(sense).startsWith('animal')) return false
  return !word.endsWith('s') || !ARTICLE.test(textBefore(context, sense))
}

// What a noun says of the one that comes right after it.
function beforeNoun(sense: Sense, word: string, context: Context): Verdict {
  const here = sensesAt(context, sense.end)
  const known = here.filter(({ kind, strength }) => kind !== 'stop' && strength > 1)
  if (isNoHead(word) && !known.some(({ kind }) => kind === 'colour')) return undefined
  if (known.length > 0) return beforeKnown(sense, word, known, context)
  if (!context.isNoun(word) || (lives(sense) && !isAnimalsOwn(sense, word, context))) return undefined
  if (here.length > 0) return lives(sense) ? undefined : 'surely'
  const raw = context.tokens[sense.end]?.raw ?? ''
  return raw === word && /^[a-z]{3,}$/.test(word) ? 'likely' : undefined
}

const isAnybody = ({ value }: Sense) => /^(person|man|woman|girl|boy|child|old-man|old-woman)$/.test(value)
const isRemains = (sense: Sense, word: string) => isRemnant(word) && kindOf(sense).startsWith('animal')
const DETERMINER = /^(a|an|the|his|her|their|its|some|two|three|four|five|many|several)$/

const isBorne = (sense: Sense, { senses }: Context) => senses.some((other) => other.at < sense.at && isThing(other))

// A man lighting candles does so, and a girl on a rock looks at the sea.
const doesSo = (sense: Sense, context: Context) => {
  const next = sensesAt(context, sense.end)
  if (lives(sense)) return next.some(({ kind }) => kind === 'verb')
  return next.length > 0 && next.every(({ kind }) => kind === 'verb') && livesBefore(context, sense)
}

// Words that make of whatever is before them a mere likeness: a costume, a pattern, a light.
function asLikeness(sense: Sense, word: string, context: Context): boolean {
  if (isCalled(`${sense.text} ${word}`) || isRemains(sense, word)) return true
  if (isGuise(word) || isSurface(word)) return !isAnybody(sense)
  if (/^patterns?$/.test(word)) return livesBefore(context, sense)
  // The avocado of an avocado sticker is what the sticker is of, unless something bears the sticker.
  if (/^(stickers?|prints?)$/.test(word)) return isBorne(sense, context)
  const next = context.tokens[sense.end + 1]?.text ?? ''
  if (isLook(word)) return !doesSo(sense, context) && isLookOf(sense, word, next)
  return isBorrowed(word) && lives(sense) && (livesBefore(context, sense) || isGuise(next))
}

function isLookOf(sense: Sense, word: string, next: string): boolean {
  if (!lives(sense)) return true
  // "A wizard lighting the candles", "a girl colors a picture": with something that it is done to, it is a deed.
  if (DETERMINER.test(next)) return false
  return kindOf(sense).startsWith('person-fantasy') || !isOfItself(word)
}

// A kids bedroom is a room; of a cosmetics campaign, whose noun no table knows, no cosmetics are seen.
function severalBefore(sense: Sense, word: string, context: Context): Verdict {
  if (!sense.plural || word === '') return undefined
  const next = sensesAt(context, sense.end)
  const room = /^(kids|girls|boys|children|childrens|ladies|mens)$/.test(sense.text)
  if (room && next.some(({ kind }) => kind === 'place')) return 'surely'
  if (lives(sense) || next.length > 0 || /(s|ing|ed|ly)$/.test(word)) return undefined
  return context.isNoun(word) && !isSmall(word) && !isShown(word) ? 'likely' : undefined
}

/** In English the last noun of a row is the thing: a bubble helmet is a helmet, a bee costume no bee, honey tones no honey. */
export const ofCompound: Rule = (sense, context) => {
  if (context.language !== 'en') return undefined
  const word = wordAfter(context, sense)
  const several = severalBefore(sense, word, context)
  if (several) return several
  if (word === '' || (sense.plural && !isLook(word))) return undefined
  return asLikeness(sense, word, context) ? 'surely' : beforeNoun(sense, word, context)
}

const TOYS = /^(toys?|figurines?|models?|miniatures?|ornaments?|puppets?|plush(ie)?s?)$/

/** A rocket ship toy and a toy rocket ship are rocket ships: what it is a toy of is what is seen. */
export const toyOf: Rule = (sense, { senses, language }) => {
  if (language !== 'en' || !TOYS.test(sense.text)) return undefined
  const touches = (other: Sense) => other.end === sense.at || (other.at === sense.end && other.clause === sense.clause)
  return senses.some((other) => other !== sense && touches(other) && isThing(other)) ? 'surely' : undefined
}

const OUT_OF_FOCUS = /(^| )(bokeh|lens|light|dust|paint|speech|thought|colou?r) $/

/** Bokeh balls and light bubbles are no balls and no bubbles. */
export const ofLight: Rule = (sense, context) =>
  context.language === 'en' && !lives(sense) && OUT_OF_FOCUS.test(textBefore(context, sense)) ? 'likely' : undefined

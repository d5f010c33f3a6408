import { archetypeOfPlace } from '../../places.ts'
import { traitsOf } from '../../archetype-traits.ts'
import type { Sense } from '../senses.ts'
import { kindOf, lives, sensesAt, textBefore, wordAfter, type Context, type Rule, type Verdict } from './said-of.ts'

// What tells of look, light, lens, medium or mood, whatever stands before it.
const LOOK =
  /^(lights?|lighting|lit|glow|tones?|tints?|hues?|colou?rs?|palettes?|vibes?|moods?|aesthetics?|looks?|textures?|effects?|lines?|strokes?|outlines?|shading|shadows?|reflections?|grain|blur|trails?|prints?|motifs?|patterns?|stripes?|spots?|filters?|lens|visible|showing|scents?|flavou?rs?|smell|aroma|dust|sparkles?|gradient|wash|tattoos?|decals?|embroidery|appliques?|stickers?|earrings?|necklaces?|brooch(es)?|charms?|keychains?|pendants?)$/
// What is woven, printed or built with a likeness on it.
const SURFACE =
  /^(ceilings?|floors?|flooring|walls?|beams?|panell?ing|cladding|facades?|wallpapers?|carpets?|rugs?|blankets?|sheets?|bedding|quilts?|pillows?|cushions?|tablecloths?|tiles?|curtains?|pavement|magazines?|menus?|blogs?|ads?|adverts?|packaging|brochures?|mugs?|plates?|balloons?|cookies?|cakes?|lanterns?|kites?|keys?|doors?|knobs?|handles?)$/
// What is worn in the likeness of an animal or a role.
const GUISE =
  /^(costumes?|onesies?|pajamas?|pyjamas?|outfits?|masks?|hats?|caps?|hoods?|hoodies?|sweaters?|jumpers?|shirts?|socks?|slippers?|cosplay|robes?|capes?|boots?|helmets?|dress(es)?|uniforms?|suits?|gowns?|armou?r|visors?|goggles|gloves|mittens|scarf|scarves)$/
// Parts that people have from animals: "a girl with cat ears".
const BORROWED =
  /^(ears?|tails?|wings?|horns?|antlers?|fins?|fur|hair|droppings|poop|dung|tracks|milk|meat|skin|feathers?|claws?|paws?|neck|hide|leather|scales?|mane|nose|whiskers|teeth|eyes?)$/
// What is left of an animal: of a dinosaur skull only the skull is seen.
const REMAINS = /^(skulls?|skeletons?|bones?|fossils?)$/
// Colours that are called after an animal; any other colour after an animal is of what comes next.
const CALLED =
  /^((mouse|elephant|dove|wolf|seal) gr[ea]y|(flamingo|salmon|shrimp|piglet) pink|(canary|lion|chick) yellow|(peacock|robin|whale) (blue|green)|(raven|crow|panther) black|(swan|dove|polar) white|(fox|lobster|crab|cardinal) red|(camel|fawn|beaver|mouse|bear) brown|(parrot|frog) green)$/
// A slice of banana and a statue of a lion show what they are of; pictures show what they are pictures of.
const SHOWN =
  /^(slices?|pieces?|halves|half|chunks?|wedges?|boards?|platters?|salad|soup|juice|sauce|stew|tart|jam|trees?|bush(es)?|plants?|petals?|leaf|leaves|blossoms?|flowers?|branch(es)?|buds?|bouquets?|bunch(es)?|pile|stack|row|rows|statues?|figurines?|toys?|models?|sculptures?|plush(ie)?s?|dolls?|portraits?|head|face|heads|faces|closeup|close|macro|silhouettes?|famil(y|ies)|herds?|caravans?|flocks?|fleets?|swarms?|squadrons?|collections?|assortments?|pairs?|couples?|groups?|crowds?|pack|team|race|parade|scene|landscapes?|photos?|photography|photograph|pictures?|images?|illustrations?|paintings?|drawings?|sketch(es)?|art|artwork|clipart|renders?|wallpapers?|posters?|logos?|icons?|emblems?|mascots?|characters?|cartoons?|cover|poster|animation|video|clip|footage|shot|view|background|style|design|designs|concept|sheet|card|cards|side|top|front|edge|center|centre|middle|left|right|time|day|night|morning|evening|season|weather|interior|exterior|detail|details|s|ruins?|wreck|shards?|bodies|body|children|kids?|baby|babies|puppy|puppies|pups?|cubs?|kittens?|chicks?|calf|lovers?|owner|vendor|seller|player|driver|master|seat|saddle|handlebars|roof|hood|bonnet|windshield|windscreen|king|queen|princess|prince|girl|boy|man|woman|lady|person|people|guy)$/
const FUNCTION =
  /^(a|an|the|and|or|with|of|in|on|at|by|to|for|from|is|are|was|were|as|that|which|who|its|his|her|their|while|near|under|over|behind|into|onto|up|down|off|out|very|so|one|all|each|both|alone|together)$/

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

const isNoHead = (word: string) => SHOWN.test(word) || FUNCTION.test(word) || /(ing|ed|ly)$/.test(word)

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
const isRemains = (sense: Sense, word: string) => REMAINS.test(word) && kindOf(sense).startsWith('animal')
const OF_ITSELF = /^(shadows?|reflections?|looks?|visible|showing|spots?|lit|prints|lights?)$/

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
  if (CALLED.test(`${sense.text} ${word}`) || isRemains(sense, word)) return true
  if (GUISE.test(word) || SURFACE.test(word)) return !isAnybody(sense)
  if (/^patterns?$/.test(word)) return livesBefore(context, sense)
  // The avocado of an avocado sticker is what the sticker is of, unless something bears the sticker.
  if (/^(stickers?|prints?)$/.test(word)) return isBorne(sense, context)
  const next = context.tokens[sense.end + 1]?.text ?? ''
  if (LOOK.test(word)) return !doesSo(sense, context) && isLookOf(sense, word, next)
  return BORROWED.test(word) && lives(sense) && (livesBefore(context, sense) || GUISE.test(next))
}

function isLookOf(sense: Sense, word: string, next: string): boolean {
  if (!lives(sense)) return true
  // "A wizard lighting the candles", "a girl colors a picture": with something that it is done to, it is a deed.
  if (DETERMINER.test(next)) return false
  return kindOf(sense).startsWith('person-fantasy') || !OF_ITSELF.test(word)
}

// A kids bedroom is a room; of a cosmetics campaign, whose noun no table knows, no cosmetics are seen.
function severalBefore(sense: Sense, word: string, context: Context): Verdict {
  if (!sense.plural || word === '') return undefined
  const next = sensesAt(context, sense.end)
  const room = /^(kids|girls|boys|children|childrens|ladies|mens)$/.test(sense.text)
  if (room && next.some(({ kind }) => kind === 'place')) return 'surely'
  if (lives(sense) || next.length > 0 || /(s|ing|ed|ly)$/.test(word)) return undefined
  return context.isNoun(word) && !FUNCTION.test(word) && !SHOWN.test(word) ? 'likely' : undefined
}

/** In English the last noun of a row is the thing: a bubble helmet is a helmet, a bee costume no bee, honey tones no honey. */
export const ofCompound: Rule = (sense, context) => {
  if (context.language !== 'en') return undefined
  const word = wordAfter(context, sense)
  const several = severalBefore(sense, word, context)
  if (several) return several
  if (word === '' || (sense.plural && !LOOK.test(word))) return undefined
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

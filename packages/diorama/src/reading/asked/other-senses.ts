import { archetypeOfPlace } from '../../places.ts'
import type { Sense } from '../senses.ts'
import { kindOf, textAfter, textBefore, wordAfter, type Context, type Rule } from './said-of.ts'

type Meant = { word: RegExp; before?: RegExp; after?: RegExp; alone?: true; listed?: true }

// Words that look like things or places and are something else in this neighbourhood.
const NO_THINGS: readonly Meant[] = [
  // The spirit of autumn is an allegory, and no ghost.
  { word: /^spirits?$/, after: /^of (?!the (dead|deceased|drowned)|a |an )/ },
  // The plates of a book are printed.
  {
    word: /^plates?$/,
    before: /(^| )(illustration|illustrated|botanical|scientific|zoological|naturalist|engraved|encyclopa?edia|book) $/,
  },
  {
    word: /^plates?$/,
    after: /^(of|showing|from) (\S+ ){0,2}(herbs|plants|mushrooms|butterflies|insects|birds|shells)/,
  },
  // Old parchment in a list is what it is drawn on.
  { word: /^parchment$/, after: /^(background|paper|texture)? ?$/, before: /^(\S+ ){0,2}$/, listed: true },
  // Grain that nobody grows is that of a film.
  { word: /^grains?$/, alone: true },
  { word: /^grains?$/, before: /(^| )(film|fine|heavy|subtle|paper|light|soft|visible|slight|analog|noise and) $/ },
  // A square that is a phrase of its own, or a rounded one, is a format.
  { word: /^squares?$/, alone: true },
  { word: /^squares?$/, before: /(^| )(rounded|perfect|aspect ratio) $/ },
  {
    word: /^squares?$/,
    after: /^(format|composition|crop|cropped|aspect|frame|image|picture|shape|icon|canvas|layout) /,
  },
]

const isAlone = ({ tokens }: Context, { at, end, clause }: Sense) =>
  clause > 0 && tokens[at - 1]?.clause !== clause && tokens[end]?.clause !== clause

const isListed = ({ senses }: Context, { clause }: Sense) =>
  clause > 0 && !senses.some((one) => one.clause === clause && /^(rel|verb|count)$/.test(one.kind))

/** Spirits of seasons, plates of books, the grain of a film and a square format are nothing that stands there. */
export const noThing: Rule = (sense, context) => {
  if (context.language !== 'en') return undefined
  const [before, after] = [textBefore(context, sense), textAfter(context, sense)]
  const isIt = (one: Meant) =>
    one.word.test(sense.text) &&
    (one.before?.test(before) ?? true) &&
    (one.after?.test(after) ?? true) &&
    (!one.alone || isAlone(context, sense)) &&
    (!one.listed || isListed(context, sense))
  return NO_THINGS.some(isIt) ? 'surely' : undefined
}

const DETERMINED = /(^| )(an?|the|one|two|three|four|his|her|its|their|my|small|tall|empty|full|half|broken) (\S+ )?$/

/** Glass that nothing counts is what something is made of: amber glass, a glass greenhouse, frosted glass. */
export const ofGlass: Rule = (sense, context) => {
  if (context.language !== 'en' || sense.text !== 'glass' || !sense.value.endsWith('glass')) return undefined
  const word = wordAfter(context, sense)
  if (context.senses.some(({ kind, at }) => kind === 'place' && at === sense.end)) return 'surely'
  const others = context.senses.some((other) => other.at !== sense.at && kindOf(other) !== '' && other.strength > 1)
  return others && word !== 'of' && !DETERMINED.test(textBefore(context, sense)) ? 'likely' : undefined
}

const CAR =
  /^(of|on) (an?|the|his|her|its|my|their) (\S+ ){0,3}(car|convertible|truck|van|automobile|cadillac|beetle|mustang|taxi|jeep|bus|roadster|coupe|vehicle|limousine|pickup) /

// The hood of a car is worn by nobody.
const isBonnet = (sense: Sense, context: Context) =>
  sense.kind === 'look' &&
  sense.text === 'hood' &&
  (CAR.test(textAfter(context, sense)) || /(^| )(open|car|truck|engine|raised) $/.test(textBefore(context, sense)))

const BUILT_IN =
  /(^| )(through|with|behind|by|beneath|under|below|before|from|tall|large|huge|big|high|round|colou?rful|gothic|arched|broken|glowing|of) ((the|an?) )?(\S+ )?$/

// A stained glass lamp is made of it.
const isMadeOfIt = (sense: Sense, { senses }: Context) =>
  sense.value === 'stained-glass' &&
  sense.text === 'stained glass' &&
  senses.some(({ kind, at, clause }) => DRAWN_KINDS.test(kind) && at === sense.end && clause === sense.clause)
const DRAWN_KINDS = /^(art|vessel|support)$/

// A window of stained glass in the wall of a room: the picture is no window itself.
function isWindowThere(sense: Sense, context: Context): boolean {
  if (sense.kind !== 'style' || sense.value !== 'stained-glass') return false
  const after = textAfter(context, sense)
  if (!/windows?$/.test(sense.text) && !/^windows? /.test(after)) return false
  return (
    BUILT_IN.test(textBefore(context, sense)) && !/^(windows? )?(style|design|art|of|depicting|showing)\b/.test(after)
  )
}

const ON_WALL = /^(hanging |taped |pinned )?on (the |a |an |his |her |their |its )?(\S+ ){0,2}walls? /

// Posters on the wall of a gym make no poster of it.
const isPosterThere = (sense: Sense, context: Context) =>
  sense.kind === 'carrier' && sense.value === 'poster' && ON_WALL.test(textAfter(context, sense))

const isOpenLand = ({ kind, value }: Sense) =>
  kind === 'place' && /^(landscape|forest|sea)$/.test(archetypeOfPlace(value) ?? '')

/** Words for looks and formats that are parts of things here, and a ledge that is one of rock. */
export function asMeantHere(sense: Sense, context: Context): Sense {
  if (context.language !== 'en') return sense
  if (isBonnet(sense, context) || isWindowThere(sense, context) || isPosterThere(sense, context))
    return { ...sense, kind: 'stop', value: 'yes' }
  if (isMadeOfIt(sense, context)) return { ...sense, kind: 'material', value: 'glass' }
  const rock = sense.kind === 'support' && sense.text === 'ledge' && context.senses.some(isOpenLand)
  return rock ? { ...sense, value: 'cliff' } : sense
}

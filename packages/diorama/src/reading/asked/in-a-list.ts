import { archetypeOfPlace, hasFeature } from '../../places.ts'
import type { Sense } from '../senses.ts'
import { kindOf, textAfter, textBefore, type Context, type Rule } from './said-of.ts'

const MEALS = /^(breakfast|lunch|dinner|supper|brunch|meal|feast|banquet|food|dinner table|breakfast table|picnic)$/

/** Breakfast in bed with croissants is the croissants: a meal is a plate of its own only where no dish is named. */
export const mealOf: Rule = (sense, { senses, language }) => {
  if (language !== 'en' || sense.kind !== 'art' || !MEALS.test(sense.text)) return undefined
  const served = senses.some(
    (other) => other.at !== sense.at && /^(food|drink)/.test(kindOf(other)) && !MEALS.test(other.text),
  )
  return served ? 'surely' : undefined
}

const WARES =
  /^(jewell?e?ry|emeralds?|ruby|rubies|sapphires?|diamonds?|gems?|gemstones?|cosmetics?|skincare|skin care|makeup|cosmetic product|skincare product|beauty products?)$/
const PACKED = /^(ring|earrings|crown|tiara|necklace)$|bottle|jar|lipstick|soap|candle|tube/

/** An advertisement for cosmetics shows the bottle that is named, and no lipsticks beside it. */
export const wares: Rule = (sense, { senses, language }) => {
  if (language !== 'en' || sense.kind !== 'art' || !WARES.test(sense.text)) return undefined
  return senses.some(
    (other) => other.at !== sense.at && other.kind === 'art' && PACKED.test(other.value) && !WARES.test(other.text),
  )
    ? 'surely'
    : undefined
}

const OF_GLASS = /bottle|jar|vase|lamp|lantern|flask|vial|potion|pitcher|bowl|chandelier|window|ornament/

/** "A perfume bottle, amber glass": what a bottle is made of is no tumbler beside it. */
export const glassOf: Rule = (sense, context) => {
  if (context.language !== 'en' || sense.text !== 'glass' || /^(of|filled|half) /.test(textAfter(context, sense)))
    return undefined
  const before = textBefore(context, sense)
  const made = context.senses.some(
    (other) => other.at < sense.at && sense.clause - other.clause <= 1 && OF_GLASS.test(other.value),
  )
  return made && !/(^| )(a|an|the|one|two|and|wine|drinking|empty|his|her) (\S+ )?$/.test(before) ? 'surely' : undefined
}

/** A caravan in a desert is one of camels. */
export const caravan: Rule = (sense, { senses }) =>
  /^caravans?$/.test(sense.text) && senses.some(({ value }) => /camel|^desert$/.test(value)) ? 'surely' : undefined

// What a room has by itself: its own cupboards, and the lamps over its tables.
const FITTED: readonly { rooms: RegExp; word: RegExp }[] = [
  { rooms: /^kitchen$/, word: /^((kitchen )?cabinets?|cupboards?|counters?|countertops?|sink)$/ },
  { rooms: /^(kitchen|restaurant|cafe|bar)$/, word: /^(lamps|pendant lamps?|pendant lights?|lights)$/ },
  { rooms: /^(bathroom)$/, word: /^(tiles?|sink|faucets?)$/ },
  { rooms: /^tatami-room$/, word: /^(shoji|paper|folding|sliding) (screens?|doors?|panels?)$|^shoji$|^screens$/ },
  { rooms: /^(library|shop)$/, word: /^(shelves|shelf)$/ },
  { rooms: /^(brick-walls|attic|room)$/, word: /^(brick|stone|exposed brick) walls?$/ },
]

// What a place is known by and shows by itself, where it is only said to have them: "a ballroom with chandeliers".
const KNOWN_BY: readonly { places: RegExp; word: RegExp }[] = [
  { places: /^(ballroom|castle-hall|restaurant|stage)$/, word: /chandeliers?$/ },
  { places: /^(dance-studio|gym|barber|hair-salon)$/, word: /^(wall |large |tall )?mirrors$/ },
  { places: /^hallway$/, word: /^(closed |wooden )?doors$/ },
  { places: /^(church-nave|synagogue-hall|mosque-hall)$/, word: /windows$|^pews$/ },
  {
    places: /^(victorian-street|street|park|alley|square)$/,
    word: /^(gas |street |glowing )?(lamps|lamp posts|lampposts|lanterns)$/,
  },
  { places: /^(temple-hall|castle-hall|column-hall|forum)$/, word: /^(columns|pillars|banners|torches|lanterns)$/ },
  { places: /^(warehouse|supermarket|pharmacy)$/, word: /^(shelves|racks|boxes|crates)$/ },
  { places: /^(station|subway|platform|square|classroom)$/, word: /^((big|large|old|huge|station|wall) )?clocks?$/ },
  { places: /^locker-room$/, word: /^lockers$/ },
  { places: /^casino$/, word: /^slot machines$/ },
  { places: /^games-arcade$/, word: /^(arcade |game )?machines$/ },
  { places: /^mine$/, word: /^(rails|tracks|wooden beams)$/ },
  { places: /^(market|bazaar)$/, word: /^(market )?stalls$/ },
]
const HAVING = /(^| )(with|lined with|full of|and)( \S+){0,3} $/

/** The chandeliers of a ballroom hang in it already. */
export const knownBy: Rule = (sense, context) => {
  const row = KNOWN_BY.find(({ word }) => word.test(sense.text))
  if (context.language !== 'en' || !row || !HAVING.test(textBefore(context, sense))) return undefined
  const has = context.senses.some(({ kind, value, at }) => kind === 'place' && at < sense.at && row.places.test(value))
  return has ? 'surely' : undefined
}

/** The cabinets of a kitchen are built in: beside those of the room, others would stand about like wardrobes. */
export const fitted: Rule = (sense, context) => {
  const { senses, language } = context
  const room = FITTED.find(({ word }) => word.test(sense.text))
  if (language !== 'en' || !room || /(^| )(table|desk|floor|standing) $/.test(textBefore(context, sense)))
    return undefined
  return senses.some(({ kind, value }) => kind === 'place' && room.rooms.test(value)) ? 'surely' : undefined
}

const isRoom = ({ kind, value }: Sense) => kind === 'place' && archetypeOfPlace(value) === 'room'

/** The island of a kitchen is a counter in its middle. */
export function asKitchenIsland(sense: Sense, { senses }: Context): Sense {
  const here = sense.kind === 'place' && /^(kitchen )?islands?$/.test(sense.text) && senses.some(isRoom)
  return here ? { ...sense, kind: 'support', value: 'kitchen-island' } : sense
}

const SHED = /(^| )(spot|stage|disco|flood|flash|street|neon) ?lights?$/

/** A spotlight on somebody in the street makes no stage of it. */
export const placeOfLight: Rule = (sense, context) => {
  const { senses } = context
  // The light of a window is on what it falls on, wherever that is.
  if (/^windows?$/.test(sense.text) && /^light(ing)?\b/.test(textAfter(context, sense))) return 'surely'
  if (sense.kind !== 'place' || !SHED.test(sense.text) || sense.value === 'neon-street') return undefined
  return senses.some(({ kind, at }) => kind === 'place' && at !== sense.at) ? 'surely' : undefined
}

// Fewer phrases than this are a sentence, in which every tree is meant.
const LIST = 4

const isList = ({ language, tokens }: Context) => language === 'en' && (tokens.at(-1)?.clause ?? 0) >= LIST - 1

const isGreen = ({ kind, value }: Sense) =>
  kind === 'place' &&
  (archetypeOfPlace(value) === 'forest' ||
    hasFeature({ places: [value] }, 'greenery') ||
    hasFeature({ places: [value] }, 'savanna'))

// In a phrase of its own, in no number: "pine trees", "trees in the back", "ferns"; not "a cat between two trees".
function isMereGreen(sense: Sense, context: Context): boolean {
  if (!isList(context) || !(sense.plural || sense.text.endsWith('trees')) || sense.clause === 0) return false
  return !context.senses.some(
    (other) =>
      other.clause === sense.clause &&
      other.at !== sense.at &&
      (/^(count|verb|colour)$/.test(other.kind) || (kindOf(other) !== '' && other.strength > 1)),
  )
}

/** Trees, ferns and bushes of a green land are drawn with it: in a row with whoever is there they would be fences. */
export const growsThere: Rule = (sense, context) => {
  if (
    !/^(evergreen-tree|deciduous-tree|birch-tree|willow-tree|cypress-tree|plane-tree|maple-tree|fern|moss|ivy|reeds|leaf|clover-leaf|grass-tuft|herb|bush|shamrock)$/.test(
      sense.value,
    )
  )
    return undefined
  return isMereGreen(sense, context) && context.senses.some(isGreen) ? 'surely' : undefined
}

const FLOWERS = /^(wild ?flowers|flowers|meadow flowers|blossoms|flower beds?|daisies)$/

// "A valley with wildflowers", "a path through wildflowers"; but who picks or holds them has them in the hand.
const GROWING =
  /(^| )(with|and|of|full of|filled with|through|among|amid|amidst|between|in|by|surrounded by|covered (in|with))( (\S+ly|the|some|many|tall|blooming|bright|colou?rful|wild|spring|summer|red|blue|purple|yellow|white|pink)){0,3} $/
const HANDLED =
  /(pick|hold|carr|gather|collect|water|plant|arrang|smell|sniff|sell|buy|giv|bring|bouquet|bunch|basket|vase|crown|wreath|armful|eat|graz)/

function isInSentence(sense: Sense, context: Context): boolean {
  const before = textBefore(context, sense)
  const alive = context.senses.some((one) => /^(person|animal)/.test(kindOf(one)))
  if (context.language !== 'en' || HANDLED.test(before) || (alive && !/wild|meadow/.test(sense.text))) return false
  return GROWING.test(before) || (sense.clause > 0 && before.split(' ').length <= 2)
}

const isMeadow = (sense: Sense, context: Context) =>
  /^(blossom|daisy)$/.test(sense.value) &&
  FLOWERS.test(sense.text) &&
  (isMereGreen(sense, context) || isInSentence(sense, context))

const isLand = ({ kind, value }: Sense) =>
  kind === 'place' && /^(landscape|forest)$/.test(archetypeOfPlace(value) ?? '')

/** Flowers of a land grow in it, and stand in no row beside whoever is there. */
export const flowersThere: Rule = (sense, context) =>
  isMeadow(sense, context) && context.senses.some(isLand) ? 'surely' : undefined

/** The meadow that such flowers make of a land. */
export const meadowsOf = (senses: readonly Sense[], context: Context): Sense[] =>
  senses.flatMap((sense) =>
    sense.kind === 'art' && flowersThere(sense, context) ? [{ ...sense, kind: 'place', value: 'meadow' }] : [],
  )

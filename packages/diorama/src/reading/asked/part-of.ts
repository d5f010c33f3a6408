import { archetypeOfPlace } from '../../places.ts'
import { traitsOf } from '../../archetype-traits.ts'
import type { Sense } from '../senses.ts'
import { kindOf, lives, textAfter, textBefore, type Context, type Rule, type Verdict } from './said-of.ts'

// Parts of houses and vehicles that have drawings of their own.
const OF_THINGS = /^(perfume-bottle|door|window|wheel|roof|wood|brick|chains|flag)$/
// Parts of animals that have.
const OF_ANIMALS = /^(spiral-shell|feather|wing|bone|tooth|paw-prints|leg|foot|ear|nose|tongue|eye|eyes|mouth)$/
const WITH = /(^| )(with|con|com|avec|mit|met|med|с|со|z|ze|dengan|với|und|and|y|et|e|its|the|su|son|ses|sa) $/
const OF = /^(of|de|di|du|des|del|della|dell|dello|von|vom|der|do|da|van|av) /
// Words that say "a room" by what hangs or opens in one.
const OF_ROOMS =
  /^(windows?|bedroom window|curtains?|ventanas?|cortinas?|fenetres?|rideaux?|fenster|vorhang|vorhange|janelas?|finestr[ae]|окно|окна|окнами|окнах|окне|окон|занавески|窗户|窗帘|窓|カーテン|창문|커튼|raam|gordijn|gordijnen|okn[oaiu]|oknie|oknach|oknami|okien|zaslon[ay]|fonster|gardin|gardiner|pencere|perde|cửa sổ|jendela)$/

const WHOLE = /^(place-(building|religious|other)|transport)/

function wholeBefore({ senses }: Context, { at }: Sense): boolean {
  return senses.some((other) => other.at < at && at - other.end <= 10 && WHOLE.test(kindOf(other)))
}

// A lemon tree in a pot is not cooked.
function plantBefore({ senses }: Context, { at, clause }: Sense): boolean {
  return senses.some(
    (other) => other.clause === clause && other.end <= at && at - other.end <= 4 && kindOf(other).startsWith('plant'),
  )
}

// Who sits at the window of a house is in it.
const FROM_INSIDE = /(^| )(at|by|through|from|near|am|vor|junto a|pres de|a|alla|przy|у) (\S+ )?$/

// A van with curtains in its windows is in no room.
function isElsewhere(sense: Sense, context: Context): boolean {
  const outside = context.senses.some(({ kind, value, at }) => {
    const archetype = kind === 'place' && at !== sense.at ? archetypeOfPlace(value) : undefined
    return archetype !== undefined && !traitsOf(archetype).where.isIndoors
  })
  const vehicle = context.senses.some((other) => other.at < sense.at && kindOf(other).startsWith('transport'))
  return wholeBefore(context, sense) && (outside || vehicle || !FROM_INSIDE.test(textBefore(context, sense)))
}

function isBodily({ value, at, plural }: Sense, { senses }: Context): boolean {
  const before = senses.filter((other) => other.at < at)
  // Under the feet of a surfer it is part of the drawing; one that is carried is not.
  const isCarried = before.some((other) => other.kind === 'verb' && other.value === 'hold')
  if (value === 'surfboard') return !isCarried && before.some((other) => other.value === 'person-surfing')
  // Shells that are gathered belong to nobody.
  if (value === 'spiral-shell' && plural) return false
  const motifs = senses.some(
    (other) => other.kind === 'format' && /^(pattern|collection|sticker-sheet)$/.test(other.value),
  )
  // The bone that a dog has is out of another body.
  if (value === 'bone') return false
  return !motifs && OF_ANIMALS.test(value) && before.some(lives)
}

// "A dog's heart", "the heart of a teddy bear": the one that beats.
function isBeating(sense: Sense, context: Context): boolean {
  if (!/heart/.test(sense.value)) return false
  return /(^| )s $/.test(textBefore(context, sense)) || OF.test(textAfter(context, sense))
}

const isHouse = (sense: Sense) => kindOf(sense).startsWith('place-building')

// In a phrase of its own, with adjectives at most, after a house that the list began with.
function isTagOfHouse(sense: Sense, { senses, tokens, language }: Context): boolean {
  if (language !== 'en' || sense.clause === 0 || sense.strength < 1) return false
  const own = tokens.filter(({ clause }) => clause === sense.clause)
  const plain = own.length <= 4 && !own.some(({ text }) => /^(an?|the|in|on|at|with|of|by|leading|to)$/.test(text))
  return plain && senses.some((other) => other.clause === 0 && isHouse(other) && !other.plural)
}

function isBuiltIn(sense: Sense, context: Context): Verdict {
  if (!OF_THINGS.test(sense.value)) return undefined
  if (OF.test(textAfter(context, sense))) return 'likely'
  const words = textBefore(context, sense).split(' ').slice(0, -1)
  // "With doors", "with open doors", "with two open doors".
  const said = [0, 1, 2].some((own) =>
    WITH.test(
      words
        .slice(0, words.length - own)
        .join(' ')
        .concat(' '),
    ),
  )
  // "By the door" of a hut that was named.
  const definite =
    /^(door|window|roof)$/.test(sense.value) && /^(the|its|der|die|das|la|el|le|de|o|a)$/.test(words.at(-1) ?? '')
  // "Round red door" in a list about a house is the door of the house.
  const listed = /^(door|window|roof)$/.test(sense.value) && isTagOfHouse(sense, context)
  const built = context.senses.some((other) => other.at < sense.at && kindOf(other).startsWith('place-building'))
  if (listed) return 'surely'
  return (wholeBefore(context, sense) && said) || (definite && built && sense.value === 'door') ? 'surely' : undefined
}

// Chimneys on a roof are no hearths; a single one with somebody before it is.
function isOnRoof({ value, plural, text }: Sense, { senses }: Context): boolean {
  if (value !== 'fireplace' || !/^(chim|chem|camin|schornst|komin)/.test(text)) return false
  const outside = senses.some((other) => other.value === 'roof' || WHOLE.test(kindOf(other)))
  return outside || plural
}

const TERRACE =
  /^(balcony|balconies|terrace|porch|veranda|balcon|balcones|balcons|balkon|balkone|varanda|balcone|balconi|terraza|terrasse|terrazza)$/

// The balcony of a lighthouse is part of it, and no roof of a town; so is one where another place is named.
function isTerrace(sense: Sense, context: Context): boolean {
  if (sense.kind !== 'place' || !TERRACE.test(sense.text)) return false
  const built = context.senses.some((other) => kindOf(other).startsWith('place-building') && !other.plural)
  return (
    built ||
    context.senses.some(
      ({ kind, value, at }) => kind === 'place' && at !== sense.at && value !== sense.value && value !== 'sky',
    )
  )
}

const HEARTH = /^(stove|fireplace|grill|campfire|cauldron|torch)$/

// The fire of an oven or a forge burns in it.
function isInHearth({ value, at, clause }: Sense, { senses }: Context): boolean {
  if (value !== 'fire' && value !== 'campfire') return false
  return senses.some(
    (other) => other.at < at && (other.value === 'forge' || (other.clause === clause && HEARTH.test(other.value))),
  )
}

/** The door of a house, the shell of a snail and the curtains of a van belong to their whole, which is what is asked for. */
export const partOf: Rule = (sense, context) => {
  const { kind, value, text } = sense
  if (isTerrace(sense, context)) return 'surely'
  if (kind === 'place' || kind === 'home')
    return value === 'room' && OF_ROOMS.test(text) && isElsewhere(sense, context) ? 'surely' : undefined
  if (isBeating(sense, context) || isBodily(sense, context) || isOnRoof(sense, context) || isInHearth(sense, context))
    return 'surely'
  return value === 'pot-of-food' && plantBefore(context, sense) ? 'surely' : isBuiltIn(sense, context)
}

import type { Sense } from '../senses.ts'
import { kindOf, lives, textAfter, textBefore, wordAfter, type Context, type Rule } from './said-of.ts'

// Light, weather and traces, with what may be said of how they come.
const EFFECT =
  /^((\S+ ){0,2}(light|lights|sun|sunlight|sunshine|sunbeams?|moonlight|rays?|beams?|glow|reflections?|rain|raindrops|drops|droplets|dew|frost|steam|smoke|dust|fog|mist|shadows?|snow|sparks|flames)) ((coming|falling|shining|streaming|rising|dancing|dripping|flowing|pouring|visible|reflected) )?(in |out )?(through|on|from|over|off|across|against|of|in|between) /

function phraseOf({ tokens }: Context, clause: number): { text: string; first: number } {
  const own = tokens.flatMap((token, at) => (token.clause === clause ? [{ text: token.text, at }] : []))
  return { text: own.map(({ text }) => `${text} `).join(''), first: own[0]?.at ?? 0 }
}

const isDrawn = (sense: Sense) => kindOf(sense) !== '' && sense.strength > 1

/**
 * Sun rays through the roof, sunlight through the glass, steam from the manholes: a phrase about light or weather shows what
 * it falls on no more than the scene does.
 */
export const effectOn: Rule = (sense, context) => {
  if (context.language !== 'en' || sense.clause === 0 || lives(sense)) return undefined
  const { text } = phraseOf(context, sense.clause)
  if (!EFFECT.test(text)) return undefined
  return context.senses.some((other) => other.clause !== sense.clause && isDrawn(other)) ? 'surely' : undefined
}

/** The tree of a tree pose is none. In French a cat that is "posé" sits there. */
export const ofPose: Rule = (sense, context) =>
  context.language === 'en' && /^(poses?|posture|stance|position)$/.test(wordAfter(context, sense))
    ? 'surely'
    : undefined

const CLOTHES =
  /(^| )(dress|kimono|robe|gown|shirt|skirt|coat|jacket|sweater|cape|scarf|apron|hat|suit|pajamas|socks|leggings|sari|hoodie|cloak) with (\S+ ){0,2}$/

// What is printed and woven; an umbrella is carried beside the kimono.
const PRINTED = /^(plant|food|animal|emotion)/

/** A kimono with white flowers has them on its cloth. */
export const onCloth: Rule = (sense, context) =>
  context.language === 'en' && PRINTED.test(kindOf(sense)) && !lives(sense) && CLOTHES.test(textBefore(context, sense))
    ? 'surely'
    : undefined

const BEDDING =
  /^(blankets?|throws?|quilts?|duvets?|bedspread|plaid|comforter|knitted blanket|pillows?|cushions?|sheets)$/
const SPREAD_OUT = /(^| )(picnic|park|beach|grass|garden|lawn|meadow|field|camping|campsite) /

const isActedOn = ({ at, clause }: Sense, senses: readonly Sense[]) =>
  senses.some((one) => one.kind === 'verb' && one.clause === clause && one.end <= at && at - one.end <= 2)

const HAS_ITS_OWN = /^(bed|sofa|couch-and-lamp|bunk-bed|armchair|bedroom|lamp)/

/** Blankets and pillows lie on the bed that has its own: only where people picnic is one spread on the ground. */
export const bedding: Rule = (sense, context) => {
  if (
    context.language !== 'en' ||
    !BEDDING.test(sense.text) ||
    !/^(picnic-blanket|blanket|pillow|cushion)$/.test(sense.value)
  )
    return undefined
  const { tokens, senses } = context
  // A blanket that a dog drags, or that two share, is one of its own.
  if (
    /(^| )(\w+(ing|s)) (a|an|the|his|her|its|their) (\S+ )?$/.test(textBefore(context, sense)) &&
    isActedOn(sense, senses)
  )
    return undefined
  // Who lies on a blanket has it under them.
  if (/(^| )(on|onto|under|with) (\S+ ){0,3}$/.test(textBefore(context, sense))) return undefined
  if (SPREAD_OUT.test(`${tokens.map(({ text }) => text).join(' ')} `)) return undefined
  return senses.some(
    (other) => other.at !== sense.at && isDrawn(other) && (lives(other) || HAS_ITS_OWN.test(other.value)),
  )
    ? 'surely'
    : undefined
}

const FLOWER = /^plant-flower/

/** Who stands in a field of poppies stands in a meadow, and on no flower. */
export const fieldOf: Rule = (sense, context) => {
  const { language, senses } = context
  if (language !== 'en' || !FLOWER.test(kindOf(sense)) || !/(^| )fields? of (\S+ )?$/.test(textBefore(context, sense)))
    return undefined
  return senses.some((other) => other.at !== sense.at && lives(other)) ? 'surely' : undefined
}

// "Blue light from above" is no place of the camera.
const SHINES = /(^| )(light|lights|lit|rays?|beams?|sun|sunlight|shining|falling|hanging|lamp) $/

/** A sense that says where light comes from, and not where the camera is. */
export const isFromLight = (sense: Sense, context: Context): boolean =>
  sense.kind === 'framing' && sense.value === 'high' && SHINES.test(textBefore(context, sense))

const FROM_UP_THERE = /^(from above|desde arriba|von oben|d en haut|dall alto|de cima)$/
const TO_SOMEBODY = /^(look-at|call|talk|wave|greet|laugh)$/

/** "A neighbour shouting from above": where somebody is that calls or looks, and not the camera. */
export const isWhereSomebodyIs = (sense: Sense, { senses }: Context): boolean =>
  /^(format|framing)$/.test(sense.kind) &&
  FROM_UP_THERE.test(sense.text) &&
  senses.some(({ at, clause, end, value }) => {
    const who = senses.some((other) => lives(other) && other.clause === clause && other.at < at)
    return end === sense.at && clause === sense.clause && TO_SOMEBODY.test(value) && who
  })

// What is known from the air; all else is seen from the side.
const FROM_ABOVE = /^(place-building|place-geographic|plant-other|transport-water)/

// What comes into view while the camera goes on is seen from the side too.
const UNDER_WAY =
  /\b(rising|ris(?:es?)|flying|flies|moving|moves|gliding|glides|orbiting|circling|ascending|descending|reveal(?:s|ing)?|approach(?:es|ing)|pulling|following|tracking)\b/

/**
 * A drone that is told of at the end of a list, or that is under way to something, stands back from what it shows: trains and
 * people are not seen from above.
 */
export function asSideView(sense: Sense, context: Context): Sense {
  const { language, senses, tokens } = context
  if (language !== 'en' || sense.kind !== 'framing' || !/^(aerial|drone)/.test(sense.text)) return sense
  if (UNDER_WAY.test(textAfter(context, sense)) && senses.some(isDrawn))
    return { ...sense, kind: 'framing', value: 'wide' }
  if (sense.clause === 0) return sense
  const list = (tokens.at(-1)?.clause ?? 0) >= 3
  const aside = senses.some((other) => isDrawn(other) && !FROM_ABOVE.test(kindOf(other)))
  return list && aside && sense.text.startsWith('drone') ? { ...sense, kind: 'framing', value: 'wide' } : sense
}

/** Cherry blossoms of a list are petals in the air: as things they would be as large as whoever is there. */
export function asPetals(sense: Sense, context: Context): Sense {
  const { language, tokens, senses } = context
  if (language !== 'en' || sense.value !== 'cherry-blossom' || sense.kind !== 'art' || !sense.plural) return sense
  const list = (tokens.at(-1)?.clause ?? 0) >= 3 && sense.clause > 0
  const placed = senses.some(({ kind, clause }) => clause === sense.clause && /^(rel|verb|count)$/.test(kind))
  const falls = /^(in the wind|falling|floating|petals|everywhere|blowing)/.test(textAfter(context, sense))
  return list && (!placed || falls) ? { ...sense, kind: 'particles', value: 'petals' } : sense
}

import { drawingOf } from '../art.ts'
import { archetypeOfPlace } from '../places.ts'
import type { Marked } from './find-marks.ts'
import type { Sense } from './senses.ts'
import { isLiving } from './things.ts'

/** The value of a small word that was a noun: it ends the phrase that it stands in, and waits for no other. */
export const SAID = 'said'

/** Kinds of nouns that bring a thing into the picture, or something to stand on. */
const DRAWN = /^(art|vessel|support|idea)$/

// Nobody could see more of them in one picture; what is compared with everything else must not be without end.
const MOST_THINGS = 300

/** All senses, with no more things among them than can be compared with each other. */
export function firstThings(senses: Sense[]): Sense[] {
  let things = 0
  return senses.filter(({ kind }) => !DRAWN.test(kind) || ++things <= MOST_THINGS)
}

type Context = Pick<Marked, 'language' | 'tokens'> & { senses: readonly Sense[] }
type Rule = (sense: Sense, context: Context) => boolean

const drawn = ({ kind, value, strength }: Sense) => (kind === 'art' && strength > 1 ? drawingOf(value) : undefined)

/** Whether a noun means an animal, a person or what acts like one. */
export function lives(sense: Sense): boolean {
  const drawing = drawn(sense)
  return drawing !== undefined && isLiving({ art: drawing.id, kind: drawing.kind })
}

const hasOther = ({ senses }: Context, own: Sense, isWanted: (other: Sense) => boolean) =>
  senses.some((other) => other.at !== own.at && isWanted(other))

const PART_OF_BODY = /^(nose|eyes?|ears?|mouth|tail|wings?|horns?|arms?|legs?|hair|hat)$/

// In English the last noun of a row is the thing: a carrot nose is a nose, and belongs to whoever has it.
const isOfBodyPart: Rule = (sense, { language, tokens }) => {
  const next = tokens[sense.end]
  return language === 'en' && !lives(sense) && next?.clause === sense.clause && PART_OF_BODY.test(next.text)
}

// A silhouette is how somebody is seen, and nobody beside them.
const isHowSeen: Rule = (sense, context) =>
  /^(faces?|silhouettes?)$/.test(sense.text) && hasOther(context, sense, (other) => drawn(other) !== undefined)

// Flames are how a scene looks, and no things in its row.
const isFlames: Rule = (sense, context) =>
  /^(campfire|fire)$/.test(sense.value) &&
  /^(flames|flammen|llamas|flammes|fiamme|chamas|vlammen|plomienie)$/.test(sense.text) &&
  hasOther(context, sense, (other) => drawn(other) !== undefined)

const WORLD = /^(globe-|ringed-planet)/
const NAMED =
  /earth|planet|erde|terre|tierra|terra|земл|планет|地球|行星|惑星|지구|행성|ziemi|dunya|gezegen|bumi|aarde|jorden|satur/

// The Earth behind an astronaut is far away in the sky: beside somebody or something near it is no thing on the ground.
const isFarWorld: Rule = (sense, context) =>
  WORLD.test(sense.value) &&
  NAMED.test(sense.text) &&
  hasOther(context, sense, (other) => lives(other) || /^(transport|place)/.test(drawn(other)?.kind ?? ''))

const EARTH =
  /^(earth|planet earth|the earth|erde|terre|tierra|terra|земля|земли|землей|地球|지구|ziemia|ziemi|dunya|bumi|aarde|jorden)$/
const ORBITING = /astronaut|rocket|satellite|flying-saucer|alien|space|shuttle|comet|lander|cockpit/

// The Earth that somebody in space looks at or goes round is seen there.
const skyWith = (sense: Sense, { senses }: Context): Sense[] =>
  EARTH.test(sense.text) && senses.some(({ value }) => ORBITING.test(value))
    ? [{ ...sense, kind: 'sky', value: 'earth-seen' }]
    : []

// Names of what is seen in the sky at night from the ground, among the words for outer space.
const SEEN =
  /^(milky way|galax|via lactea|voie lactee|milchstrasse|via lattea|млечн|галакти|银河|天の川|銀河|은하|درب التبانة|आकाशगंगा|samanyolu|bima sakti|melkweg|drog[aeiou] mleczn|vintergatan|dải ngân hà)/

// The milky way over a tent is in the sky of the land: whoever is under it has not left the ground.
const isSeenFromBelow: Rule = (sense, context) =>
  sense.kind === 'place' &&
  sense.value === 'space' &&
  SEEN.test(sense.text) &&
  hasOther(context, sense, (other) => drawn(other) !== undefined) &&
  !context.senses.some(({ value }) => ORBITING.test(value) && value !== 'space')

const TOYS = /^(toys?|figurines?|models?|miniatures?|ornaments?|puppets?|plush(ie)?s?)$/

// A toy rocket and a rocket toy are rockets: what it is a toy of is what is seen.
const isToyOf: Rule = (sense, context) =>
  context.language === 'en' &&
  TOYS.test(sense.text) &&
  hasOther(
    context,
    sense,
    (other) =>
      drawn(other) !== undefined && other.clause === sense.clause && (other.end === sense.at || other.at === sense.end),
  )

// Of a dinosaur skull only the skull is left.
const isOfRemains: Rule = (sense, { language, tokens }) => {
  const next = tokens[sense.end]
  return (
    language === 'en' && lives(sense) && next?.clause === sense.clause && /^(skull|skeleton|bone)s?$/.test(next.text)
  )
}

const UNDER = /(^| )(under|beneath|below|against|unter|bajo|sous|sotto|sob|pod|onder|под) (\S+ ){0,3}$/

// What is under clouds stands on the ground.
const isMereSky: Rule = (sense, context) => {
  if (sense.kind !== 'place' || sense.value !== 'sky') return false
  const before = context.tokens.slice(0, sense.at).filter(({ clause }) => clause === sense.clause)
  const text = before.map((token) => `${token.text} `).join('')
  return UNDER.test(text) && context.senses.some((other) => other.at < sense.at && drawn(other) !== undefined)
}

// The island of a kitchen is a counter in its middle.
const isCounter: Rule = ({ kind, text }, { senses }) =>
  kind === 'place' &&
  /^(kitchen )?islands?$/.test(text) &&
  senses.some((other) => other.kind === 'place' && archetypeOfPlace(other.value) === 'room')

// A kitchen has its own cupboards, and lamps over its tables.
const isFitted: Rule = ({ text }, { language, senses }) =>
  language === 'en' &&
  /^((kitchen )?cabinets?|cupboards?|counters?|countertops?|lamps|pendant (lamp|light)s?|lights)$/.test(text) &&
  senses.some(({ kind, value }) => kind === 'place' && value === 'kitchen')

const RULES: readonly Rule[] = [isOfBodyPart, isHowSeen, isFlames, isToyOf, isOfRemains]

/** Nouns that only tell how something else is or is seen become small words: they are not asked for as things. */
export function withoutSaid(senses: readonly Sense[], { language, tokens }: Marked): Sense[] {
  const context: Context = { language, tokens, senses }
  return senses.flatMap((sense): Sense[] => {
    const said: Sense = { ...sense, kind: 'stop', value: SAID }
    if (isSeenFromBelow(sense, context)) return [{ ...sense, kind: 'sky', value: 'milky-way' }]
    if (isMereSky(sense, context)) return [{ ...sense, kind: 'sky', value: 'sun' }]
    if (isCounter(sense, context)) return [{ ...sense, kind: 'support', value: 'kitchen-island' }]
    if (DRAWN.test(sense.kind) && isFitted(sense, context)) return [said]
    if (sense.kind !== 'art') return [sense]
    if (isFarWorld(sense, context)) return [...skyWith(sense, context), said]
    return RULES.some((rule) => rule(sense, context)) ? [said] : [sense]
  })
}

import type { Sense } from '../senses.ts'
import { archetypeOfPlace } from '../../places.ts'
import { kindOf, lives, textAfter, textBefore, wordAfter, type Context, type Rule } from './said-of.ts'

// Said of how finely something is drawn, not that it is there.
const FINELY = /(^| )(detailed|intricate|realistic|textured|visible|ultra sharp|insane|fine|rich) (\S+ )?$/
// Tags of a list that name a look by a thing: "warm, storybook, detailed".
const LOOKS = /^(storybook|magazine|flash|machinery|comic|manga|camera|film|canvas|novel|cinema|postcard|calendar)$/

const MACHINES = /machine|machinery|engine|mechanism/

const clausesOf = ({ tokens }: Context) => (tokens.at(-1)?.clause ?? 0) + 1

// Fewer phrases than this are a sentence with commas, and there every noun is meant.
const LIST = 4

// The whole of its phrase, but for adjectives: no article, no number, no preposition.
function isTag(sense: Sense, context: Context): boolean {
  if (sense.clause === 0 || clausesOf(context) < LIST || wordAfter(context, sense) !== '') return false
  return !context.senses.some(
    ({ kind, clause, text }) =>
      clause === sense.clause && (/^(rel|verb|count)$/.test(kind) || /^(a|an|the|his|her|its|with|of)$/.test(text)),
  )
}

/** In a list of tags, detailed machinery and a storybook are how the picture looks: no gears and no book lie about. */
export const ofTags: Rule = (sense, context) => {
  if (context.language !== 'en' || lives(sense)) return undefined
  // Drawn as a wheel of gears, which is only a sign for it: beside anything else it would be one thing too many.
  if (sense.value === 'gear' && MACHINES.test(sense.text)) return 'likely'
  if (!isTag(sense, context)) return undefined
  if (LOOKS.test(sense.text)) return 'surely'
  return FINELY.test(textBefore(context, sense)) ? 'surely' : undefined
}

const OUTSIDE = /^(\S+ )?(outside|beyond|through|out of|behind) (the |a |its )?(\S+ )?(window|windows|porthole|glass) /

/** What is outside a window is in no room: it is for the view to show. */
export const outsideWindow: Rule = (sense, context) =>
  context.language === 'en' && !lives(sense) && OUTSIDE.test(textAfter(context, sense)) ? 'likely' : undefined

const PICTURED =
  /^(posters?|paintings?|pictures?|prints?|drawings?|decals?|stickers?|mural|tapestry) (hanging )?(on|above|over) /

/** What a poster on the wall is of is on the poster. */
export const pictured: Rule = (sense, context) =>
  context.language === 'en' && PICTURED.test(textAfter(context, sense)) ? 'surely' : undefined

// Fields in which nothing grows.
const BARREN = /(^| )(asteroid|debris|star|force|energy|magnetic|gravity|battle|mine|ice|lava|playing) $/

export const noField: Rule = (sense, context) =>
  /^fields?$/.test(sense.text) && BARREN.test(textBefore(context, sense)) ? 'surely' : undefined

/** A loft bathroom is a bathroom: of two rooms side by side the first says what the second is like. */
export const roomBeforeRoom: Rule = (sense, { senses, language }) => {
  const isRoom = (one: Sense) => one.kind === 'place' && archetypeOfPlace(one.value) === 'room'
  if (language !== 'en' || !isRoom(sense)) return undefined
  // A bedroom in an attic has its sloping roof.
  const other = sense.value === 'attic' ? /^(room|bedroom)$/ : /^room$/
  return senses.some(
    (next) => next.at === sense.end && next.clause === sense.clause && isRoom(next) && !other.test(next.value),
  )
    ? 'surely'
    : undefined
}

const isPerson = (sense: Sense) => sense.kind === 'art' && kindOf(sense).startsWith('person')

/** A colouring page for adults shows none of them. */
export const forWhom: Rule = (sense, context) => {
  if (context.language !== 'en' || !isPerson(sense) || !sense.plural) return undefined
  const doer = context.senses.some((other) => other.at < sense.at && other.clause === sense.clause && lives(other))
  return !doer && /(^| )for (the )?(\S+ )?$/.test(textBefore(context, sense)) ? 'surely' : undefined
}

const isRole = (sense: Sense) => kindOf(sense) === 'person-role' || sense.role !== undefined
const isAnybody = ({ text }: Sense) => /^(man|woman|girl|boy|child|kid|person|lady|guy)$/.test(text)
const IN_A = /(^| )(in|at|inside|from|of) (an?|the) (\S+ )?$/
// What is called after who has one.
const OWNED = /^(transport|household|light-video|dishware)/

// A singer on stage has none.
const isPlaceOfTheirs = ({ kind, text }: Sense) => kind === 'place' && !/^(on|in|at|inside|under|by) /.test(text)

/** The smith of a smith's workshop is whoever is told of there, and nobody beside them. */
export const ownerOfPlace: Rule = (sense, context) => {
  const { senses, language } = context
  if (language !== 'en' || !isPerson(sense) || sense.plural) return undefined
  const end = senses.some(({ text, at }) => at === sense.end && text === 's') ? sense.end + 1 : sense.end
  const next = senses.filter(({ at, clause }) => at === end && clause === sense.clause)
  // A viking longship is a ship, a banker lamp a lamp, and a barista apron what somebody wears.
  // Who is skateboarding is no owner of a board.
  const owned = (other: Sense) => OWNED.test(kindOf(other)) && !other.text.endsWith('ing')
  if (next.some((other) => owned(other) || (other.kind === 'look' && isRole(sense)))) return 'surely'
  // Of a keeper's cottage and a witch's hut the house is seen.
  if (end > sense.end && next.some((other) => kindOf(other).startsWith('place-building'))) return 'surely'
  const owns = next.some(isPlaceOfTheirs)
  if (!owns) return undefined
  if (senses.some((other) => other.at > end && isPerson(other))) return 'surely'
  // Of a hipster coffee shop that somebody is in nobody but them is seen.
  if (!isAnybody(sense) && IN_A.test(textBefore(context, sense))) return 'surely'
  // Of a fisherman's village and an elven city the place is seen, as long as there is anything in it.
  return end > sense.end || sense.text === 'elven' ? 'likely' : undefined
}

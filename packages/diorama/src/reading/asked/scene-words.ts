import { archetypeOfPlace, hasFeature } from '../../places.ts'
import type { Sense } from '../senses.ts'
import { kindOf, textAfter, type Context, type Rule } from './said-of.ts'

type Surroundings = { art: RegExp; place: string; within: RegExp }

// What is part of a scene where it is named in numbers, beside others: the place that draws it, and the scenes it fits in.
const SCENERY: readonly Surroundings[] = [
  { art: /^(skyscraper|office-building|cityscape)$/, place: 'city', within: /^(city|street|road)$/ },
  { art: /^bookcase$/, place: 'library', within: /^room$/ },
  {
    art: /^(house|house-with-garden|houses|hut|cabin|derelict-house)$/,
    place: 'village',
    within: /^(city|street|landscape)$/,
  },
  { art: /^red-paper-lantern$/, place: 'chinatown', within: /^street$/ },
  { art: /^(evergreen-tree|deciduous-tree|tree)$/, place: 'forest', within: /^forest$/ },
  { art: /^palm-tree$/, place: 'beach', within: /^sea$/ },
  { art: /^(water-wave|rock)$/, place: 'sea', within: /^sea$/ },
]

const isCounted = ({ senses }: Context, { at, clause }: Sense) =>
  senses.some((other) => other.kind === 'count' && other.clause === clause && other.end <= at && at - other.end <= 2)

const ON_IT = /^(on|in|under|behind|between|auf|unter|hinter|zwischen|sobre|sur|su|na|pod)$/

// Who sits between rocks or behind houses needs these to be there.
const isStoodOn = ({ senses }: Context, own: Sense) =>
  senses.some(
    ({ kind, text, at, end, clause }) =>
      kind === 'rel' &&
      clause === own.clause &&
      own.at - end >= 0 &&
      own.at - end <= 2 &&
      ON_IT.test(text) &&
      // Waves that crash on the rocks are nobody, at the beginning of a prompt or not.
      (clause === 0 || senses.some((other) => other.clause === clause && other.at < at && isSubject(other))),
  )

const sceneryOf = ({ value }: Sense) => SCENERY.find(({ art }) => art.test(value))

function fits({ within, place }: Surroundings, { senses }: Context, own: Sense): boolean {
  const places = senses.filter(({ kind, at }) => kind === 'place' && at !== own.at).map(({ value }) => value)
  // Skyscrapers make a city by themselves; shelves and houses do in no place that is named otherwise.
  const coast = senses.some(
    ({ value, at }) => at !== own.at && /^(lighthouse|seagull|water-wave)$|boat$|ship$/.test(value),
  )
  if (place === 'sea' && coast) return true
  if (places.length === 0) return place === 'city' || place === 'library'
  return places.some((one) => within.test(archetypeOfPlace(one) ?? '') || hasFeature({ places: [one] }, 'houses'))
}

const isSubject = (sense: Sense) => sense.kind === 'art' && sense.strength > 1 && kindOf(sense) !== ''

// "A street at night, lanterns": where the place was named before, it is what the picture is of.
const placeBefore = ({ senses }: Context, { at }: Sense) =>
  senses.some((other) => other.kind === 'place' && other.at < at && archetypeOfPlace(other.value) !== 'landscape')

/** Houses of an alley, shelves of a library and towers of a city are drawn with their place, and no things in a row. */
export const ofTheScene: Rule = (sense, context) => {
  const scenery = sense.plural ? sceneryOf(sense) : undefined
  const first = context.senses.find(isSubject)
  const isFirst = first?.at === sense.at && !placeBefore(context, sense)
  if (!scenery || isFirst || isCounted(context, sense) || isStoodOn(context, sense)) return undefined
  return fits(scenery, context, sense) ? 'surely' : undefined
}

/** The places that such words bring along. */
export function sceneOf(senses: readonly Sense[], context: Context): Sense[] {
  return senses.flatMap((sense) => {
    const scenery = ofTheScene(sense, context) ? sceneryOf(sense) : undefined
    return scenery ? [{ ...sense, kind: 'place', value: scenery.place }] : []
  })
}

const SNOWED = /^(snowy|snow ?capped|snow ?covered|snow ?topped|snow ?clad)$/
const TOPPED = /capped|topped|peaks|summits/
const HEIGHTS = /^(\S+ )?(mountains?|peaks?|alps|summits?|mountain range|mountain tops?|volcano|hilltops) /

/** Snowy peaks at the end of a list are white themselves: it does not snow for them on whoever is in front. */
export const snowOnPeaks: Rule = (sense, context) => {
  const { language, senses } = context
  if (language !== 'en' || sense.value !== 'snow' || !SNOWED.test(sense.text)) return undefined
  const heights = HEIGHTS.exec(textAfter(context, sense))
  // Who is in snowy mountains is in the snow; peaks are seen from below.
  if (!heights || (sense.clause === 0 && !TOPPED.test(`${sense.text} ${heights[0]}`))) return undefined
  const wintry = senses.some(
    ({ kind, value, at }) => at !== sense.at && (value === 'snow' || (kind === 'season' && value === 'winter')),
  )
  return wintry ? undefined : 'surely'
}

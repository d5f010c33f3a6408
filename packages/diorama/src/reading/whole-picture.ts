import type { Brief, CameraMove, Edit, Happening, Season, TimeOfDay, Weather } from '../brief.ts'
import { archetypeOfPlace } from '../places.ts'
import type { Sense } from './senses.ts'

type WholePicture = Pick<
  Brief,
  'places' | 'weather' | 'style' | 'colours' | 'loop' | 'particles' | 'happenings' | 'edits'
> &
  Partial<Pick<Brief, 'time' | 'season' | 'mood' | 'camera' | 'becomes' | 'turnsTo' | 'styled'>>

const MOST_COLOURS = 5

const NIGHTLY = /\bnight|\bnacht|\bnocturn|\bmalam\b|đêm|夜|야시/

// Scenes that say their hour without naming it: a night market is one at night.
function impliedTime(senses: Sense[]): Brief['time'] | undefined {
  if (senses.some(({ kind, text, value }) => kind === 'place' && (NIGHTLY.test(text) || value === 'haunted-room')))
    return 'night'
  if (senses.some(({ kind, value }) => kind === 'sky' && value !== 'sun')) return 'night'
  if (senses.some(({ kind }) => kind === 'lights')) return 'night'
  if (senses.some(({ kind, value }) => kind === 'particles' && /^(fireflies|candlelight)$/.test(value))) return 'night'
  return senses.some(({ value }) => value === 'fireworks') ? 'night' : undefined
}

// Two hours in one breath are two views of one moment ("sunset, golden hour") unless something is said to pass.
function passingTime(
  senses: readonly Sense[],
  happenings: readonly Happening[],
): Pick<Brief, 'time' | 'becomes'> | undefined {
  const times = senses.filter(({ kind }) => kind === 'time')
  const at = times.findIndex((to, index) => {
    const from = times[index - 1]
    return from && from.value !== to.value && to.clause === from.clause && to.at > from.end && to.at - from.end <= 3
  })
  const [first] = times
  const passing = at > 0 ? [times[at - 1], times[at]] : [first, times.find(({ value }) => value !== first?.value)]
  const [from, to] = passing as [Sense | undefined, Sense | undefined]
  if (!from || !to || (at < 0 && !happenings.includes('time-lapse'))) return undefined
  return { time: from.value as TimeOfDay, becomes: to.value as TimeOfDay }
}

// "From summer to winter", "autumn turning into winter": two seasons, a word or three apart.
function passingSeason(senses: readonly Sense[]): Pick<Brief, 'turnsTo'> {
  const seasons = senses.filter(({ kind }) => kind === 'season')
  const to = seasons.find((one, index) => {
    const from = seasons[index - 1]
    return from && from.value !== one.value && one.clause === from.clause && one.at - from.end <= 3
  })
  return to ? { turnsTo: to.value as Season } : {}
}

// A vintage car is an old car, not an old print: beside a thing, these words describe the thing.
function isOldThing(senses: Sense[], at: number): boolean {
  const sense = senses[at]
  if (!sense || !/^(vintage|retro|classic)$/.test(sense.text)) return false
  const next = senses.slice(at + 1).find(({ kind }) => kind !== 'colour' && kind !== 'size')
  const previous = senses[at - 1]
  const describesNext = next?.kind === 'art' && next.at - sense.end <= 1 && next.clause === sense.clause
  return describesNext || (previous?.kind === 'art' && previous.end === sense.at)
}

function namedStyle(senses: Sense[]): Brief['style'] | undefined {
  const named = senses.filter(({ kind }, at) => kind === 'style' && !isOldThing(senses, at)).map(({ value }) => value)
  // Old things are drawn in every manner, so a second style word is the one that is meant.
  return (named.find((value) => value !== 'vintage') ?? named[0]) as Brief['style'] | undefined
}

const TRADE_ROOMS = /^(forge|art-studio|bakery|garage|laboratory)$/

// A city and a street in it are one place, which the city's name says more of; a plain city adds nothing to a named one.
function placesOf(named: readonly string[]): string[] {
  const known = named.some((place) => place !== 'city' && archetypeOfPlace(place) === 'city')
  // A blacksmith's workshop is a forge.
  const trade = named.some((place) => TRADE_ROOMS.test(place))
  return named.filter((place) => (place !== 'city' || !known) && (place !== 'workshop' || !trade))
}

const STREETWISE = /\b(street|stall|food cart|vendor|sidewalk|straßen|strassen|callejer|de rue|ulicz)/

// A street vendor in a city is on one of its streets.
function withStreet(named: string[], senses: readonly Sense[]): string[] {
  const town = named.some((place) => archetypeOfPlace(place) === 'city' && !/rooftop|canal/.test(place))
  const street = senses.some(({ kind, text }) => kind === 'art' && STREETWISE.test(text))
  return town && street && !named.some((place) => archetypeOfPlace(place) === 'street') ? [...named, 'street'] : named
}

// A street drawn in light has the signs that the manner is known by.
const signsOf = (named: readonly string[], style: Brief['style'] | undefined): string[] =>
  style === 'neon' && named.some((place) => archetypeOfPlace(place) === 'street') ? ['neon-street'] : []

// Harsh weather is several kinds at once.
const HARSH: Readonly<Record<string, readonly Weather[]>> = {
  blizzard: ['snow', 'wind', 'fog'],
  downpour: ['rain', 'wind'],
}

const OPEN_FIRE = /fire|torch|lantern|boat|canoe/

// Who reads by candlelight is at home, unless a place or an open fire is told of.
function candleRoom(senses: readonly Sense[]): string[] {
  const lit = senses.some(({ kind, value }) => kind === 'particles' && value === 'candlelight')
  const elsewhere = senses.some(({ kind, value }) => kind === 'place' || (kind === 'art' && OPEN_FIRE.test(value)))
  return lit && !elsewhere ? ['room'] : []
}

// A country says where only as long as nothing else does: a beach in Thailand is a beach.
function whereabouts(named: readonly string[], countries: readonly string[]): string[] {
  return named.length > 0 ? placesOf(named) : countries.slice(0, 1)
}

/** Gathers what a prompt says of the whole picture. `used` are colours that belong to a subject already. */
export function readWholePicture(senses: Sense[], used: ReadonlySet<Sense>): WholePicture {
  const all = (kind: string) => [...new Set(senses.filter((sense) => sense.kind === kind).map(({ value }) => value))]
  const first = (kind: string) => all(kind)[0]
  const time =
    (first('time') as Brief['time']) ??
    impliedTime(senses) ??
    (all('place').includes('neon-street') ? 'night' : undefined)
  const happenings = all('happening') as Happening[]
  const passing = passingTime(senses, happenings)
  const style = namedStyle(senses)
  const mood = first('mood') as Brief['mood']
  const season = first('season') as Brief['season']
  // Drone footage that orbits orbits.
  const cameras = all('camera') as CameraMove[]
  const camera = cameras.find((move) => move !== 'crane') ?? cameras[0]
  // The art set draws an open umbrella with the rain on it, and some languages name the two in one word.
  const rain = senses.some(({ value }) => value === 'umbrella-with-rain-drops') ? ['rain'] : []
  const sky = all('sky').filter((value) => /^(aurora|milky-way|earth-seen)$/.test(value))
  const colours = senses.filter((sense) => sense.kind === 'colour' && !used.has(sense)).map(({ value }) => value)
  return {
    places: [
      ...whereabouts(withStreet(all('place'), senses), all('country')),
      ...new Set([...all('lights'), ...signsOf(all('place'), style)]),
      ...sky,
      ...candleRoom(senses),
    ],
    weather: [...new Set([...all('weather').flatMap((one) => HARSH[one] ?? one), ...rain])] as Weather[],
    style: style ?? 'papercut',
    ...(style && { styled: true }),
    colours: [...new Set(colours)].slice(0, MOST_COLOURS),
    loop: senses.some(({ kind }) => kind === 'loop'),
    happenings,
    edits: all('edit') as Edit[],
    particles: all('particles') as Brief['particles'],
    ...(time && { time }),
    ...passing,
    ...(season && { season }),
    ...passingSeason(senses),
    ...(mood && { mood }),
    ...(camera && { camera }),
  }
}

import type { Archetype, Brief } from './brief.ts'

/** Something that a place brings into a picture, by the name that the settings ask for. */
export type Feature =
  // In the air
  | 'aurora'
  // On the land, whatever the archetype
  | 'snow' // winter, unless a season is named
  | 'water' // a lake or river to float on
  | 'volcano' // a smoking cone, and embers in the air
  | 'waterfall'
  | 'desert'
  // In open country
  | 'cave'
  | 'crops'
  | 'fence'
  | 'flower-beds'
  | 'flowers' // many more of them than elsewhere
  | 'houses'
  | 'low-hills' // never mountains behind
  | 'pagoda'
  | 'palms' // in place of other trees
  | 'path'
  | 'peaks'
  | 'ruins'
  | 'skyline' // behind a landscape or a road
  // In a forest
  | 'bamboo'
  | 'jungle'
  // By the sea
  | 'far-shore'
  | 'island'
  | 'sand'
  // In a city
  | 'riverside'
  // In a room
  | 'bed'
  | 'bookshelves'
  | 'kitchen'
  // Behind a portrait
  | 'greenery'
  | 'urban'
  // In space
  | 'firm-ground'
  | 'red-ground'

/** The scene that a place asks for, and what it brings into any scene that knows how to draw it. */
type PlaceTraits = { archetype: Archetype; features: readonly Feature[] }

// Every `place:` of the word tables has its row here. A place brings what its row says and nothing else: a name that
// looks like another one (a "mountain lake" beside "lake") brings nothing of that other one by itself.
const PLACES: Readonly<Record<string, PlaceTraits>> = {
  underwater: { archetype: 'underwater', features: [] },
  space: { archetype: 'space', features: [] },
  stage: { archetype: 'theatre', features: [] },
  desk: { archetype: 'desk', features: [] },
  tabletop: { archetype: 'tabletop', features: [] },
  kitchen: { archetype: 'room', features: ['kitchen'] },
  bedroom: { archetype: 'room', features: ['bed'] },
  cafe: { archetype: 'room', features: ['kitchen'] },
  library: { archetype: 'room', features: ['bookshelves'] },
  studio: { archetype: 'studio', features: [] },
  workshop: { archetype: 'room', features: [] },
  room: { archetype: 'room', features: [] },
  forest: { archetype: 'forest', features: ['greenery'] },
  swamp: { archetype: 'forest', features: ['water'] },
  beach: { archetype: 'sea', features: ['sand', 'palms'] },
  sea: { archetype: 'sea', features: [] },
  street: { archetype: 'street', features: ['urban'] },
  road: { archetype: 'road', features: [] },
  city: { archetype: 'city', features: ['skyline', 'urban'] },
  mountains: { archetype: 'landscape', features: ['peaks', 'far-shore', 'greenery'] },
  hills: { archetype: 'landscape', features: ['low-hills'] },
  valley: { archetype: 'landscape', features: [] },
  lake: { archetype: 'landscape', features: ['water', 'riverside'] },
  river: { archetype: 'landscape', features: ['water', 'riverside'] },
  waterfall: { archetype: 'landscape', features: ['water', 'waterfall', 'riverside'] },
  garden: { archetype: 'landscape', features: ['low-hills', 'flowers', 'flower-beds', 'greenery'] },
  meadow: { archetype: 'landscape', features: ['low-hills', 'flowers', 'greenery'] },
  farm: { archetype: 'landscape', features: ['low-hills', 'houses', 'crops', 'fence'] },
  desert: { archetype: 'landscape', features: ['desert'] },
  arctic: { archetype: 'landscape', features: ['snow'] },
  cave: { archetype: 'landscape', features: ['cave'] },
  ruin: { archetype: 'landscape', features: ['ruins'] },
  path: { archetype: 'landscape', features: ['path'] },
  landscape: { archetype: 'landscape', features: [] },
  aurora: { archetype: 'landscape', features: ['aurora'] },
  sky: { archetype: 'sky', features: [] },
  // Found by what stands before them in a scene in space, not by a word of their own: the moon in a sky is no place.
  moon: { archetype: 'space', features: ['firm-ground'] },
  mars: { archetype: 'space', features: ['firm-ground', 'red-ground'] },
  // Can be drawn and wait for words: a row in a word table is all that they need.
  bamboo: { archetype: 'forest', features: ['bamboo', 'greenery'] },
  jungle: { archetype: 'forest', features: ['jungle', 'palms', 'greenery'] },
  island: { archetype: 'sea', features: ['island', 'sand', 'palms'] },
  temple: { archetype: 'landscape', features: ['pagoda'] },
  village: { archetype: 'landscape', features: ['houses', 'fence', 'path'] },
  volcano: { archetype: 'landscape', features: ['volcano', 'far-shore'] },
}

/** The names of all places, as the word tables and `Brief.places` spell them. */
export const PLACE_NAMES: readonly string[] = Object.keys(PLACES)

function traitsOfPlace(name: string): PlaceTraits | undefined {
  return Object.hasOwn(PLACES, name) ? PLACES[name] : undefined
}

/** The scene that a place asks for, if it is one of ours. */
export function archetypeOfPlace(name: string): Archetype | undefined {
  return traitsOfPlace(name)?.archetype
}

/** What a place brings into a picture. */
export function featuresOfPlace(name: string): readonly Feature[] {
  return traitsOfPlace(name)?.features ?? []
}

/** Whether one of the brief's places brings this. */
export function hasFeature({ places }: Pick<Brief, 'places'>, feature: Feature): boolean {
  return places.some((name) => featuresOfPlace(name).includes(feature))
}

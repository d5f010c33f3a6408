import type { Archetype, Brief } from './brief.ts'
import type { Feature } from './place-features.ts'

/** The scene that a place asks for, and what it brings into any scene that knows how to draw it. */
type PlaceTraits = { archetype: Archetype; features: readonly Feature[] }

// Every `place:` of the word tables has its row here. A place brings what its row says and nothing else: a name that
// looks like another one (a "mountain lake" beside "lake") brings nothing of that other one by itself.
const PLACES: Readonly<Record<string, PlaceTraits>> = {
  underwater: { archetype: 'underwater', features: [] },
  'sunken-city': { archetype: 'underwater', features: ['sunken-ruins'] },
  space: { archetype: 'space', features: [] },
  stage: { archetype: 'theatre', features: [] },
  desk: { archetype: 'desk', features: [] },
  tabletop: { archetype: 'tabletop', features: [] },
  // Under a roof
  kitchen: { archetype: 'room', features: ['kitchen'] },
  bedroom: { archetype: 'room', features: ['bed'] },
  library: { archetype: 'room', features: ['bookshelves'] },
  cafe: { archetype: 'room', features: ['cafe'] },
  bar: { archetype: 'room', features: ['bar'] },
  restaurant: { archetype: 'room', features: ['restaurant'] },
  bakery: { archetype: 'room', features: ['bakery'] },
  shop: { archetype: 'room', features: ['shop'] },
  workshop: { archetype: 'room', features: ['workshop'] },
  forge: { archetype: 'room', features: ['forge'] },
  garage: { archetype: 'room', features: ['garage'] },
  laboratory: { archetype: 'room', features: ['laboratory'] },
  'art-studio': { archetype: 'room', features: ['art-studio'] },
  office: { archetype: 'room', features: ['office', 'urban'] },
  classroom: { archetype: 'room', features: ['classroom'] },
  'hospital-ward': { archetype: 'room', features: ['hospital'] },
  'church-nave': { archetype: 'room', features: ['church'] },
  'temple-hall': { archetype: 'room', features: ['temple-hall'] },
  'column-hall': { archetype: 'room', features: ['column-hall'] },
  // What a room has, whichever it is: brought by words of their own, where the scene is a room.
  'brick-walls': { archetype: 'room', features: ['brick-walls'] },
  'large-windows': { archetype: 'room', features: ['large-windows'] },
  cockpit: { archetype: 'room', features: ['cockpit'] },
  'train-car': { archetype: 'room', features: ['train'] },
  // Found by whoever looks out of an aeroplane.
  'plane-cabin': { archetype: 'room', features: ['cabin'] },
  greenhouse: { archetype: 'room', features: ['greenhouse'] },
  gym: { archetype: 'room', features: ['gym'] },
  'castle-hall': { archetype: 'room', features: ['castle-hall'] },
  ballroom: { archetype: 'room', features: ['ballroom'] },
  attic: { archetype: 'room', features: ['attic'] },
  bathroom: { archetype: 'room', features: ['bathroom'] },
  nursery: { archetype: 'room', features: ['nursery'] },
  museum: { archetype: 'room', features: ['museum'] },
  station: { archetype: 'room', features: ['station', 'urban'] },
  cinema: { archetype: 'room', features: ['cinema'] },
  barn: { archetype: 'room', features: ['barn'] },
  dungeon: { archetype: 'room', features: ['dungeon'] },
  laundry: { archetype: 'room', features: ['laundry'] },
  studio: { archetype: 'studio', features: [] },
  room: { archetype: 'room', features: [] },
  // Among trees
  forest: { archetype: 'forest', features: ['greenery'] },
  bamboo: { archetype: 'forest', features: ['bamboo', 'greenery'] },
  jungle: { archetype: 'forest', features: ['jungle', 'palms', 'greenery'] },
  swamp: { archetype: 'forest', features: ['water'] },
  // By the sea
  beach: { archetype: 'sea', features: ['sand', 'palms'] },
  island: { archetype: 'sea', features: ['island', 'sand', 'palms'] },
  harbour: { archetype: 'sea', features: ['pier', 'quay', 'far-shore'] },
  sea: { archetype: 'sea', features: [] },
  'ship-deck': { archetype: 'sea', features: ['deck'] },
  'castle-island': { archetype: 'sea', features: ['hilltop-castle', 'sand'] },
  santorini: { archetype: 'sea', features: ['white-town', 'quay'] },
  sydney: { archetype: 'sea', features: ['shell-roofs', 'quay'] },
  'san-francisco': { archetype: 'sea', features: ['red-bridge', 'quay', 'far-shore'] },
  rio: { archetype: 'sea', features: ['wide-arms-statue', 'sand', 'palms'] },
  // In towns
  street: { archetype: 'street', features: ['urban'] },
  alley: { archetype: 'street', features: ['urban', 'alley'] },
  market: { archetype: 'street', features: ['urban', 'stalls'] },
  'street-cafe': { archetype: 'street', features: ['urban', 'terrace'] },
  'neon-street': { archetype: 'street', features: ['urban', 'neon-signs'] },
  chinatown: { archetype: 'street', features: ['urban', 'paper-lanterns'] },
  road: { archetype: 'road', features: [] },
  city: { archetype: 'city', features: ['skyline', 'urban'] },
  rooftop: { archetype: 'city', features: ['skyline', 'urban', 'rooftop'] },
  'old-town': { archetype: 'city', features: ['old-town', 'urban'] },
  canal: { archetype: 'city', features: ['canal', 'urban', 'water'] },
  paris: { archetype: 'city', features: ['old-town', 'urban', 'eiffel-tower'] },
  london: { archetype: 'city', features: ['old-town', 'urban', 'big-ben'] },
  'tower-bridge': { archetype: 'city', features: ['old-town', 'urban', 'tower-bridge', 'riverside'] },
  rome: { archetype: 'city', features: ['old-town', 'urban', 'colosseum'] },
  pisa: { archetype: 'city', features: ['old-town', 'urban', 'leaning-tower'] },
  moscow: { archetype: 'city', features: ['old-town', 'urban', 'onion-domes'] },
  berlin: { archetype: 'city', features: ['old-town', 'urban', 'column-gate'] },
  istanbul: { archetype: 'city', features: ['old-town', 'urban', 'great-mosque'] },
  beijing: { archetype: 'city', features: ['old-town', 'urban', 'palace-gate'] },
  'new-york': { archetype: 'city', features: ['skyline', 'urban', 'deco-tower'] },
  tokyo: { archetype: 'city', features: ['skyline', 'urban', 'red-tower'] },
  dubai: { archetype: 'city', features: ['skyline', 'urban', 'needle-tower'] },
  shanghai: { archetype: 'city', features: ['skyline', 'urban', 'pearl-tower'] },
  seattle: { archetype: 'city', features: ['skyline', 'urban', 'saucer-tower'] },
  // In open country
  mountains: { archetype: 'landscape', features: ['peaks', 'far-shore', 'greenery'] },
  hills: { archetype: 'landscape', features: ['low-hills'] },
  canyon: { archetype: 'landscape', features: ['canyon'] },
  valley: { archetype: 'landscape', features: [] },
  lake: { archetype: 'landscape', features: ['water', 'riverside'] },
  river: { archetype: 'landscape', features: ['water', 'riverside'] },
  waterfall: { archetype: 'landscape', features: ['water', 'waterfall', 'riverside'] },
  garden: { archetype: 'landscape', features: ['low-hills', 'flowers', 'flower-beds', 'greenery'] },
  park: { archetype: 'landscape', features: ['low-hills', 'path', 'greenery'] },
  playground: { archetype: 'landscape', features: ['low-hills', 'playground', 'greenery'] },
  zoo: { archetype: 'landscape', features: ['low-hills', 'zoo', 'path', 'greenery'] },
  stadium: { archetype: 'landscape', features: ['low-hills', 'stands'] },
  'ice-rink': { archetype: 'landscape', features: ['low-hills', 'snow', 'rink'] },
  'ski-slope': { archetype: 'landscape', features: ['snow', 'peaks'] },
  fairground: { archetype: 'landscape', features: ['low-hills', 'fairground', 'path'] },
  'building-site': { archetype: 'landscape', features: ['low-hills', 'building-site'] },
  airport: { archetype: 'landscape', features: ['low-hills', 'runway'] },
  meadow: { archetype: 'landscape', features: ['low-hills', 'flowers', 'greenery'] },
  savanna: { archetype: 'landscape', features: ['savanna'] },
  tundra: { archetype: 'landscape', features: ['snow', 'low-hills'] },
  lavender: { archetype: 'landscape', features: ['low-hills', 'lavender'] },
  sunflowers: { archetype: 'landscape', features: ['low-hills', 'sunflowers'] },
  wheat: { archetype: 'landscape', features: ['low-hills', 'wheat'] },
  vineyard: { archetype: 'landscape', features: ['low-hills', 'vines', 'houses'] },
  'rice-terraces': { archetype: 'landscape', features: ['rice-terraces', 'palms'] },
  farm: { archetype: 'landscape', features: ['low-hills', 'barns', 'crops', 'fence'] },
  village: { archetype: 'landscape', features: ['houses', 'fence', 'path'] },
  camp: { archetype: 'landscape', features: ['camp', 'peaks', 'greenery'] },
  desert: { archetype: 'landscape', features: ['desert'] },
  arctic: { archetype: 'landscape', features: ['snow'] },
  cave: { archetype: 'landscape', features: ['cave'] },
  ruin: { archetype: 'landscape', features: ['ruins'] },
  graveyard: { archetype: 'landscape', features: ['low-hills', 'graves'] },
  railway: { archetype: 'landscape', features: ['rails'] },
  path: { archetype: 'landscape', features: ['path'] },
  landscape: { archetype: 'landscape', features: [] },
  volcano: { archetype: 'landscape', features: ['volcano', 'far-shore'] },
  temple: { archetype: 'landscape', features: ['pagoda', 'greenery'] },
  kyoto: { archetype: 'landscape', features: ['pagoda', 'path', 'greenery'] },
  'shrine-gate': { archetype: 'landscape', features: ['torii', 'path', 'greenery'] },
  pyramids: { archetype: 'landscape', features: ['desert', 'pyramids'] },
  petra: { archetype: 'landscape', features: ['desert', 'rock-facade'] },
  cappadocia: { archetype: 'landscape', features: ['desert', 'fairy-chimneys'] },
  'great-wall': { archetype: 'landscape', features: ['great-wall', 'peaks'] },
  'machu-picchu': { archetype: 'landscape', features: ['peaks', 'inca-city'] },
  'taj-mahal': { archetype: 'landscape', features: ['low-hills', 'taj-mahal', 'flower-beds'] },
  angkor: { archetype: 'landscape', features: ['low-hills', 'angkor-towers', 'palms'] },
  athens: { archetype: 'landscape', features: ['low-hills', 'parthenon'] },
  stonehenge: { archetype: 'landscape', features: ['low-hills', 'stone-circle'] },
  'easter-island': { archetype: 'landscape', features: ['low-hills', 'stone-heads'] },
  'stepped-pyramid': { archetype: 'landscape', features: ['low-hills', 'stepped-pyramid', 'palms'] },
  neuschwanstein: { archetype: 'landscape', features: ['peaks', 'hilltop-castle'] },
  aurora: { archetype: 'landscape', features: ['aurora'] },
  // Found where a word for outer space is said of the sky over some ground.
  'milky-way': { archetype: 'landscape', features: ['milky-way'] },
  sky: { archetype: 'sky', features: [] },
  // A place by a name that we do not know: out of doors, and the name is told among the words that were not used.
  somewhere: { archetype: 'landscape', features: [] },
  // Found by what stands before them in a scene in space, not by a word of their own: the moon in a sky is no place.
  moon: { archetype: 'space', features: ['firm-ground'] },
  mars: { archetype: 'space', features: ['firm-ground', 'red-ground'] },
  planet: { archetype: 'space', features: ['firm-ground', 'strange-ground'] },
  asteroid: { archetype: 'space', features: ['firm-ground', 'round-ground'] },
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

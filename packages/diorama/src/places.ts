import type { Archetype, Brief } from './brief.ts'
import { INTERIORS, type Feature } from './place-features.ts'

/** The scene that a place asks for, and what it brings into any scene that knows how to draw it. */
type PlaceTraits = { archetype: Archetype; features: readonly Feature[] }

// Every `place:` of the word tables has its row here. A place brings what its row says and nothing else: a name that
// looks like another one (a "mountain lake" beside "lake") brings nothing of that other one by itself.
const PLACES: Readonly<Record<string, PlaceTraits>> = {
  // A room that is called as its look is that room.
  ...(Object.fromEntries(INTERIORS.map((name) => [name, { archetype: 'room', features: [name] }])) as Record<
    string,
    PlaceTraits
  >),
  underwater: { archetype: 'underwater', features: [] },
  'sea-cave': { archetype: 'underwater', features: ['sea-cave'] },
  'sunken-city': { archetype: 'underwater', features: ['sunken-ruins'] },
  space: { archetype: 'space', features: [] },
  stage: { archetype: 'theatre', features: [] },
  desk: { archetype: 'desk', features: [] },
  tabletop: { archetype: 'tabletop', features: [] },
  // Under a roof
  bedroom: { archetype: 'room', features: ['bed'] },
  library: { archetype: 'room', features: ['bookshelves'] },
  office: { archetype: 'room', features: ['office', 'urban'] },
  'hospital-ward': { archetype: 'room', features: ['hospital'] },
  'church-nave': { archetype: 'room', features: ['church'] },
  // What a room has, whichever it is: brought by words of their own, where the scene is a room.
  'brick-walls': { archetype: 'room', features: ['brick-walls'] },
  'large-windows': { archetype: 'room', features: ['large-windows'] },
  'train-car': { archetype: 'room', features: ['train'] },
  // Found by whoever looks out of an aeroplane.
  'plane-cabin': { archetype: 'room', features: ['cabin'] },
  station: { archetype: 'room', features: ['station', 'urban'] },
  'submarine-inside': { archetype: 'room', features: ['submarine'] },
  'bus-inside': { archetype: 'room', features: ['bus'] },
  'observatory-dome': { archetype: 'room', features: ['observatory'] },
  'synagogue-hall': { archetype: 'room', features: ['synagogue'] },
  studio: { archetype: 'studio', features: [] },
  room: { archetype: 'room', features: [] },
  // Among trees
  forest: { archetype: 'forest', features: ['greenery'] },
  birches: { archetype: 'forest', features: ['birch', 'greenery'] },
  bamboo: { archetype: 'forest', features: ['bamboo', 'greenery'] },
  jungle: { archetype: 'forest', features: ['jungle', 'palms', 'greenery'] },
  swamp: { archetype: 'forest', features: ['water'] },
  // By the sea
  beach: { archetype: 'sea', features: ['sand', 'palms'] },
  island: { archetype: 'sea', features: ['island', 'sand', 'palms'] },
  harbour: { archetype: 'sea', features: ['pier', 'quay', 'far-shore'] },
  sea: { archetype: 'sea', features: [] },
  'cliff-coast': { archetype: 'sea', features: ['cliffs'] },
  'ice-floe': { archetype: 'sea', features: ['ice-floe'] },
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
  platform: { archetype: 'street', features: ['urban', 'platform'] },
  'petrol-station': { archetype: 'street', features: ['urban', 'petrol-station'] },
  'western-town': { archetype: 'street', features: ['western'] },
  bazaar: { archetype: 'street', features: ['bazaar'] },
  courtyard: { archetype: 'street', features: ['courtyard'] },
  'christmas-market': { archetype: 'street', features: ['urban', 'winter-huts', 'snow'] },
  square: { archetype: 'street', features: ['town-square'] },
  'cobbled-street': { archetype: 'street', features: ['bright-houses'] },
  'ruined-town': { archetype: 'street', features: ['ruined-town'] },
  'medieval-town': { archetype: 'street', features: ['timber-houses'] },
  'victorian-street': { archetype: 'street', features: ['terrace-houses'] },
  favela: { archetype: 'street', features: ['stacked-houses'] },
  amsterdam: { archetype: 'street', features: ['gable-houses'] },
  'palace-town': { archetype: 'street', features: ['palace-town'] },
  hutong: { archetype: 'street', features: ['hutong'] },
  forum: { archetype: 'street', features: ['forum'] },
  suburb: { archetype: 'street', features: ['suburb'] },
  motel: { archetype: 'street', features: ['motel'] },
  'parking-lot': { archetype: 'street', features: ['urban', 'parking'] },
  // Shops seen from outside: found by who stands before one.
  'bread-shop': { archetype: 'street', features: ['urban', 'bread-shop'] },
  'bloom-shop': { archetype: 'street', features: ['urban', 'bloom-shop'] },
  'book-shop': { archetype: 'street', features: ['urban', 'book-shop'] },
  'cup-shop': { archetype: 'street', features: ['urban', 'cup-shop'] },
  'dress-shop': { archetype: 'street', features: ['urban', 'dress-shop'] },
  'bottle-shop': { archetype: 'street', features: ['urban', 'bottle-shop'] },
  'fruit-shop': { archetype: 'street', features: ['urban', 'fruit-shop'] },
  'toy-front': { archetype: 'street', features: ['urban', 'toy-front'] },
  'plain-shop': { archetype: 'street', features: ['urban', 'plain-shop'] },
  road: { archetype: 'road', features: [] },
  city: { archetype: 'city', features: ['skyline', 'urban'] },
  rooftop: { archetype: 'city', features: ['skyline', 'urban', 'rooftop'] },
  balcony: { archetype: 'city', features: ['old-town', 'urban', 'balcony'] },
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
  garden: { archetype: 'landscape', features: ['low-hills', 'flowers', 'garden-bower', 'flower-beds', 'greenery'] },
  park: { archetype: 'landscape', features: ['low-hills', 'park-walk', 'path', 'greenery'] },
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
  dunes: { archetype: 'landscape', features: ['desert', 'dunes'] },
  tulips: { archetype: 'landscape', features: ['low-hills', 'tulips'] },
  poppies: { archetype: 'landscape', features: ['low-hills', 'poppies'] },
  daisies: { archetype: 'landscape', features: ['low-hills', 'daisies'] },
  tea: { archetype: 'landscape', features: ['tea'] },
  oasis: { archetype: 'landscape', features: ['desert', 'dunes', 'oasis', 'water'] },
  'ice-cave': { archetype: 'landscape', features: ['cave', 'ice-cave', 'snow'] },
  steppe: { archetype: 'landscape', features: ['steppe'] },
  fjord: { archetype: 'landscape', features: ['water', 'peaks', 'riverside'] },
  pasture: { archetype: 'landscape', features: ['low-hills', 'fence', 'greenery'] },
  backyard: { archetype: 'landscape', features: ['low-hills', 'back-fence', 'greenery'] },
  'hot-spring': { archetype: 'landscape', features: ['water', 'hot-spring', 'low-hills'] },
  pool: { archetype: 'landscape', features: ['water', 'pool', 'low-hills'] },
  'frozen-lake': { archetype: 'landscape', features: ['snow', 'frozen', 'low-hills'] },
  glacier: { archetype: 'landscape', features: ['snow', 'peaks', 'frozen'] },
  moor: { archetype: 'landscape', features: ['heather', 'low-hills'] },
  'floating-island': { archetype: 'landscape', features: ['floating-islands', 'low-hills'] },
  'race-track': { archetype: 'road', features: ['racing'] },
  'mountain-pass': { archetype: 'road', features: ['peaks'] },
  battlefield: { archetype: 'landscape', features: ['low-hills', 'battlefield'] },
  orchard: { archetype: 'landscape', features: ['low-hills', 'orchard', 'greenery'] },
  veranda: { archetype: 'landscape', features: ['low-hills', 'veranda', 'greenery'] },
  'tennis-court': { archetype: 'landscape', features: ['low-hills', 'tennis-court'] },
  'basketball-court': { archetype: 'landscape', features: ['skyline', 'basketball-court'] },
  'golf-course': { archetype: 'landscape', features: ['low-hills', 'golf', 'greenery'] },
  'finish-line': { archetype: 'landscape', features: ['low-hills', 'finish-line'] },
  'skate-park': { archetype: 'landscape', features: ['skyline', 'skate-park'] },
  junkyard: { archetype: 'landscape', features: ['low-hills', 'junkyard'] },
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
  'earth-above': { archetype: 'space', features: ['firm-ground', 'earth-above'] },
  moon: { archetype: 'space', features: ['firm-ground'] },
  'moon-base': { archetype: 'space', features: ['firm-ground', 'moon-base', 'earth-above'] },
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

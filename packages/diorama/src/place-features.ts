/** Buildings that everybody knows by their outline: one of them stands behind whatever else a scene shows. */
export const LANDMARKS = [
  'eiffel-tower',
  'red-tower',
  'big-ben',
  'colosseum',
  'parthenon',
  'onion-domes',
  'leaning-tower',
  'hilltop-castle',
  'column-gate',
  'stone-circle',
  'taj-mahal',
  'great-mosque',
  'palace-gate',
  'angkor-towers',
  'torii',
  'needle-tower',
  'pearl-tower',
  'deco-tower',
  'pyramids',
  'rock-facade',
  'wide-arms-statue',
  'shell-roofs',
  'stepped-pyramid',
  'red-bridge',
  'tower-bridge',
  'stone-heads',
  'saucer-tower',
  'inca-city',
] as const
export type Landmark = (typeof LANDMARKS)[number]

/** The kinds of room that have a look of their own; any other room has somewhere to sit, books and a plant. */
export const INTERIORS = [
  'kitchen',
  'office',
  'classroom',
  'hospital',
  'church',
  'tatami-room',
  'temple-hall',
  'column-hall',
  'cafe',
  'bar',
  'restaurant',
  'bakery',
  'shop',
  'workshop',
  'forge',
  'garage',
  'laboratory',
  'cockpit',
  'train',
  'cabin',
  'greenhouse',
  'gym',
  'castle-hall',
  'attic',
  'bathroom',
  'museum',
  'station',
  'subway',
  'cinema',
  'art-studio',
  'nursery',
  'barn',
  'dungeon',
  'ballroom',
  'laundry',
  'barber',
  'boutique',
  'pharmacy',
  'flower-shop',
  'supermarket',
  'toy-shop',
  'sushi-bar',
  'teahouse',
  'hair-salon',
  'courtroom',
  'recording-studio',
  'backstage',
  'boxing-ring',
  'nightclub',
  'aquarium-hall',
  'mosque-hall',
  'server-room',
  'elevator',
  'mall',
  'home-office',
  'hallway',
  'wine-cellar',
  'basement',
  'sauna',
  'spa',
  'pizzeria',
  'stable',
  'factory',
  'hangar',
  'operating-room',
  'police-station',
  'fire-station',
  'locker-room',
  'butcher',
  'diner',
  'flight-deck',
  'submarine',
  'bus',
  'airport-gate',
  'film-set',
  'observatory',
  'dance-studio',
  'synagogue',
  'mine',
  'underpass',
  'cloister',
  'log-cabin',
  'witch-hut',
  'haunted-room',
  'tunnel-inside',
  'games-arcade',
  'casino',
  'bowling-alley',
  'warehouse',
] as const
export type Interior = (typeof INTERIORS)[number]

/** Something that a place brings into a picture, by the name that the settings ask for. */
export type Feature =
  | Landmark
  | Interior
  // In the air
  | 'aurora'
  | 'milky-way'
  // On the land, whatever the archetype
  | 'snow' // winter, unless a season is named
  | 'water' // a lake or river to float on
  | 'volcano' // a smoking cone, and embers in the air
  | 'waterfall'
  | 'desert'
  // In open country
  | 'barns'
  | 'building-site'
  | 'camp'
  | 'canyon'
  | 'cave'
  | 'crops'
  | 'fairground'
  | 'fairy-chimneys'
  | 'fence'
  | 'picket-fence' // white, before a garden
  | 'flower-beds'
  | 'flowers' // many more of them than elsewhere
  | 'graves'
  | 'great-wall'
  | 'houses'
  | 'lavender'
  | 'low-hills' // never mountains behind
  | 'pagoda'
  | 'palms' // in place of other trees
  | 'path'
  | 'dirt-road'
  | 'paved-road'
  | 'winding-river' // comes in bends from the horizon, where nobody has to float on it
  | 'peaks'
  | 'playground'
  | 'rails' // under whatever runs on them
  | 'rice-terraces'
  | 'rink' // smooth ice within boards
  | 'ruins'
  | 'runway'
  | 'savanna' // dry grass, umbrella trees
  | 'skyline' // behind a landscape or a road
  | 'stands' // seats around a pitch
  | 'sunflowers'
  | 'vines'
  | 'wheat'
  | 'zoo'
  | 'basketball-court'
  | 'daisies'
  | 'dunes'
  | 'finish-line'
  | 'floating-islands'
  | 'frozen' // ice in place of a meadow
  | 'golf'
  | 'heather'
  | 'hot-spring'
  | 'junkyard'
  | 'orchard'
  | 'park-walk'
  | 'garden-bower'
  | 'back-fence'
  | 'racing'
  | 'battlefield'
  | 'pool'
  | 'poppies'
  | 'skate-park'
  | 'tennis-court'
  | 'tulips'
  | 'tea'
  | 'oasis'
  | 'ice-cave'
  | 'steppe'
  | 'veranda'
  // In a forest
  | 'bamboo'
  | 'birch'
  | 'jungle'
  // By the sea
  | 'cliffs' // high over the water, with grass to stand on
  | 'ice-floe'
  | 'deck' // planks and a rail, with water all about
  | 'far-shore'
  | 'island'
  | 'jetty' // planks that lead out over the water
  | 'pier' // houses and masts across the water
  | 'quay' // paved ground by the water
  | 'sand'
  | 'white-town'
  // Under water
  | 'sunken-ruins'
  | 'sea-cave'
  // In a city or a street
  | 'alley'
  | 'balcony'
  | 'canal'
  | 'old-town'
  | 'paper-lanterns'
  | 'neon-signs'
  | 'riverside'
  | 'rooftop'
  | 'stalls'
  | 'terrace'
  // Along a street, each with a front of its own
  | 'platform' // a train, a canopy and a clock
  | 'petrol-station'
  | 'western'
  | 'bazaar'
  | 'courtyard'
  | 'winter-huts'
  | 'town-square'
  | 'bright-houses'
  | 'parking'
  | 'ruined-town'
  | 'timber-houses'
  | 'terrace-houses'
  | 'stacked-houses'
  | 'gable-houses'
  | 'palace-town'
  | 'hutong'
  | 'ghats'
  | 'forum'
  | 'suburb'
  | 'motel'
  // One large shop seen from the street, by what is in its window
  | 'bread-shop'
  | 'bloom-shop'
  | 'book-shop'
  | 'cup-shop'
  | 'dress-shop'
  | 'bottle-shop'
  | 'fruit-shop'
  | 'toy-front'
  | 'plain-shop'
  // In a room
  | 'bed'
  | 'bookshelves'
  | 'brick-walls'
  | 'large-windows'
  // Behind a portrait
  | 'greenery'
  | 'urban'
  // In space
  | 'firm-ground'
  | 'moon-base'
  | 'red-ground'
  | 'earth-above'
  | 'earth-seen' // large, under or behind whatever is in space
  | 'strange-ground' // of the colour that is named
  | 'round-ground' // so small that its edge is seen to bend

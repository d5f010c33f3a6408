import type { Script, Subject } from '../../brief.ts'
import { archetypeOfPlace } from '../../places.ts'
import { baseOf } from '../habitats.ts'

type Home = readonly [art: RegExp, place: string]

const TRAINS = /^(locomotive|train|railway-car|high-speed-train|bullet-train|light-rail|mountain-railway)$/

// Where a thing is always found: an oven in a kitchen, a hydrant in a street. The first row that fits anything told counts.
const OF_THINGS: readonly Home[] = [
  [TRAINS, 'railway'],
  [/^(washing-machine)$/, 'laundry'],
  [/^(stove|refrigerator|microwave|toaster|sink|coffee-machine|rolling-pin|whisk|spatula)$/, 'kitchen'],
  [/^(bathtub|toilet|shower|rubber-duck|towel|toothbrush|plunger)$/, 'bathroom'],
  [/^(crib|toy-train|toy-blocks|rocking-horse|spinning-top)$/, 'nursery'],
  [/^(pillow|wardrobe)$/, 'bedroom'],
  [/^dumbbell$/, 'gym'],
  [/^anvil$/, 'forge'],
  [/^(potters-wheel|carpentry-saw|clamp)$/, 'workshop'],
  [/^blackboard$/, 'classroom'],
  [/^shopping-cart$/, 'shop'],
  [/^drum-kit$/, 'stage'],
  [
    /^(armchair|rocking-chair|floor-lamp|rug|chandelier|grandfather-clock|cuckoo-clock|vacuum-cleaner|sewing-machine|gramophone|record-player|coat-rack|fireplace)$/,
    'room',
  ],
  [/^(tower-crane|cement-mixer|excavator)$/, 'building-site'],
  [/^market-stall$/, 'market'],
  [
    /^(fire-hydrant|phone-booth|trash-can|bus-stop|(vertical|horizontal)-traffic-light|postbox|traffic-cone|tram-car|taxi|bus|trolleybus|fire-engine|ambulance|police-car)$/,
    'street',
  ],
  [/^(surfboard|.*-surfing|umbrella-on-ground|sandcastle)$/, 'beach'],
  [/^(ice-hockey|ice-skate|curling-stone)$/, 'ice-rink'],
  [/^(skis|skier|snowboarder|sled)$/, 'ski-slope'],
  [/^(walrus|polar-bear|igloo)$/, 'arctic'],
  [/^(lawn-mower|garden-hose|rake|birdhouse|doghouse|clothesline|grill|hammock|trampoline)$/, 'garden'],
  [/^(swing|seesaw|playground-slide)$/, 'park'],
  [/^(sleeping-bag)$/, 'camp'],
  [/^(tractor|pitchfork|scarecrow)$/, 'farm'],
  [/^(headstone|coffin)$/, 'graveyard'],
  [/^gondola$/, 'canal'],
  [/^(ostrich|giraffe|zebra)$/, 'savanna'],
  [/^(toucan|gorilla|orangutan)$/, 'jungle'],
  [/^(camel|two-hump-camel)$/, 'desert'],
  [/^(swan|canoe)$/, 'lake'],
]

/** Whether one of these needs rails under it, wherever it is. */
export const hasTrain = (subjects: readonly Subject[]) => subjects.some(({ art }) => TRAINS.test(art))

// Where somebody works, as long as they are doing something there; alone they sit for a portrait.
const OF_PEOPLE: readonly Home[] = [
  [/cook$/, 'kitchen'],
  [/mechanic$/, 'garage'],
  [/scientist$/, 'laboratory'],
  [/teacher$/, 'classroom'],
  [/health-worker$/, 'hospital-ward'],
  [/artist$/, 'art-studio'],
  [/(office-worker|judge|technologist)$/, 'office'],
  [/factory-worker$/, 'workshop'],
  [/haircut$/, 'shop'],
  [/singer$/, 'stage'],
  [/(firefighter|police-officer|detective)$/, 'street'],
  [/construction-worker$/, 'building-site'],
  [/farmer$/, 'farm'],
]

// A room has no oak, no cow and no lorry in it; a street has no bed.
const OUTSIDE =
  /(?<!christmas-)tree$|^(branch|bench|fence|stone-wall|tree-stump|campfire|wagon|roof|lily-pad|bush|well|horse|cow|ox|deer|bear)$/
const INSIDE = /^(sofa|bed|couch-and-lamp|bookcase|table|piano|desk-lamp|windowsill|shelf|television)$/

const isOutside = ({ art, kind }: Subject) => OUTSIDE.test(art) || /^(place-(building|religious)|transport)/.test(kind)

function firstHome(homes: readonly Home[], arts: readonly string[]): string | undefined {
  return homes.find(([pattern]) => arts.some((art) => pattern.test(art)))?.[1]
}

/** Whether nothing that is told of would be out of place there. */
export function isFittingHome(place: string, all: readonly Subject[]): boolean {
  const driven = place === 'garage' ? all.filter(({ kind }) => !kind.startsWith('transport')) : all
  if (archetypeOfPlace(place) === 'room') return !driven.some(isOutside)
  return !all.some(({ art }) => INSIDE.test(art))
}

function fits(place: string, all: readonly Subject[], openAir: boolean): boolean {
  return isFittingHome(place, all) && !(openAir && archetypeOfPlace(place) === 'room')
}

/**
 * The place that what is told implies, where none is named: a surfboard wants a beach, a chef at work a kitchen. `openAir`:
 * the sky or the weather is spoken of.
 */
export function homesOfThings(subjects: readonly Subject[], { entities, deeds }: Script, openAir: boolean): string[] {
  const all = [...subjects, ...entities]
  const arts = all.map(({ art }) => baseOf(art))
  const things = firstHome(OF_THINGS, arts)
  if (things !== undefined) return fits(things, all, openAir) ? [things] : []
  const busy = deeds.length > 0 || subjects.length > 1
  const trade = busy ? firstHome(OF_PEOPLE, arts) : undefined
  return trade !== undefined && fits(trade, all, openAir) ? [trade] : []
}

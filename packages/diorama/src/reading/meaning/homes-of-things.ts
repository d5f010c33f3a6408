import type { Archetype, Deed, Script, Subject, Verb } from '../../brief.ts'
import { craftOf } from '../../crafts.ts'
import { archetypeOfPlace } from '../../places.ts'
import { isAlive, metresOf } from '../../staging/real-sizes.ts'
import { uprightFace } from '../../scene/rig/upright.ts'
import { baseOf } from '../habitats.ts'
import type { Sense } from '../senses.ts'

type Home = readonly [art: RegExp, place: string]

const TRAINS = /^(locomotive|train|railway-car|high-speed-train|bullet-train|light-rail|mountain-railway)$/

// Where a thing is always found: an oven in a kitchen, a hydrant in a street. The first row that fits anything told counts.
const OF_THINGS: readonly Home[] = [
  [TRAINS, 'railway'],
  [/^fireplace$/, 'room'],
  [/^(washing-machine)$/, 'laundry'],
  [/^(stove|refrigerator|microwave|toaster|sink|coffee-machine|rolling-pin|whisk|spatula)$/, 'kitchen'],
  [/^(bathtub|toilet|shower|rubber-duck|towel|toothbrush|plunger)$/, 'bathroom'],
  [/^(crib|toy-train|toy-blocks|rocking-horse|spinning-top)$/, 'nursery'],
  [/^(pillow|wardrobe)$/, 'bedroom'],
  [/^(dumbbell|punching-bag|basketball|basketball-hoop|boxing-glove)$/, 'gym'],
  [/^(goal-net|tennis|baseball|american-football|rugby-football|trophy)$/, 'stadium'],
  [/^volleyball$/, 'beach'],
  [/^anvil$/, 'forge'],
  [/^(potters-wheel|carpentry-saw|clamp)$/, 'workshop'],
  [/^robot-arm$/, 'factory'],
  [/^treadmill$/, 'gym'],
  [/^server-rack$/, 'server-room'],
  [/^(beaker|erlenmeyer|bunsen-burner|molecule|tesla-coil)$/, 'laboratory'],
  [/^(iv-drip|hospital-bed)$/, 'hospital-ward'],
  [/^(carousel|high-striker|bumper-car|popcorn-machine|claw-machine|arcade-machine)$/, 'fairground'],
  [/^blackboard$/, 'classroom'],
  [/^shopping-cart$/, 'shop'],
  [/^drum-kit$/, 'stage'],
  [
    /^(armchair|rocking-chair|floor-lamp|rug|chandelier|grandfather-clock|cuckoo-clock|vacuum-cleaner|sewing-machine|gramophone|record-player|coat-rack)$/,
    'room',
  ],
  [/^(shipping-container|cargo-ship|buoy)$/, 'harbour'],
  [/^(tower-crane|cement-mixer|excavator)$/, 'building-site'],
  [/^market-stall$/, 'market'],
  [
    /^(fire-hydrant|phone-booth|trash-can|bus-stop|(vertical|horizontal)-traffic-light|postbox|traffic-cone|tram-car|taxi|bus|trolleybus|fire-engine|ambulance|police-car|parking-meter|dumpster|hot-dog-cart|ice-cream-truck|atm|charging-station|jackhammer|townhouse)$/,
    'street',
  ],
  [
    /^(surfboard|.*-surfing|umbrella-on-ground|sandcastle|scallop-shell|hermit-crab|beach-ball|flippers|lobster-trap)$/,
    'beach',
  ],
  [/^(ice-hockey|ice-skate|curling-stone)$/, 'ice-rink'],
  [/^(skis|skier|snowboarder|sled)$/, 'ski-slope'],
  [/^(walrus|polar-bear|igloo|puffin|snowy-owl|yeti)$/, 'arctic'],
  [
    /^(lawn-mower|garden-hose|sundial|sprinkler|trellis|bird-bath|bird-feeder|topiary|trowel|rake|birdhouse|doghouse|clothesline|grill|hammock|trampoline)$/,
    'garden',
  ],
  [/^(swing|seesaw|playground-slide)$/, 'park'],
  [/^(sleeping-bag)$/, 'camp'],
  [/^(tractor|pitchfork|scarecrow|silo|milk-can|trough|hand-pump)$/, 'farm'],
  [/^(headstone|coffin)$/, 'graveyard'],
  [/^gondola$/, 'canal'],
  [/^(bridge|rope-bridge|log-bridge|duck)$/, 'river'],
  [/^fountain$/, 'square'],
  [/^(post-office|japanese-post-office|bank|convenience-store|department-store|hotel)$/, 'street'],
  [/^fuel-pump$/, 'petrol-station'],
  [
    /^(ostrich|giraffe|zebra|lioness|cheetah|hyena|meerkat|antelope|warthog|baobab-tree|acacia-tree|vulture)$/,
    'savanna',
  ],
  [/^(toucan|gorilla|orangutan|macaw|blue-macaw|jaguar|panther|chameleon|lemur)$/, 'jungle'],
  [/^(camel|two-hump-camel)$/, 'desert'],
  [/^(swan|canoe|kingfisher|pelican|reeds)$/, 'lake'],
]

// Needs rails under it, wherever it is.
const hasTrain = (subjects: readonly Subject[]) =>
  subjects.some(({ art }) => TRAINS.test(art)) && !subjects.some(({ art }) => ON_BRIDGES.test(art))

// The rails are on the bridge then.
const ON_BRIDGES = /^(bridge|viaduct)$/

const OF_DEEDS: readonly [Verb, string][] = [
  ['skate', 'ice-rink'],
  ['roller-skate', 'park'],
  ['ski', 'ski-slope'],
  ['surf', 'beach'],
]

// Where somebody works, as long as they are doing something there; alone they sit for a portrait.
const OF_PEOPLE: readonly Home[] = [
  [/cook$/, 'kitchen'],
  [/mechanic$/, 'garage'],
  [/scientist$/, 'laboratory'],
  [/teacher$/, 'classroom'],
  [/health-worker$/, 'hospital-ward'],
  [/artist$/, 'art-studio'],
  [/judge$/, 'courtroom'],
  [/(office-worker|technologist)$/, 'office'],
  [/factory-worker$/, 'factory'],
  [/haircut$/, 'hair-salon'],
  [/(singer|juggling)$/, 'stage'],
  [/(firefighter|police-officer|detective)$/, 'street'],
  [/construction-worker$/, 'building-site'],
  [/farmer$/, 'farm'],
  [/^student$/, 'classroom'],
]

// A room has no oak, no cow and no lorry in it; a street has no bed.
const OUTSIDE =
  /(?<!christmas-)tree$|^(branch|bench|fence|stone-wall|tree-stump|campfire|wagon|roof|lily-pad|bush|well|horse|cow|ox|deer|bear|elephant|giraffe|zebra|camel|lion|tiger|rhinoceros|hippopotamus|moose|bison|water-buffalo|wolf|crane|tractor)$/
const INSIDE = /^(sofa|bed|couch-and-lamp|bookcase|table|piano|desk-lamp|windowsill|shelf|television)$/

// A toy is at home wherever one plays.
const isOutside = ({ art, kind, scale }: Subject) =>
  scale !== 'tiny' &&
  !/wheelchair/.test(art) &&
  (OUTSIDE.test(art) ||
    (art === 'mushroom' && /^(large|giant)$/.test(scale)) ||
    /^(place-(building|religious)|transport)/.test(kind))

function firstHome(homes: readonly Home[], arts: readonly string[]): string | undefined {
  return homes.find(([pattern]) => arts.some((art) => pattern.test(art)))?.[1]
}

// A herd grazes in no street, whoever brings the post there.
const isHerd = ({ art, count }: Subject) => count > 1 && /^(cow|ox|ewe|ram|goat|pig)$/.test(art)

// Whether nothing that is told of would be out of place there.
function isFittingHome(place: string, all: readonly Subject[]): boolean {
  const driven = place === 'garage' ? all.filter(({ kind }) => !kind.startsWith('transport')) : all
  if (archetypeOfPlace(place) === 'room') return !driven.some(isOutside)
  if (archetypeOfPlace(place) === 'street' && all.some(isHerd)) return false
  return !all.some(({ art }) => INSIDE.test(art))
}

function fits(place: string, all: readonly Subject[], openAir: boolean): boolean {
  return isFittingHome(place, all) && !(openAir && archetypeOfPlace(place) === 'room')
}

// A bear that cooks does so in a kitchen, as whoever else does: it is no animal that lives outside, nor is one of marble.
function everybody(subjects: readonly Subject[], entities: readonly Subject[]): Subject[] {
  const indoors = (one: Subject) => uprightFace(one) !== undefined || (one.material !== undefined && isAlive(one))
  const upright = new Set(entities.filter(indoors).map(({ art }) => art))
  const asPerson = (one: Subject): Subject => (upright.has(one.art) ? { ...one, art: 'person', kind: 'person' } : one)
  return [...subjects, ...entities].map(asPerson)
}

// Cars are mended in a garage, all else in a workshop.
function workplaceOf({ verb, craft, patient = -1 }: Deed, entities: readonly Subject[]): string | undefined {
  const { kind = '', scale, art = '' } = entities[patient] ?? {}
  const driven = craft === 'repair' && kind === 'transport-ground' && scale !== 'tiny'
  // A fence is painted and a roof mended where they are.
  const built = /^(fence|roof|stone-wall|statue)$|^(rowing-)?boat$|net$/.test(art) || kind.startsWith('place')
  if (driven) return 'garage'
  return built ? undefined : (craftOf(craft)?.home ?? homeOfObject({ verb, patient }, entities))
}

// What is done with things of a house is done in one.
function homeOfObject({ verb, patient = -1 }: Pick<Deed, 'verb' | 'patient'>, entities: readonly Subject[]) {
  const thing = entities[patient]
  return thing && OF_OBJECTS.find(([deed, is]) => deed.test(verb) && is(thing))?.[2]
}

const OF_A_HOUSE =
  /^(household|dishware|office|book-paper|computer|phone|light-video|money|medical|mail|writing|game|event)$/

const OF_OBJECTS: readonly [deed: RegExp, is: (thing: Subject) => boolean, home: string][] = [
  [/^play$/, ({ kind }) => kind === 'game', 'room'],
  [/^(work|handle|take)$/, (thing) => OF_A_HOUSE.test(thing.kind) && metresOf(thing) < 1.2, 'room'],
  [/^hold$/, ({ kind }) => /^(computer|phone)$/.test(kind), 'room'],
  [/^(work|handle)$/, ({ kind }) => /^(food|drink|dish)/.test(kind), 'kitchen'],
  [/^read$/, ({ art }) => /newspaper$|^scroll$/.test(art), 'room'],
  [/^eat$/, ({ kind, art }) => /^food-(prepared|asian)$/.test(kind) && !SNACKS.test(art), 'kitchen'],
  [/^eat$/, ({ art }) => /^(wine|champagne|cocktail|martini|margarita|beer|clinking)/.test(art), 'restaurant'],
  [/^eat$/, ({ art }) => /^(hot-beverage|espresso|latte|cappuccino|tea-cup)$/.test(art), 'cafe'],
  [/^eat$/, ({ kind, art }) => kind === 'drink' && !/coconut|tropical|lemonade|bottle|can$|straw/.test(art), 'kitchen'],
]

// Eaten on the way.
const SNACKS = /^(hamburger|sandwich|hot-dog|pizza|popcorn|french-fries|taco|burrito|bagel|pretzel|croissant|falafel)/

// The place that what is told implies: a surfboard wants a beach, a chef at work and whoever kneads a kitchen.
function homesOfThings({ subjects, script: { entities, deeds, ties }, openAir, moreSaid }: Told): string[] {
  const all = everybody(subjects, entities)
  const arts = all.map(({ art }) => baseOf(art))
  const railed = arts.some((art) => ON_BRIDGES.test(art)) ? arts.filter((art) => !TRAINS.test(art)) : arts
  const things =
    firstHome(OF_THINGS, railed) ?? OF_DEEDS.find(([verb]) => deeds.some((deed) => deed.verb === verb))?.[1]
  if (things !== undefined) return fits(things, all, openAir) ? [things] : []
  const busy = deeds.length > 0 || subjects.length > 1 || moreSaid
  const trade = busy ? firstHome(OF_PEOPLE, arts) : undefined
  const cups = ties.some(({ kind, other }) => kind === 'over' && entities[other]?.kind === 'drink') ? 'cafe' : undefined
  const work = trade ?? deeds.map((deed) => workplaceOf(deed, entities)).find((home) => home !== undefined) ?? cups
  return work !== undefined && fits(work, all, openAir) ? [work] : []
}

/**
 * What is known where no place is named. `openAir`: the sky or the weather is spoken of. `moreSaid`: there are words that nobody
 * understands, so more is told of somebody than who they are.
 */
type Told = { subjects: readonly Subject[]; script: Script; openAir: boolean; moreSaid: boolean }

/** Places that no word names: those that a word hints at, and those where the things of a prompt are always found. */
export type Homes = { hinted: readonly string[]; around: readonly string[] }

export const NO_HOMES: Homes = { hinted: [], around: [] }

// A table is no place of its own where somebody works at it.
const TOPS = /^(tabletop|desk)$/

/** Whether a place says where somebody is, and not only what something lies on. */
export const isPlaceToBe = (place: string, { entities, deeds }: Script): boolean =>
  !TOPS.test(place) || !deeds.some(({ agents }) => agents.some((agent) => entities[agent]?.kind.startsWith('person')))

/** Where a prompt is that names no place: a window hints at a room, an oven at a kitchen, a surfboard at a beach. */
export function impliedHomes(senses: readonly Sense[], told: Told): Homes {
  const hints = senses.filter(({ kind }) => kind === 'home').map(({ value }) => value)
  const all = everybody(told.subjects, told.script.entities)
  const hinted = hints.filter((place) => isFittingHome(place, all))
  // A window says less of a room than an oven does.
  return { hinted, around: hinted.every((home) => home === 'room') ? homesOfThings(told) : [] }
}

/** What of it is seen: homes as far as the scene is of their kind, and rails under a train wherever it runs. */
export function alsoSeen(archetype: Archetype, { hinted, around }: Homes, subjects: readonly Subject[]): string[] {
  const atHome = [...hinted, ...around].filter((place) => archetypeOfPlace(place) === archetype)
  return archetype === 'landscape' && hasTrain(subjects) ? [...atHome, 'railway'] : atHome
}

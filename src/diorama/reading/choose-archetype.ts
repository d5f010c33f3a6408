import type { Archetype, Relation, Subject } from '../brief.ts'
import { isLiving } from './things.ts'

/** What the choice of a scene looks at. `portrait` is whether the prompt says so in words. */
export type Staging = {
  subjects: readonly Subject[]
  relations: readonly Relation[]
  places: readonly string[]
  portrait: boolean
  idea: boolean
  outdoors: boolean
}

const BY_PLACE: Record<string, Archetype> = {
  underwater: 'underwater',
  space: 'space',
  stage: 'stage',
  desk: 'desk',
  tabletop: 'tabletop',
  kitchen: 'room',
  bedroom: 'room',
  cafe: 'room',
  library: 'room',
  workshop: 'room',
  room: 'room',
  forest: 'forest',
  swamp: 'forest',
  beach: 'sea',
  sea: 'sea',
  street: 'street',
  road: 'road',
  city: 'city',
  mountains: 'landscape',
  hills: 'landscape',
  valley: 'landscape',
  lake: 'landscape',
  river: 'landscape',
  waterfall: 'landscape',
  garden: 'landscape',
  meadow: 'landscape',
  farm: 'landscape',
  desert: 'landscape',
  arctic: 'landscape',
  cave: 'landscape',
  ruin: 'landscape',
  path: 'landscape',
  landscape: 'landscape',
  aurora: 'landscape',
  sky: 'sky',
}

// A drawing's own surroundings, where its subgroup says too little.
const BY_ART: [pattern: RegExp, archetype: Archetype][] = [
  [/^(rocket|satellite|flying-saucer|ringed-planet|comet|globe-showing.*|alien)$/, 'space'],
  [/^(hot-air-balloon|balloon|kite|rainbow|cloud|dove|eagle|fireworks|parachute)$/, 'sky'],
  [/^(whale|spouting-whale|dolphin|orca|seal|crab|spiral-shell|lighthouse|mermaid|merperson|merman)$/, 'sea'],
  [/^(person-surfing|.*-surfing|water-wave|anchor|.*-rowing-boat)$/, 'sea'],
  [/^(submarine|diving-mask)$/, 'underwater'],
  [/^(lobster|shrimp|oyster|fried-shrimp)$/, 'tabletop'],
  [/^(monkey|gorilla|orangutan|koala|sloth|panda|mushroom|leopard|fairy|.*-fairy)$/, 'forest'],
  [/^(skyscraper|office-building|hotel|bank|tokyo-tower|statue-of-liberty|department-store|hospital)$/, 'city'],
  [/^(taxi|bus|tram-car|street-lamp|convenience-store|person-walking|oncoming-.*)$/, 'street'],
  [/^(bed|couch-and-lamp|chair|door|bathtub|television|christmas-tree|desk-lamp|mirror|piano|table)$/, 'room'],
  [/^(ballet-dancer|.*-dancing|performing-arts|mirror-ball|person-juggling|singer|.*-singer|circus-tent)$/, 'stage'],
  [/^(studio-microphone|violin|trumpet|saxophone|guitar|drum|accordion|harp|banjo)$/, 'stage'],
  [/^(camera|watch|headphone|mobile-phone|candle|typewriter)$/, 'tabletop'],
  [/^(snowman|campfire|tent|windmill|castle|jack-o-lantern|scarecrow|playground-slide|horse-racing)$/, 'landscape'],
  [/^(skier|snowboarder|person-climbing|.*-climbing|person-biking|.*-mountain-biking)$/, 'landscape'],
  [/^(books|open-book|telescope|microscope|scroll|laptop|desktop-computer)$/, 'desk'],
  [/^(bird|butterfly|honeybee)$/, 'landscape'],
]

const BY_KIND: [pattern: RegExp, archetype: Archetype][] = [
  [/^animal-marine/, 'underwater'],
  [/^(animal|plant)/, 'landscape'],
  [/^(food|drink|dishware)/, 'tabletop'],
  [/^person-(sport|activity)/, 'landscape'],
  [/^(person|family|face)/, 'portrait'],
  [/^transport-water/, 'sea'],
  [/^transport-air/, 'sky'],
  [/^transport/, 'road'],
  [/^sky/, 'sky'],
  [/^place/, 'landscape'],
  [/^(computer|book|writing|office|science|mail)/, 'desk'],
  [/^household/, 'room'],
  [/^(musical|music|heart|emotion|religion|award)/, 'stage'],
]

const INDOOR = new Set<Archetype>(['room', 'desk', 'tabletop', 'stage'])
const FLYERS = /^(transport-air|animal-bird|animal-bug)/
const FIXED = new Set<Archetype>([
  'underwater',
  'space',
  'stage',
  'desk',
  'forest',
  'street',
  'road',
  'city',
  'room',
  'sea',
])

const byArt = (art: string) => BY_ART.find(([pattern]) => pattern.test(art))?.[1]
const byKind = (kind: string) => BY_KIND.find(([pattern]) => pattern.test(kind))?.[1]
const baseOf = (art: string) => art.replace(/-(light|medium-light|medium|medium-dark|dark)-skin-tone.*$/, '')

// Of several places the first that is more than a piece of sky: "a castle in the clouds above the sea" is by the sea.
function byPlaces(places: readonly string[]): Archetype | undefined {
  const found = places.flatMap((place) => (Object.hasOwn(BY_PLACE, place) ? (BY_PLACE[place] ?? []) : []))
  const strong = found.find((archetype) => archetype === 'underwater' || archetype === 'space')
  return strong ?? found.find((archetype) => archetype !== 'sky' && archetype !== 'landscape') ?? found[0]
}

function bySubject(subject: Subject): Archetype {
  const art = baseOf(subject.art)
  const flies = subject.activity === 'fly' && (FLYERS.test(subject.kind) || isLiving(subject))
  if (flies) return art === 'rocket' ? 'space' : 'sky'
  if (subject.activity === 'swim' && isLiving(subject)) {
    if (/^animal-(marine|reptile)/.test(subject.kind)) return art === 'crocodile' ? 'landscape' : 'underwater'
    return 'sea'
  }
  if (subject.activity === 'dance' && /^person/.test(subject.kind)) return 'stage'
  if (subject.activity === 'sleep' && /^(cat|black-cat|dog|person|baby|child)$/.test(art)) return 'room'
  if (/^person/.test(subject.kind) && /^(run|jump)$/.test(subject.activity ?? '')) return byArt(art) ?? 'landscape'
  return byArt(art) ?? byKind(subject.kind) ?? 'tabletop'
}

// What somebody rides, drives or sits on says more of the surroundings than the rider.
function byCompany({ subjects, relations }: Staging): Archetype | undefined {
  const [first] = subjects
  if (!first) return undefined
  const own = bySubject(first)
  if (baseOf(first.art) === 'astronaut' && relations.some(({ kind }) => kind === 'riding')) return 'space'
  for (const { kind, subject, other } of relations) {
    const second = subjects[other]
    if (subject !== 0 || !second || kind === 'beside') continue
    const theirs = bySubject(second)
    if (own === 'portrait' || INDOOR.has(theirs) || /^place|^transport/.test(second.kind))
      return theirs === 'portrait' ? own : theirs
  }
  const setting = subjects.slice(1).find(({ kind }) => /^place-(building|religious|other)/.test(kind))
  if (setting && (own === 'portrait' || own === 'sky')) return bySubject(setting)
  return own
}

/** Chooses the kind of scene from what the subjects are, where they are and what they do. */
export function chooseArchetype(staging: Staging): Archetype {
  const { subjects, places, portrait, idea } = staging
  const [first] = subjects
  const placed = byPlaces(places)
  if (portrait && first && isLiving(first)) return 'portrait'
  if (!first) return placed ?? (staging.outdoors ? 'landscape' : 'abstract')
  if (idea) return placed ?? 'stage'
  const own = byCompany(staging) ?? 'landscape'
  if (!placed) return own === 'portrait' && staging.outdoors && !/^face/.test(first.kind) ? own : own
  return reconcile(first, own, placed, places)
}

function reconcile(first: Subject, own: Archetype, placed: Archetype, places: readonly string[]): Archetype {
  if (placed === 'landscape' && own === 'sky' && FLYERS.test(first.kind) && first.kind !== 'animal-bird') return 'sky'
  if (placed === 'landscape' && own === 'sea' && /^transport-water/.test(first.kind)) {
    return places.some((place) => /^(mountains|forest|valley|river)$/.test(place)) ? 'landscape' : 'sea'
  }
  if (placed === 'landscape' && (own === 'road' || own === 'space') && !FIXED.has(placed)) {
    return own === 'road' && !places.includes('landscape') ? 'landscape' : own
  }
  if (placed === 'sea' && own === 'underwater' && first.activity === 'swim') return 'underwater'
  if (placed === 'sea' && own === 'underwater' && !places.includes('beach')) return 'underwater'
  if (placed === 'city' && /^(automobile|taxi|bus|motorcycle|bicycle|racing-car|motor-scooter)/.test(first.art))
    return 'street'
  if (placed === 'tabletop' && isLiving(first) && /^person/.test(first.kind)) return 'portrait'
  return placed
}

import { traitsOf } from '../archetype-traits.ts'
import type { Archetype, Relation, Subject } from '../brief.ts'
import { archetypeOfPlace } from '../places.ts'
import { baseOf, byArt, byKind } from './habitats.ts'
import { isLiving } from './things.ts'

/** What the choice of a scene looks at. `portrait` is whether the prompt says so in words. */
export type Staging = {
  subjects: readonly Subject[]
  relations: readonly Relation[]
  places: readonly string[]
  portrait: boolean
  idea: boolean
  outdoors: boolean
  openSky: boolean
  rain: boolean
  /** Whether a whole figure is asked for, or somebody wears what only such a one shows: a dress, boots, an apron. */
  clothed: boolean
}

const FLYERS = /^(transport-air|animal-bird|animal-bug)/
const WHEELS =
  /^(ambulance|fire-engine|police-car|delivery-truck|automobile|taxi|bus|motorcycle|bicycle|racing-car|motor-scooter)/
const STANDS_ON = /^place-(building|religious|other)/
const LOOSE = /^(rock|wood|brick|guitar|violin|piano|drum|trumpet|saxophone|flute|harp)$/
const isPerson = (subject: Subject) => subject.kind.startsWith('person')

// Of several places the first that is more than a piece of sky or land: it says the most about what to draw.
function byPlaces(named: readonly string[]): Archetype | undefined {
  // Glowing signs hang wherever else the scene is, and the Earth is seen from there: only where nothing else is named do
  // they bring a street, and space.
  const elsewhere = named.filter((place) => place !== 'neon-street' && place !== 'earth-seen')
  const places = elsewhere.length > 0 ? elsewhere : named
  // The shore of a lake or river is no seaside.
  const inland = has(places, /^(lake|river|canal)$/)
  const found = places.flatMap((place) => (inland && place === 'beach' ? [] : (archetypeOfPlace(place) ?? [])))
  const strong = found.find((archetype) => archetype === 'underwater' || archetype === 'space')
  // Over the roofs of a town one sees them, whatever the town is known by.
  if (has(places, /^(rooftop|balcony)$/)) return strong ?? 'city'
  if (found.includes('street') && found.includes('city')) return strong ?? 'street'
  return strong ?? found.find((archetype) => archetype !== 'sky' && archetype !== 'landscape') ?? found[0]
}

function bySwimming(subject: Subject): Archetype {
  if (baseOf(subject.art) === 'crocodile') return 'landscape'
  return /^animal-(marine|reptile)/.test(subject.kind) ? 'underwater' : 'sea'
}

function byActivity(subject: Subject): Archetype | undefined {
  const art = baseOf(subject.art)
  const { activity } = subject
  if (activity === 'fly' && (FLYERS.test(subject.kind) || isLiving(subject))) return art === 'rocket' ? 'space' : 'sky'
  if (activity === 'swim' && isLiving(subject)) return bySwimming(subject)
  if (activity === 'sleep' && /^(cat|black-cat|dog|person|baby|child)$/.test(art)) return 'room'
  if (!isPerson(subject)) return undefined
  if (activity === 'dance') return 'theatre'
  return activity === 'run' || activity === 'jump' ? (byArt(art) ?? 'landscape') : undefined
}

function bySubject(subject: Subject): Archetype {
  return byActivity(subject) ?? byArt(baseOf(subject.art)) ?? byKind(subject.kind) ?? 'tabletop'
}

// What somebody rides, drives or sits on says more of the surroundings than the rider.
function byRelation({ subjects, relations }: Staging, own: Archetype): Archetype | undefined {
  for (const { kind, subject, other } of relations) {
    const second = subjects[other]
    if (subject !== 0 || !second || kind === 'beside' || LOOSE.test(second.art)) continue
    const theirs = bySubject(second)
    if (theirs === 'portrait') continue
    if (kind === 'in' && own === 'portrait' && /^place-(building|religious)/.test(second.kind)) return 'room'
    if (own === 'portrait' || traitsOf(theirs).where.isIndoors || /^place|^transport/.test(second.kind)) return theirs
  }
  return undefined
}

// A portrait is for someone alone: animals, vehicles and furniture bring their surroundings along.
function besidePerson(others: readonly Subject[]): Archetype {
  if (others.some(({ kind, art }) => kind === 'household' && byArt(art) === 'room')) return 'room'
  if (others.some(({ art }) => art === 'kite')) return 'landscape'
  const outdoor = others.find(
    ({ kind, art }) =>
      /^(animal|transport|plant-other)/.test(kind) || /^(landscape|forest|sea)$/.test(byArt(art) ?? ''),
  )
  return outdoor ? bySubject(outdoor) : 'portrait'
}

const standing = (others: readonly Subject[]) =>
  others.find(({ kind, art }) => STANDS_ON.test(kind) && !LOOSE.test(art))

function byCompany(staging: Staging, first: Subject): Archetype {
  const own = bySubject(first)
  const others = staging.subjects.slice(1)
  const stands = standing(others)
  const free = own === 'space' ? isLiving(first) : own === 'sky' && first.activity === 'fly' && !stands
  if (free) return own
  return servedOrSailed(first, own, others) ?? byRelation(staging, own) ?? amongOthers(first, own, others)
}

// What lies on the table or floats beside the subject says where it is.
function servedOrSailed(first: Subject, own: Archetype, others: readonly Subject[]): Archetype | undefined {
  const among = (pattern: RegExp) => others.some(({ kind }) => pattern.test(kind))
  if (own === 'underwater' && among(/^transport-water/)) return 'sea'
  // Nobody sweeps with a witch's broom.
  if (baseOf(first.art).endsWith('mage') && others.some(({ art }) => art === 'broom')) return 'sky'
  if (own === 'underwater' && !first.activity && among(/^food/)) return 'tabletop'
  return others.some(({ art }) => art === 'vase') ? 'tabletop' : undefined
}

function amongOthers(first: Subject, own: Archetype, others: readonly Subject[]): Archetype {
  const stands = standing(others)
  // Pets with a cup, a dinner or a book are at home.
  if (/^(cat|black-cat|dog)$/.test(first.art) && others.some(({ kind }) => /^(food|drink|book)/.test(kind)))
    return 'room'
  // A cat asleep under a tree sleeps outside.
  if (own === 'room' && others.some(({ kind }) => /^(plant|place)/.test(kind))) return 'landscape'
  // An apple that falls from a tree does so where trees grow, and a tree in its pot stands on the table.
  if (own === 'tabletop' && others.some(({ art, scale }) => /(^|-)tree$/.test(art) && scale === 'normal'))
    return 'landscape'
  if (stands && (own === 'portrait' || own === 'sky')) return bySubject(stands)
  return own === 'portrait' ? besidePerson(others) : own
}

// Who is seen with these is in no town, whatever the weather.
const RURAL =
  /^(castle|knight|samurai|horse|tent|camping|campfire|tractor|cow|ox|ewe|goat|deer|dragon|unicorn|farmer|scarecrow|barn|windmill|viking|archer|sword|shield|longbow|bow-and-arrow|axe|battle-axe|spear|war-hammer|wizard-staff|catapult)/
const OF_TOWNS = /super|zombie|claus/
// Nor is who comes out of a tale.
const isRural = ({ art, kind }: Subject) => RURAL.test(art) || (kind === 'person-fantasy' && !OF_TOWNS.test(art))

function byWeather(first: Subject, own: Archetype, staging: Staging): Archetype {
  // No rain falls on a stage, and no stars shine on it.
  const free = own === 'portrait' || own === 'theatre'
  const outside = free || (own === 'landscape' && isPerson(first))
  if (outside && staging.rain) return staging.subjects.some(isRural) ? 'landscape' : 'street'
  // Who looks at the stars or stands in the snow is outside.
  return free && isPerson(first) && staging.openSky ? 'landscape' : own
}

// A raincoat or a dress is seen on a whole figure, and those go about in town; knights do in open country.
const wholeFigure = (own: Archetype, { clothed, subjects }: Staging): Archetype =>
  own === 'portrait' && clothed ? (subjects.some(isRural) ? 'landscape' : 'street') : own

type Case = { first: Subject; own: Archetype; placed: Archetype; places: readonly string[]; alive: boolean }
const has = (places: readonly string[], names: RegExp) => places.some((place) => names.test(place))

// Where the place alone would give the wrong scene for this subject; the first that fits counts.
const EXCEPTIONS: [applies: (one: Case) => boolean, archetype: Archetype][] = [
  [({ first, placed }) => placed === 'sky' && first.kind.startsWith('plant'), 'landscape'],
  [({ own, places }) => own === 'road' && has(places, /^(road|winding-road|dirt-road|mountain-pass)$/), 'road'],
  [({ first, places }) => /^(food|drink)/.test(first.kind) && has(places, /^arctic$/), 'tabletop'],
  // A dish in a diner is seen on its table, with the room behind.
  [({ first, placed, alive }) => placed === 'room' && /^(food|drink)/.test(first.kind) && !alive, 'tabletop'],
  [({ first, placed }) => placed === 'landscape' && first.art === 'lighthouse', 'sea'],
  // What flies is seen over the land that is named; an empty sky is only for land that says nothing.
  [
    ({ own, places }) =>
      own === 'sky' && places.every((place) => /^(landscape|sky|aurora|milky-way|path)$/.test(place)),
    'sky',
  ],
  [
    ({ first, own, placed, places }) =>
      placed === 'landscape' &&
      own === 'sea' &&
      first.kind === 'transport-water' &&
      has(places, /^(landscape|aurora|milky-way|arctic|somewhere)$/),
    'sea',
  ],
  [({ own, placed, places }) => placed === 'landscape' && own === 'road' && has(places, /^landscape$/), 'road'],
  [({ first, own, placed }) => placed === 'landscape' && own === 'space' && first.kind.startsWith('sky'), 'sky'],
  [
    ({ first, own, placed, places }) =>
      placed === 'sea' && own === 'underwater' && (first.activity === 'swim' || !has(places, /^beach$/)),
    'underwater',
  ],
  [
    ({ first, placed, places }) =>
      placed === 'city' && WHEELS.test(first.art) && first.activity !== 'fly' && !has(places, /^canal$/),
    'street',
  ],
  [({ first, placed }) => placed === 'desk' && first.activity === 'run', 'room'],
]

/** Chooses the kind of scene from what the subjects are, where they are and what they do. */
export function chooseArchetype(staging: Staging): Archetype {
  const { subjects, portrait, idea } = staging
  const [first] = subjects
  if (portrait && first && isLiving(first)) return 'portrait'
  const places = first && isLiving(first) ? staging.places.filter((place) => place !== 'tabletop') : staging.places
  const placed = byPlaces(places)
  if (!first) return placed ?? (staging.outdoors ? 'landscape' : 'abstract')
  if (idea) return placed ?? 'theatre'
  const own = byCompany(staging, first)
  if (!placed) return byWeather(first, wholeFigure(own, staging), staging)
  return (
    EXCEPTIONS.find(([applies]) => applies({ first, own, placed, places, alive: subjects.some(isLiving) }))?.[1] ??
    placed
  )
}

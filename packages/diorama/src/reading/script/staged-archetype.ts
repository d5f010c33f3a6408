import { traitsOf } from '../../archetype-traits.ts'
import type { Archetype, Deed, Script, Subject, Verb } from '../../brief.ts'
import { without } from './left-out.ts'
import { isRaised } from '../../staging/raised-ground.ts'
import { isStairs } from '../../staging/stairs.ts'
import { metresOf } from '../../staging/real-sizes.ts'

type Known = { classic: Archetype; places: readonly string[] }

const INDOORS =
  /^(table|shelf|windowsill|sofa|couch-and-lamp|bed|throne|chair|easel|blackboard|piano|fishbowl|open-book|pot-of-food|laptop|desk-lamp|cutting-board|staircase|spiral-staircase)$/
const OUTDOORS =
  /tree$|^(branch|bench|fence|stone-wall|roof|wire|pole|mushroom|wagon|kite|lily-pad|stone-steps|rowing-boat|canoe|tunnel|campfire|street-lamp|snowman|horse|cow|zebra|lion|tiger|elephant)$/
const OUTSIDE =
  /tree$|^(picnic-blanket|sled|swing|wheelbarrow|hay-bale|horse-drawn|branch|bench|fence|stone-wall|roof|wire|street-lamp|pole|wagon|tractor|cow|ox|horse|mushroom|lily-pad)$/

const DEEP = /underwater|reef|deep|abyss|aquarium|seabed|sunken|sea-cave/
const DENS = /^(hole|burrow|egg|egg-shell|empty-nest|nest-with-eggs)$/
const STREET = /^(briefcase|handbag|shopping-bags|taxi|bus|automobile|umbrella.*)$/
// Oysters are served.
const lives = ({ kind, art }: Subject) => /^(animal|person)/.test(kind) && art !== 'oyster'

// Somebody with hands works at food that is not harvested.
const isCooking = ({ entities, deeds }: Script) =>
  deeds.some(
    ({ verb, patient = -1, craft, agents }) =>
      verb === 'work' &&
      agents.every((agent) => entities[agent]?.kind.startsWith('person') || entities[agent]?.looks?.upright) &&
      craft !== 'harvest' &&
      entities[patient]?.kind.startsWith('food') === true,
  )

// Where things are with nobody among them: what is small on a table.
const forThings = (largest: number, inside: boolean): Archetype =>
  largest < 0.7 ? 'tabletop' : inside ? 'room' : 'landscape'

// What a stage plan needs to stand in: heads and shoulders act nowhere, and who sits on a branch is not in a sky.
function whereTo(script: Script): Archetype {
  const { entities, ties } = script
  const named = (pattern: RegExp) => entities.some(({ art }) => pattern.test(art))
  // A ship in a bottle is as large as the bottle.
  const inside = new Set(ties.filter(({ kind }) => kind === 'in').map(({ subject }) => subject))
  const largest = Math.max(...entities.map((one, at) => (inside.has(at) ? 0 : metresOf(one))))
  if (named(DENS) && entities.some(lives) && !named(INDOORS)) return 'landscape'
  if (!entities.some((one, at) => lives(one) && !inside.has(at))) return forThings(largest, named(INDOORS))
  if (named(/^(rowing-boat|canoe|sailboat|whale|dolphin)$/)) return 'sea'
  const outside = entities.some(({ art, kind }) => /^(place|transport)/.test(kind) || OUTDOORS.test(art))
  if ((named(INDOORS) && !outside) || isCooking(script)) return largest < 0.5 && ties.length > 0 ? 'tabletop' : 'room'
  return named(STREET) ? 'street' : 'landscape'
}

// A dish with nobody there is what the picture shows; ovens and tables are where it is.
const isMeal = (entities: readonly Subject[]) =>
  /^(food|drink)/.test(entities.find(({ art }) => art !== 'table')?.kind ?? '') &&
  !entities.some((one) => lives(one) || OUTSIDE.test(one.art))

// A table that only small things are on is the whole scene: the tabletop itself.
function tooLarge({ entities }: Script): boolean {
  const people = entities.some(lives)
  // A guitar or a violin lies on a table as well as a bottle does.
  const isLarge = (one: Subject) => metresOf(one) > (!people && one.kind.startsWith('musical') ? 1.2 : 0.7)
  return entities.some((one) => isLarge(one) && (people || one.art !== 'table'))
}

const isHouse = (one: Subject) => /^place-(building|religious)/.test(one.kind) && metresOf(one) >= 6
const flies = ({ deeds }: Script) => deeds.some(({ verb, patient }) => verb === 'fly' && patient === undefined)

// Who neither dives nor swims is on the shore; who sits at a desk is in a room; who dances about a fire is on no stage.
function outOfPlace(script: Script, { classic, places }: Known): Archetype | undefined {
  const { entities, deeds } = script
  const people = entities.some(({ kind }) => kind.startsWith('person'))
  if (classic === 'underwater' && people) {
    const below = deeds.some(({ verb }) => verb === 'swim') || places.some((place) => DEEP.test(place))
    return below ? undefined : 'sea'
  }
  return byThings(script, classic, people)
}

// Who sits at a table and a robot at a workbench do not stand on it.
const isNoDesktop = ({ entities, deeds }: Script, people: boolean) =>
  deeds.some(({ agents }) => agents.some((agent) => entities[agent]?.kind === 'person')) ||
  entities.some((one) => (people && one.art === 'table') || (one.art === 'robot' && metresOf(one) > 1))

function byThings(script: Script, classic: Archetype, people: boolean): Archetype | undefined {
  const has = (isIt: (art: string) => boolean) => script.entities.some(({ art }) => isIt(art))
  // A book that is read on the stairs is on no desk.
  if (/^(desk|tabletop)$/.test(classic) && has(isStairs)) return whereTo(script)
  if (classic === 'desk' && isNoDesktop(script, people)) return 'room'
  // A bowl of fish stands in a room, even where an aquarium would be a sea.
  if (classic !== 'room' && has((art) => art === 'fishbowl')) return whereTo(script)
  // A bridge spans a valley, not a road.
  if (classic === 'road' && has((art) => /^((rope|log)-)?bridge$/.test(art))) return 'landscape'
  return classic === 'theatre' && has((art) => OUTDOORS.test(art)) ? whereTo(script) : undefined
}

// A castle with a window in it is not in a room, nor is a farm in space, nor a flower in the sky.
function onTheGround(script: Script, { classic, places }: Known): Archetype | undefined {
  const house = script.entities.some(isHouse)
  if (traitsOf(classic).where.isIndoors)
    return house && places.every((place) => place === 'room') ? 'landscape' : undefined
  if (!/^(space|sky)$/.test(classic) || places.length > 0) return undefined
  const rooted = classic === 'sky' && script.entities.some(({ kind }) => kind.startsWith('plant'))
  return house || rooted ? 'landscape' : undefined
}

const isSunk = ({ ties }: Script, classic: Archetype) =>
  classic === 'underwater' && ties.some(({ kind }) => kind === 'in' || kind === 'under')

// A cat asleep under a tree or a cow behind a gate is in no room, unless there is furniture.
function isOutside({ entities }: Script): boolean {
  const named = (pattern: RegExp) => entities.some(({ art }) => pattern.test(art))
  return named(OUTSIDE) && !named(/^(table|shelf|windowsill|sofa|couch-and-lamp|bed|throne|chair|piano)$/)
}

const EATEN_IN = /^(kitchen|dining-room|pantry|bakery|cafe|restaurant|tabletop)$/

/** The scene for a script: the classic one, unless it has no floor for what is told. */
export function stagedArchetype(script: Script, known: Known): Archetype {
  const { classic, places } = known
  const wanted = whereTo(script)
  if (classic === 'portrait') return wanted
  if (places.length === 0 && isDen(script)) return wanted
  const table = atTable(script, known, wanted)
  if (table) return table
  const elsewhere = outOfPlace(script, known) ?? onTheGround(script, known)
  if (elsewhere) return elsewhere
  if (classic === 'sky' && !flies(script)) return wanted
  // What is small in a kitchen is on its table, and not on the floor.
  if (classic === 'room' && wanted === 'tabletop' && places.every((place) => EATEN_IN.test(place))) return wanted
  // A table is no place of its own where somebody is on or under it.
  if (places.some((place) => place !== 'tabletop')) return classic
  if (isSunk(script, classic)) return wanted
  return withFloor(script, classic, wanted)
}

// Eggs that somebody hatches from, and holes, are out of doors.
const isDen = ({ entities }: Script) => entities.some(({ art }) => DENS.test(art)) && entities.some(lives)

// What falls off a table needs a floor to fall on.
const leavesTable = ({ ties, entities }: Script): boolean =>
  ties.some(({ kind, other }) => kind === 'from' && entities[other]?.art === 'table')

// A meal is a scene of its own, unless it falls down or what is beside it is too large for it.
function atTable(script: Script, { classic, places }: Known, wanted: Archetype): Archetype | undefined {
  if (/^(desk|tabletop)$/.test(classic) && leavesTable(script)) return 'room'
  if (classic !== 'tabletop') return undefined
  if (isMeal(script.entities)) return classic
  return tooLarge(script) ? (places.length > 0 ? 'room' : wanted) : undefined
}

function withFloor(script: Script, classic: Archetype, wanted: Archetype): Archetype {
  if (traitsOf(classic).where.isIndoors && isOutside(script)) return 'landscape'
  return wanted === 'tabletop' || (wanted === 'room' && !traitsOf(classic).where.isIndoors) ? wanted : classic
}

/** The script without a table, where the scene is one; a dish has no oven beside it. */
export function onTabletop(script: Script): Script {
  const meal = isMeal(script.entities)
  return without(script, (one) => one.art === 'table' || (meal && metresOf(one) > 0.7))
}

// Water carries boats and what swims: whoever else is there needs a shore.
/** Whether somebody is told of who would stand on the water as if it were ground. */
export function standsOnLand({ deeds, entities, ties }: Script): boolean {
  return entities.some((one, at) => {
    if (!/^(person|animal-mammal)/.test(one.kind) || /whale|dolphin|seal|otter|mer(maid|man)/.test(one.art))
      return false
    const placed = ties.some(({ subject, kind }) => subject === at && !/^(beside|with)$/.test(kind))
    const moves = deeds.some(({ verb, agents }) => agents.includes(at) && /^(swim|surf|fly|ride|jump)$/.test(verb))
    const joined = ties.some(
      ({ kind, subject, other }) => (subject === at && !/^(beside|with)$/.test(kind)) || other === at,
    )
    return !placed && !moves && !joined
  })
}

// What some deeds are done on, and the place that brings it where none of these is named.
const SPORTS: readonly [Verb, RegExp, string][] = [
  ['skate', /rink|arctic|ice|frozen|skate-park/, 'ice-rink'],
  ['ski', /ski|arctic|snow/, 'ski-slope'],
  ['swim', /lake|river|pool|spring|sea|beach|pond|canal|waterfall|water|harbour|bay|island/, 'lake'],
]

// Where a sport is done, unless such a place is named.
function fieldOf(deeds: readonly Deed[], places: readonly string[]): string | undefined {
  const [, named, field] = SPORTS.find(([verb]) => deeds.some((deed) => deed.verb === verb)) ?? []
  return named && places.some((place) => named.test(place)) ? undefined : field
}

const OPEN_LAND = /^(mountains|hills|valley|landscape|aurora|milky-way|village|meadow)$/

// A boat before mountains is on a lake there.
function isBoatOnLand(entities: readonly Subject[], caught: ReadonlySet<number>, places: readonly string[]): boolean {
  const boat = entities.some(({ kind, far }, at) => kind === 'transport-water' && !far && !caught.has(at))
  return boat && places.every((place) => OPEN_LAND.test(place))
}

function impliedOnLand(
  { deeds, entities }: Pick<Script, 'deeds' | 'entities'>,
  caught: ReadonlySet<number>,
  places: readonly string[],
): string[] {
  const field = fieldOf(deeds, places)
  if (field) return [field]
  if (isBoatOnLand(entities, caught, places)) return ['lake']
  if (places.length > 0) return []
  // A boat wants water under it, and who fishes some before them.
  const wet = entities.some(({ kind, art }) => kind === 'transport-water' || art === 'lily-pad')
  return wet || deeds.some(({ verb }) => verb === 'fish') ? ['lake'] : []
}

/** A kitchen where somebody cooks, and a beach to stand on by the sea, where no such place is named. */
export function impliedPlaces(
  { deeds, entities, ties }: Script,
  archetype: Archetype,
  places: readonly string[],
): string[] {
  const caught = new Set(ties.filter(({ kind }) => kind === 'in').map(({ subject }) => subject))
  const afloat =
    entities.some(({ kind }, at) => !caught.has(at) && /^(transport-water|animal-marine)/.test(kind)) ||
    deeds.some(({ verb }) => /^(swim|fly|surf)$/.test(verb))
  const onFoot = standsOnLand({ deeds, entities, ties })
  // A cliff over the sea has water below it, not sand.
  if (entities.some(({ art }) => isRaised(art))) return []
  if (archetype === 'sea' && (!afloat || onFoot) && !places.includes('beach')) return ['beach']
  if (archetype === 'landscape') return impliedOnLand({ deeds, entities }, caught, places)
  if (places.length > 0) return []
  const cooks = deeds.some(
    ({ verb, craft, patient = -1 }) =>
      verb === 'work' && craft !== 'harvest' && /^(food|dish)/.test(entities[patient]?.kind ?? ''),
  )
  return archetype === 'room' && cooks ? ['kitchen'] : []
}

import { traitsOf } from '../../archetype-traits.ts'
import { drawingOf } from '../../art.ts'
import type { Activity, Brief, Posture, Subject } from '../../brief.ts'
import type { Placement } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'

/** In which manner something moves as a whole. */
export type Habit = Activity | 'walk' | 'breathe' | 'stay' | 'hover' | 'approach' | 'act' | 'hop'

const BY_POSTURE: Partial<Record<Posture, Habit>> = {
  sleep: 'sleep',
  lie: 'sleep',
  sit: 'sit',
  'sit-on-ground': 'sit',
  walk: 'walk',
  run: 'run',
  jump: 'jump',
  fly: 'fly',
  swim: 'swim',
  dance: 'dance',
}

/** Which movement suits a subject: what it does, or else what it is. */
export function habitOf(subject: Subject, placement: Placement, stage: Stage): Habit {
  const { posture, deed } = placement
  const told = toldOf(subject, placement, stage)
  if (told) return told
  if (posture)
    return onTheSpot(BY_POSTURE[posture] ?? (isBusy(subject, stage) ? 'act' : doing(posture)), subject, placement)
  const does = (deed && BY_POSTURE[deed]) ?? subject.gait ?? subject.activity ?? nature(subject, placement, stage)
  return onTheSpot(does, subject, placement)
}

// Who does something with the hands is seen to do it, even where no joint of theirs has a movement for it.
const doing = (posture: Posture): Habit => (/^(stand|kneel|crouch|bust|lean|look)/.test(posture) ? 'breathe' : 'act')

const RESTING_DEEDS = /^(stand|sit|lie|sleep|look|hold|wait|rest|wear)/
const isBusy = ({ art }: Subject, { brief }: Stage): boolean =>
  brief.script?.deeds.some(
    ({ verb, agents }) => !RESTING_DEEDS.test(verb) && agents.some((at) => brief.script?.entities[at]?.art === art),
  ) ?? false

// Animals that jump get on by it, unless there is something under them.
function onTheSpot(habit: Habit, { kind }: Subject, { carrier, contact }: Placement): Habit {
  // What floats on the water drifts with it.
  if (habit === 'float' && contact === 'water') return 'sail'
  return habit === 'jump' && kind.startsWith('animal') && carrier === undefined && contact === 'ground' ? 'hop' : habit
}

// What the sentence says of vehicles and of whatever is in the air, beyond deeds of bodies.
function toldOf({ art, kind }: Subject, placement: Placement, { brief }: Stage): Habit | undefined {
  if (kind.startsWith('transport-ground')) {
    if (RESTING.test(brief.prompt)) return 'stay'
    return isDriven(placement, brief) ? rolling(art) : undefined
  }
  if (placement.contact !== 'air') return undefined
  if (/\bhover/i.test(brief.prompt)) return 'hover'
  // A broom, a carpet or whatever else is ridden through the air; a branch that somebody flies from stays.
  return kind === 'household' && !PERCHES.test(art) && isRidden(brief) ? 'fly' : undefined
}

const PERCHES = /^(branch|shelf|fence|roof|wire|pole|table|birdhouse|nest)/

// People whose one drawing shows them under way.
const SPORTS: readonly [RegExp, Habit][] = [
  [
    /^(skier|snowboarder|person-biking|person-mountain-biking|man-biking|woman-biking|horse-racing|person-in-motorized-wheelchair|sled)/,
    'drive',
  ],
  [/^(person|man|woman)-(surfing|rowing-boat)/, 'sail'],
  [/^(person|man|woman)-swimming/, 'swim'],
  [/^(person|man|woman)-running/, 'run'],
  [/^(person|man|woman)-walking/, 'walk'],
]

const RESTING =
  /parked|abandoned|broken.down|geparkt|aparcad|estacionad|garée?\b|parcheggiat|припаркован|zaparkowan|geparkeerd|parkerad|停着|停在|駐車|주차/i

// What is said to go, goes; so does what somebody rides, whatever the place.
function isDriven({ contact }: Placement, brief: Brief): boolean {
  return contact === 'ground' && (isRidden(brief) || brief.happenings.includes('go'))
}

function isRidden({ script }: Brief): boolean {
  return script?.deeds.some(({ verb }) => verb === 'ride' || verb === 'fly') ?? false
}

// Seen from the front it comes nearer; sideways it would slide.
function rolling(art: string): Habit {
  return /^(train|metro|tram|station|oncoming-.*|bullet-train-front|light-rail)$/.test(art) ? 'approach' : 'drive'
}

function nature(subject: Subject, placement: Placement, stage: Stage): Habit {
  // What hangs on a wall hangs still.
  if (subject.kind === 'household') return 'stay'
  const sport = sportOf(subject)
  if (sport) return sport
  const { where, view } = traitsOf(stage.brief.archetype)
  if (placement.contact === 'edge') return 'breathe'
  if (subject.kind.startsWith('animal')) return ofAnimal(placement, where.water === 'all')
  if (placement.contact === 'water') return subject.kind.startsWith('place') ? 'stay' : 'sail'
  if (subject.kind.startsWith('transport-ground') && view.vehiclesDrive) return rolling(subject.art)
  return ofThing(subject.kind, placement.contact === 'air')
}

function ofThing(kind: string, aloft: boolean): Habit {
  if (aloft) return /^(transport|person)/.test(kind) ? 'fly' : 'hover'
  return /^(person|face|cat-face|monkey-face)/.test(kind) ? 'breathe' : 'stay'
}

function sportOf({ art }: Subject): Habit | undefined {
  const base = drawingOf(art)?.id ?? art
  return SPORTS.find(([who]) => who.test(base))?.[1]
}

function ofAnimal({ contact }: Placement, underWater: boolean): Habit {
  if (underWater || contact === 'water') return 'swim'
  return contact === 'air' ? 'fly' : 'breathe'
}

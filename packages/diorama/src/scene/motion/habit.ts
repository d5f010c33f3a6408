import { traitsOf } from '../../archetype-traits.ts'
import type { Activity, Posture, Subject } from '../../brief.ts'
import type { Placement } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'

/** In which manner something moves as a whole. */
export type Habit = Activity | 'walk' | 'breathe' | 'stay' | 'hover'

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
  if (subject.kind.startsWith('transport-ground') && isDriven(placement, stage)) return 'drive'
  if (posture) return BY_POSTURE[posture] ?? 'breathe'
  return (deed && BY_POSTURE[deed]) ?? subject.gait ?? subject.activity ?? nature(subject, placement, stage)
}

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

// What is said to go, goes; so does what somebody rides, whatever the place.
function isDriven({ contact }: Placement, { brief }: Stage): boolean {
  const isRidden = brief.script?.deeds.some(({ verb }) => verb === 'ride') ?? false
  return contact === 'ground' && (isRidden || brief.happenings.includes('go'))
}

function nature(subject: Subject, placement: Placement, stage: Stage): Habit {
  // What hangs on a wall hangs still.
  if (subject.kind === 'household') return 'stay'
  const sport = SPORTS.find(([who]) => who.test(subject.art))?.[1]
  if (sport) return sport
  const { where, view } = traitsOf(stage.brief.archetype)
  if (placement.contact === 'edge') return 'breathe'
  if (subject.kind.startsWith('animal')) {
    if (where.water === 'all' || placement.contact === 'water') return 'swim'
    return placement.contact === 'air' ? 'fly' : 'breathe'
  }
  if (placement.contact === 'water') return subject.kind.startsWith('place') ? 'stay' : 'sail'
  if (subject.kind.startsWith('transport-ground') && view.vehiclesDrive) return 'drive'
  if (placement.contact === 'air') return /^(transport|person)/.test(subject.kind) ? 'fly' : 'hover'
  return /^(person|face|cat-face|monkey-face)/.test(subject.kind) ? 'breathe' : 'stay'
}

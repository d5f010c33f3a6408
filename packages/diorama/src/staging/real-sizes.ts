import { drawingOf } from '../art.ts'
import type { Subject } from '../brief.ts'
import { uprightFace } from '../scene/rig/upright.ts'
import { metresByName } from './metres-by-name.ts'

// The longer side in metres of what no table names.
const BY_KIND: readonly [RegExp, number][] = [
  [/^animal-bug/, 0.06],
  [/^animal-bird/, 0.4],
  [/^animal-marine/, 0.6],
  [/^animal/, 0.8],
  [/^(person|family)/, 1.68],
  [/^face/, 1.4],
  [/^food-(fruit|vegetable)/, 0.13],
  [/^food/, 0.2],
  [/^(drink|dishware)/, 0.2],
  [/^plant-flower/, 0.34],
  [/^plant/, 0.6],
  [/^place/, 8],
  [/^transport/, 3.6],
  [/^sky/, 3],
  [/^household/, 0.7],
  [/^(musical-instrument|tool)/, 0.5],
]

const SCALES: Record<Subject['scale'], number> = { tiny: 0.35, small: 0.6, normal: 1, large: 1.6, giant: 3 }

/** The longer side of a subject as it is in nature, in metres. */
export function metresOf(subject: Subject): number {
  // Who is dressed as people are is as tall as a child.
  if (uprightFace(subject)) return UPRIGHT * SCALES[subject.scale]
  const found =
    drawingOf(subject.art)?.metres ??
    metresByName(subject.art) ??
    BY_KIND.find(([kind]) => kind.test(subject.kind))?.[1]
  if (subject.scale === 'tiny' && subject.art.startsWith('globe')) return 0.4
  const plain = (found ?? 0.3) * SCALES[subject.scale]
  // A giant shell is larger than whoever stands before it.
  const size = subject.scale === 'giant' ? Math.max(plain, GIANT) : plain
  // A tiny rocket or castle is a toy, and so is a tiny robot.
  return subject.scale === 'tiny' && /^(transport|place|face-costume)/.test(subject.kind) ? Math.min(size, 0.5) : size
}

const GIANT = 2.4
const UPRIGHT = 1.25
const PERSON = 1.68
const FLATTER = 0.7

/** The same as it is shown: still in order, but flatter, or a cup in a hand would be a dot. A grown person stays as tall. */
export function shownMetres(metres: number, exponent = FLATTER): number {
  return PERSON * (metres / PERSON) ** exponent
}

/** What breathes: it has to be seen, whatever stands beside it. */
export const isAlive = ({ kind }: Subject): boolean => /^(animal|person|face|cat-face|monkey-face)/.test(kind)

// The largest being may be this many times as large as the smallest: beyond that the small one is lost.
const MOST_TIMES = 2.9
const VEHICLE_TIMES = 4.2
// What stands behind them may be larger still.
const SCENERY_TIMES = 2.6

/**
 * How large each of these is shown in one picture. Where a girl stands beside a dragon, sizes are flattened further, until
 * both can be seen; small things keep their size beside a person, or cups would be as large as heads.
 */
export function sizesTogether(subjects: readonly Subject[]): (subject: Subject) => number {
  const beings = subjects.filter((one) => isAlive(one) || one.kind.startsWith('transport'))
  const metres = (beings.length > 0 ? beings : subjects).map(metresOf)
  const [smallest, largest] = [Math.min(...metres), Math.max(...metres)]
  const times = largest / smallest
  // Of a car beside a hedgehog more of the truth may be shown: it is no being that has to be looked at in the face.
  const mostTimes = beings.some((one) => !isAlive(one) && metresOf(one) === largest) ? VEHICLE_TIMES : MOST_TIMES
  const exponent = times > 1 ? Math.min(FLATTER, Math.log(mostTimes) / Math.log(times)) : FLATTER
  const most = SCENERY_TIMES * Math.sqrt(shownMetres(smallest, exponent) * shownMetres(largest, exponent))
  // Who is a giant among them is as large as whatever else was named, be it a ship.
  const others = Math.max(0, ...subjects.filter(({ scale }) => scale !== 'giant').map(metresOf))
  return (subject) => {
    const own = metresOf(subject)
    const size = subject.scale === 'giant' && isAlive(subject) ? Math.max(own, Math.min(others * 1.3, own * 6)) : own
    if (isAlive(subject) || subject.kind.startsWith('transport')) return shownMetres(size, exponent)
    return Math.min(shownMetres(size), beings.length > 0 ? most : Infinity)
  }
}

/** Whether it is used for a meal and is none: a knife that is sharpened lies on no table. */
export const isCutlery = (thing: Subject | undefined): boolean =>
  /^(kitchen-knife|spoon|fork-and-knife|chopsticks)$/.test(thing?.art ?? '')

import type { Subject } from '../brief.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import type { EntityBond } from './entity-bond.ts'
import { isAlive, metresOf } from './real-sizes.ts'
import type { Pair } from './special-ties.ts'

/** Whether an entity does one of these. */
export type Doing = (entity: number, verbs: RegExp) => boolean

// Reaches up from the ground, whatever it is above.
const STANDS = /^(street-lamp|pole|ladder|scarecrow|lighthouse|windmill)$|tree$/

const CRAWLS =
  /^(snail|ant|caterpillar|bug|beetle|lady-beetle|spider|scorpion|worm|lizard|snake|turtle|crab|mouse|rat)$/

// A spoon across a pot and a cloth over a chair lie on it; lamps and bells hang.
const isLaidAcross = ({ subject, other }: Pair) =>
  /^(dishware|clothing|tool|writing|book-paper|household)/.test(subject.kind) &&
  !isAlive(other) &&
  !/lamp|lantern|chandelier|clock|poster|mirror|picture|curtain|fan/.test(subject.art) &&
  metresOf(subject) < 1

/** Who jumps or flies is over it. A horse over a fence that does neither looks over it, and nobody hangs over somebody. */
export function overIt({ tie, other, subject }: Pair, doing: Doing): EntityBond['how'] {
  if (STANDS.test(subject.art)) return 'beside'
  if (isLaidAcross({ tie, other, subject })) return 'on'
  if (!isAlive(subject) || doing(tie.subject, /^(fly|jump|ride)$/)) return 'over'
  if (CRAWLS.test(subject.art) && !isAlive(other)) return 'on'
  if (/^(fence|stone-wall)$/.test(other.art)) return 'behind'
  // Across a counter one stands at it.
  if (other.art === 'table') return 'around'
  return isGrounded(subject) ? overWhatLies(other) : 'over'
}

const isGrounded = (subject: Subject) =>
  hasPersonRig(subject) || (subject.kind === 'animal-mammal' && subject.art !== 'bat')

function overWhatLies(other: Subject): EntityBond['how'] {
  // What is roasted over a fire is; who roasts it stands before it.
  if (/^(campfire|stove|grill|cauldron|fireplace)$/.test(other.art)) return 'facing'
  // Two squirrels that fight over an acorn have it between them.
  return isAlive(other) || metresOf(other) < 0.5 ? 'beside' : 'over'
}

import type { Posture, Subject } from '../../brief.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { breedOf } from '../rig/breeds.ts'
import { hasPersonRig } from '../rig/has-joints.ts'
import { PERSON_GAITS } from './person-gait.ts'
import type { Bending } from './puppet.ts'
import { QUADRUPED_GAITS } from './quadruped-gait.ts'

/**
 * A movement that is drawn as several drawings: how long one round takes, and how many drawings show it well. No round takes a
 * second, or a whole part of one: looked at once a second, as in a row of stills, whoever moves would seem to stand.
 */
export type Cycle = { period: number; drawings: number; bending?: Bending }

const PEOPLE: Partial<Record<Posture, Cycle>> = {
  walk: { period: PERSON_GAITS.walk.period, drawings: 12 },
  run: { period: PERSON_GAITS.run.period, drawings: 10 },
  dance: { period: 1.9, drawings: 14 },
  jump: { period: 1.5, drawings: 12 },
  swim: { period: 1.7, drawings: 12 },
  fly: { period: 1.6, drawings: 8 },
  wave: { period: 0.62, drawings: 8 },
  eat: { period: 1.7, drawings: 8 },
  'hold-up': { period: 2.4, drawings: 8 },
  fight: { period: 1.25, drawings: 8 },
  reach: { period: 1.5, drawings: 8 },
  ride: { period: 0.7, drawings: 6 },
  clap: { period: 0.58, drawings: 8 },
  cheer: { period: 1.3, drawings: 10 },
  bow: { period: 3.2, drawings: 14 },
  nod: { period: 1.3, drawings: 8 },
  dig: { period: 1.7, drawings: 12 },
  hammer: { period: 1.3, drawings: 10 },
  juggle: { period: 0.62, drawings: 8 },
  throw: { period: 1.6, drawings: 12 },
}

const ANIMALS: Partial<Record<Posture, Cycle>> = {
  walk: { period: QUADRUPED_GAITS.walk.period, drawings: 12 },
  ride: { period: QUADRUPED_GAITS.walk.period, drawings: 12 },
  run: { period: QUADRUPED_GAITS.run.period, drawings: 9 },
  fight: { period: QUADRUPED_GAITS.run.period, drawings: 9 },
  swim: { period: 1.3, drawings: 10 },
  eat: { period: 1.3, drawings: 8 },
  'look-up': { period: 3, drawings: 8 },
}

const WINGS: Cycle = { period: 0.7, drawings: 8 }

// Drawings without joints, by what they show.
const FOLDING = /^(butterfly)$/
const FLAPPING = /^(eagle|dragon|phoenix|dove|duck|parrot|bird|black-bird|seagull|owl|goose|swan|flamingo|peacock)$/
const BEATING = /^(bat|wasp|bumblebee|hummingbird|honeybee|fly|mosquito|lady-beetle|beetle)$/
const SWIMMING =
  /^(clownfish|goldfish|koi|salmon|tuna|trout|angelfish|swordfish|eel|manta-ray|sea-turtle|narwhal|beluga|manatee|axolotl|fish|tropical-fish|blowfish|shark|whale|spouting-whale|dolphin|orca|seal|shrimp|squid|octopus|jellyfish|turtle|crocodile|snake|mermaid|merman|merperson)$/
const TREADING =
  /^(lioness|puma|panther|cheetah|snow-leopard|jaguar|lynx|hyena|lamb|alpaca|reindeer|fawn|yak|ferret|weasel|armadillo|porcupine|anteater|triceratops|stegosaurus|iguana|pegasus|griffin|gorilla|orangutan|poodle|raccoon|leopard|donkey|zebra|deer|bison|ox|water-buffalo|boar|ram|ewe|goat|camel|two-hump-camel|llama|giraffe|elephant|mammoth|rhinoceros|hippopotamus|sloth|skunk|badger|beaver|hedgehog|otter|lizard|turtle|crocodile|sauropod|t-rex|ant|spider|crab|scorpion|cow|pig|horse|tiger|dog|cat|black-cat|wolf|sheep)$/

/** The movement of a figure that is drawn from joints. */
export function limbCycle(subject: Subject, posture: Posture): Cycle | undefined {
  if (hasPersonRig(subject)) return PEOPLE[posture]
  if (breedOf(subject.art)) return ANIMALS[posture]
  return posture === 'fly' ? WINGS : undefined
}

/** How a drawing is bent that has no joints, for what it does; nothing where bending would only spoil it. */
export function bentCycle(subject: Subject, { pose }: Placement, does: string): Cycle | undefined {
  const { art } = subject
  if (pose !== 'whole') return undefined
  if (does === 'fly' || does === 'hover') {
    if (FOLDING.test(art)) return { period: 0.55, drawings: 8, bending: 'fold' }
    if (FLAPPING.test(art)) return { period: 0.62, drawings: 8, bending: 'flap' }
    if (BEATING.test(art)) return { period: 0.3, drawings: 6, bending: 'beat' }
  }
  if (does === 'swim' && SWIMMING.test(art)) return { period: 1.2, drawings: 10, bending: 'swim' }
  if ((does === 'walk' || does === 'run') && TREADING.test(art))
    return { period: does === 'run' ? 0.7 : 1.2, drawings: 10, bending: 'tread' }
  return undefined
}

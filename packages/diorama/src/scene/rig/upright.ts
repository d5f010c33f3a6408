import type { Looks, Subject } from '../../brief.ts'
import { breedOf } from './breeds.ts'
import { eyesOf } from './eyes.ts'

// What cannot be worn, or done, on four legs.
const ON_A_BODY = [
  'suit',
  'dress',
  'top',
  'legs',
  'coat',
  'cape',
  'apron',
  'skirt',
  'boots',
  'gloves',
  'tie',
  'pack',
  'upright',
] as const satisfies (keyof Looks)[]

// Animals that have no joints on four legs, and a face from the front for going upright.
const FACES: Readonly<Record<string, string>> = {
  raccoon: 'raccoon-face',
  otter: 'otter-face',
  hedgehog: 'hedgehog-face',
  porcupine: 'hedgehog-face',
  chipmunk: 'squirrel-face',
  squirrel: 'squirrel-face',
  sloth: 'sloth-face',
  llama: 'llama-face',
  alpaca: 'llama-face',
  penguin: 'penguin-face',
}

/** Whether an animal can be dressed as people are. */
export const canDress = (art: string): boolean => uprightFace({ art, looks: { top: '' } }) !== undefined

/** The face of an animal that is dressed as people are or does what they do, and so goes upright; nothing for any other. */
export function uprightFace({ art, looks }: Pick<Subject, 'art' | 'looks'>): string | undefined {
  if (!looks || !ON_A_BODY.some((name) => looks[name] !== undefined)) return undefined
  // What it does without clothes it does as the animal it is.
  const dressed = ON_A_BODY.some((name) => name !== 'upright' && looks[name] !== undefined)
  if (Object.hasOwn(FACES, art)) return dressed ? FACES[art] : undefined
  const breed = breedOf(art)
  return breed && !breed.inProfile && eyesOf(breed.face) ? breed.face : undefined
}

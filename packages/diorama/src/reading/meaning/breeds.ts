import { drawingOf } from '../../art.ts'
import type { Mark } from '../mark.ts'

type Named = Omit<Mark, 'meanings'> & { kind: string; value: string }

// The sort of beast that a breed is one of.
const SORT =
  /^(dog|doggy|doggo|puppy|puppies|pup|hound|cat|kitten|kitty|kitties|horse|pony|ponies|foal|mare|stallion|bird|chick|fish|bear|monkey|ape|whale|shark|snake|lizard|turtle|frog|insect|bug)s?$/

const isBeast = ({ kind, value }: Named) => kind === 'art' && drawingOf(value)?.kind.startsWith('animal') === true

/** A corgi puppy is one dog; of a cat and a dog side by side neither is of the other's sort. */
export function asBreed<T extends Named>(sense: T, senses: readonly T[]): T {
  if (!SORT.test(sense.text) || !isBeast(sense)) return sense
  const breed = senses.find(
    (other) => other.end === sense.at && other.clause === sense.clause && !other.plural && isBeast(other),
  )
  return breed && !SORT.test(breed.text) ? { ...sense, at: breed.at, value: breed.value } : sense
}

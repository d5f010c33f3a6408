import type { Word } from './words.ts'

const PLACING = /^(on|in|under|behind|over|beside|in-front-of|between|at)$/

// How many words the place takes that comes first: "under the table", "between two trees".
function lengthOfPlace(words: readonly Word[]): number {
  const [relation, noun] = words
  return relation?.is === 'relation' && PLACING.test(relation.kind) && noun?.is === 'noun' ? 2 : 0
}

// "Im Garten füttert ein Mädchen eine Katze": a place that is no thing ties nobody, and goes to the end.
function withPlaceLast(clause: readonly Word[]): Word[] | undefined {
  const length = clause[0]?.is === 'place' ? 1 : clause[0]?.is === 'relation' && clause[1]?.is === 'place' ? 2 : 0
  const rest = clause.slice(length)
  const at = rest.findIndex(({ is }) => is === 'noun')
  const told = rest.slice(0, at)
  const subject = rest[at]
  if (length === 0 || !subject || told.length === 0 || !told.every(({ is }) => is === 'verb')) return undefined
  return [subject, ...told, ...rest.slice(at + 1), ...clause.slice(0, length)]
}

function inOrder(clause: readonly Word[]): Word[] {
  const fronted = withPlaceLast(clause)
  if (fronted) return fronted
  const place = lengthOfPlace(clause)
  const rest = clause.slice(place)
  const at = rest.findIndex(({ is }) => is === 'noun')
  const told = rest.slice(0, at)
  if (place === 0 || at < 0 || !told.every(({ is }) => is === 'verb')) return [...clause]
  const subject = rest[at] as Word
  return [subject, ...told, ...clause.slice(0, place), ...rest.slice(at + 1)]
}

/** "On the bench sits an old man", "auf der Bank sitzt ein Mann": the same words with the one who sits before the place. */
export function placeLast(words: readonly Word[]): Word[] {
  const clauses = new Map<number, Word[]>()
  for (const word of words) clauses.set(word.sense.clause, [...(clauses.get(word.sense.clause) ?? []), word])
  return [...clauses.values()].flatMap(inOrder)
}

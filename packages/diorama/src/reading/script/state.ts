import type { Deed, Tie, TieKind, Verb } from '../../brief.ts'
import type { Thing } from '../things.ts'
import { acts } from './entities.ts'
import type { Sentence, Word } from './words.ts'

/** Words that mean somebody who was named before. */
export const PRONOUN =
  /^(her|his|its|their|him|it|them|ihr|ihm|ihnen|ihrem|seinem|ella|su|sa|son|elle|lui|lei|ela|ele|sua|seu|ней|ним|niej|nia|nim|nimi|nich|haar|hem|hen|eux|elles|ellos|ellas|loro|eles|elas)$/

/** How far a sentence has been read. */
export type State = {
  sentence: Sentence
  deeds: Deed[]
  ties: Tie[]
  /** Who was named last, as a group that "and" has joined. */
  group: number[]
  joining: boolean
  /** The deed that still may get an object, and the relation that waits for one. */
  open: Deed | undefined
  /** A deed that a place came after before its object: "fängt im Fluss einen Fisch". */
  held: Deed | undefined
  waiting: { kind: TieKind; subjects: number[]; from: number; company?: Deed | undefined } | undefined
  /** Who has something on, and may have more: "with a scarf and a stick". */
  wearing: State['waiting']
  /** The vessel of "a basket of …", the sofa of "a sofa with …". */
  vessel: { entity: number; kind: 'in' | 'on' | 'stuck' } | undefined
  /** What the last noun was put into or on, which the next of a list goes into as well. */
  filling: State['vessel']
  /** What is done for whoever is named next: "plays for …". */
  audience: Deed | undefined
  /** The last tie, which "and" may go on with: "between a cat and a dog". */
  tied: { kind: TieKind; subjects: number[]; other: number } | undefined
  /** Of whom there is one on each side. */
  doubled: Set<number>
  before: Word | undefined
  next: Word | undefined
  /** Verbs that came before anybody: "a sleeping cat". */
  early: Pick<Deed, 'verb' | 'craft'>[]
  /** Who was named as doing something: a walker. */
  doing: ReadonlyMap<number, Verb>
}

/** Whether an entity can act. */
export const livesIn =
  ({ sentence }: State) =>
  (entity: number) =>
    acts(sentence.entities[entity] as Thing)

// A preposition after "reading a book" is about the reader, after "a bowl" about the bowl.
export function headOf(state: State): number[] {
  // "Watching a girl who sits on a bench": it is she who is on it, and so is a fish in a bowl that somebody watches.
  const last = state.deeds.at(-1)
  if (last?.verb === 'look-at' || last?.agents.every((agent) => state.group.includes(agent))) return state.group
  const patient = state.deeds.findLast((deed) => deed.patient !== undefined && state.group.includes(deed.patient))
  return patient ? patient.agents : state.group
}

/** "Gives an owl on a branch a letter": what is given is still to come. */
export function isGiving({ open }: State): boolean {
  return open?.verb === 'give' && open.recipient !== undefined && open.patient === undefined
}

/** Everybody who was named before the first of these. */
export function livingBefore(state: State, [first = 0]: number[]): number[] {
  const all = state.sentence.entities.map((_, entity) => entity)
  return all.filter((entity) => entity < first && livesIn(state)(entity))
}

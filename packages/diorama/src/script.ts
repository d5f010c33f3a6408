import type { RelationKind, Subject } from './brief.ts'

/** What is done, as far as it can be staged. The words for it are in `words/grammar/verbs.txt` and `deeds.txt`. */
export const VERBS = [
  'hold',
  'read',
  'eat',
  'give',
  'feed',
  'hug',
  'fight',
  'work',
  'play',
  'fish',
  'chase',
  'walk',
  'lie',
  'kneel',
  'look-up',
  'stand',
  'sit',
  'sleep',
  'run',
  'jump',
  'fly',
  'swim',
  'dance',
  'ride',
] as const
export type Verb = (typeof VERBS)[number]

/** Who does what to what, for whom: numbers of entities. */
export type Deed = { verb: Verb; agents: number[]; patient?: number; recipient?: number }

/** How one entity stands to another. `spot` is the part of the other that was named: its roof, its back, its shoulders. */
export type Tie = { kind: RelationKind; subject: number; other: number; spot?: Spot }
export type Spot = 'roof' | 'back' | 'shoulders' | 'head' | 'lap'

/**
 * What a prompt tells beyond a list of subjects. Its entities are the brief's subjects and, after them, what they are on,
 * in and at: tables, branches, bowls, which are no subjects of their own.
 */
export type Script = { entities: Subject[]; deeds: Deed[]; ties: Tie[] }

import { ARRANGEMENTS, COVERS, PATTERNS, STATES, type Arrangement, type Finish } from '../../thing-looks.ts'
import { adjectiveFollows, type Sense } from '../senses.ts'
import type { NamedThing } from './named-thing.ts'

// Not beyond the next noun: words there are said of that.
const isNoun = ({ kind }: Sense) => /^(art|place|vessel|support|rel|post|sky|verb|craft|activity)$/.test(kind)
// Who lives lies and is covered by other means, and what is far too large for a pattern has none.
const LIVES = /^(animal|person|family|face|sky|cat-face|monkey-face)/
const REACH = 3

function saidAt(side: readonly Sense[], { sense }: NamedThing): Sense[] {
  const end = side.findIndex((other) => other.clause !== sense.clause || isNoun(other))
  return side
    .slice(0, end < 0 ? undefined : end)
    .filter(({ kind, at, end: to }) => kind === 'finish' && (sense.at - to <= REACH || at - sense.end <= 1))
}

// "Four suitcases are stacked": as a verb says.
const isSaidToBe = (senses: readonly Sense[], { sense }: NamedThing, from: number) =>
  from === sense.end + 1 &&
  senses.some(({ at, text }) => at === sense.end && /^(is|are|was|were|lie|stand)$/.test(text))

// "A rotten, cracked jug" before the noun; "a bicycle lying on its side" after it, as every phrase is.
function saidOf(senses: readonly Sense[], thing: NamedThing, language: string): string[] {
  const at = senses.indexOf(thing.sense)
  const before = saidAt(senses.slice(0, at).toReversed(), thing)
  // "A car along a row of houses": of what comes after it.
  const after = saidAt(senses.slice(at + 1), thing).filter(({ text }) => !text.endsWith(' of'))
  // "Two suitcases piled between …": a participle may stand right behind.
  const follows = after.filter(
    ({ text, at: from }) =>
      text.includes(' ') || adjectiveFollows(language) || from === thing.sense.end || isSaidToBe(senses, thing, from),
  )
  return [...before, ...follows].map(({ value }) => value)
}

const pick = <Name extends string>(names: readonly Name[], said: readonly string[]): Name | undefined =>
  names.find((name) => said.includes(name))

// What something may be half buried in, by the words and the place that are told with it.
const MOUNDS: readonly [RegExp, string][] = [
  [/snow|winter|arctic/, '#eef4fb'],
  [/sand|desert|beach|dune|underwater|sea/, '#e0c48e'],
  [/leaf|leaves|autumn/, '#c9722e'],
  [/moss|grass|meadow/, '#6f9a4a'],
]

function moundIn(senses: readonly Sense[]): string {
  const said = senses.map(({ text, value }) => `${text} ${value}`).join(' ')
  return MOUNDS.find(([word]) => word.test(said))?.[1] ?? '#8a6a48'
}

/** How the surface of a thing is said to be, and what has become of it. */
export function finishOf(
  senses: readonly Sense[],
  thing: NamedThing,
  { language, printed }: { language: string; printed?: string | undefined },
): Finish | undefined {
  if (LIVES.test(thing.kind)) return undefined
  const said = saidOf(senses, thing, language)
  if (said.length === 0) return undefined
  const [pattern, cover, state] = [pick(PATTERNS, said), pick(COVERS, said), pick(STATES, said)]
  if (!pattern && !cover && !state) return undefined
  return {
    ...(pattern && { pattern }),
    ...(pattern && printed !== undefined && { printed }),
    ...(cover && { cover }),
    ...(state && { state }),
    ...(state === 'buried' && { mound: moundIn(senses) }),
  }
}

/** How several of a thing are said to lie or stand together. */
export function arrangementOf(senses: readonly Sense[], thing: NamedThing, language: string): Arrangement | undefined {
  return thing.sense.kind === 'idea' ? undefined : pick(ARRANGEMENTS, saidOf(senses, thing, language))
}

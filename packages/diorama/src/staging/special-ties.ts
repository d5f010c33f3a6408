import type { Script, Subject, Tie } from '../brief.ts'
import { HANGS } from '../scene/plan/stance.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import { isContainer } from './containers.ts'
import type { EntityBond } from './entity-bond.ts'
import { isAlive, metresOf } from './real-sizes.ts'

/** A tie with the two that it is between. */
export type Pair = { subject: Subject; other: Subject; tie: Tie }

// Of those under an umbrella somebody with hands has it.
function holderOf({ ties, entities }: Script, umbrella: number): number {
  const under = ties.filter(({ kind, other }) => kind === 'under' && other === umbrella)
  return under.find(({ subject }) => hasPersonRig(entities[subject] as Subject))?.subject ?? -1
}

function underUmbrella({ tie, other }: Pair, script: Script): EntityBond | undefined {
  const holder = tie.kind === 'under' && other.art.startsWith('umbrella') ? holderOf(script, tie.other) : -1
  if (holder < 0) return undefined
  return holder === tie.subject
    ? { how: 'held', subject: tie.other, other: holder }
    : { how: 'beside', subject: tie.subject, other: holder }
}

/** Whether somebody holds an umbrella over another: that one stands before them, under it. */
export function sheltersOther({ deeds, entities, ties }: Script, holder: number): boolean {
  const holds = deeds.some(
    ({ verb, agents, patient = -1 }) =>
      verb === 'hold' && agents.includes(holder) && entities[patient]?.art.startsWith('umbrella'),
  )
  return holds && ties.some((tie) => tie.kind === 'over' && tie.subject === holder && isSheltered(entities[tie.other]))
}

const isSheltered = (one: Subject | undefined) => one !== undefined && isAlive(one)

function underTheirs({ tie, other }: Pair, script: Script): EntityBond | undefined {
  if (tie.kind !== 'over' || !isSheltered(other) || !sheltersOther(script, tie.subject)) return undefined
  return { how: 'facing', subject: tie.other, other: tie.subject }
}

// What hangs from above is over the first of those under it; the others are with that one.
function underHanging({ tie, other }: Pair, { ties, deeds }: Script): EntityBond | undefined {
  if (tie.kind !== 'under' || !HANGS.test(other.art)) return undefined
  const first = ties.find(({ kind, other: thing }) => kind === 'under' && thing === tie.other)?.subject ?? tie.subject
  if (first === tie.subject) return { how: 'over', subject: tie.other, other: first }
  const together = deeds.some(
    ({ agents, patient = -1 }) => [...agents, patient].includes(first) && [...agents, patient].includes(tie.subject),
  )
  return { how: together ? 'facing' : 'beside', subject: tie.subject, other: first }
}

// What somebody at a table has before them is on it.
function onTheirTable({ tie, subject }: Pair, { ties, entities }: Script): EntityBond | undefined {
  if (tie.kind !== 'in-front-of' || isAlive(subject) || metresOf(subject) > 0.7) return undefined
  const seat = ties.find(
    (one) => one.kind === 'at' && one.subject === tie.other && entities[one.other]?.art === 'table',
  )
  return seat && { how: 'on', subject: tie.subject, other: seat.other }
}

// A ship behind somebody is what they are before.
function beforeScenery({ tie, subject, other }: Pair): EntityBond | undefined {
  const scenery = /^(place|transport|plant-other)/.test(subject.kind) && metresOf(subject) > metresOf(other) * 1.6
  const turned = tie.kind === 'behind' && scenery && isAlive(other)
  return turned ? { how: 'before', subject: tie.other, other: tie.subject } : undefined
}

// At a waterhole one drinks: it is before whoever is there, and for the next ones beside them.
function atWater({ tie, subject, other }: Pair): EntityBond | undefined {
  const there = /^(at|beside|from)$/.test(tie.kind) && other.art === 'water-pool'
  return there && subject.kind.startsWith('animal')
    ? { how: 'lapped', subject: tie.other, other: tie.subject }
    : undefined
}

// What an animal digs is under its paws.
function atDen({ tie, subject, other }: Pair): EntityBond | undefined {
  const dug = tie.kind === 'in-front-of' && subject.art === 'burrow' && other.kind.startsWith('animal')
  return dug ? { how: 'lapped', subject: tie.subject, other: tie.other } : undefined
}

// A joey is in the pouch of its mother, before her belly.
function inPouch({ tie, subject, other }: Pair): EntityBond | undefined {
  const beasts = subject.kind.startsWith('animal') && other.kind.startsWith('animal')
  return tie.kind === 'in' && beasts && !isContainer(other.art) && metresOf(subject) < metresOf(other)
    ? { how: 'on', subject: tie.subject, other: tie.other, spot: 'lap' }
    : undefined
}

/** What some ties say in a way of their own. */
export function specialBond(pair: Pair, script: Script): EntityBond | undefined {
  return (
    underUmbrella(pair, script) ??
    underTheirs(pair, script) ??
    underHanging(pair, script) ??
    onTheirTable(pair, script) ??
    beforeScenery(pair) ??
    atWater(pair) ??
    atDen(pair) ??
    inPouch(pair)
  )
}

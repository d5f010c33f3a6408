import type { Deed, Tie } from '../../brief.ts'
import type { Thing } from '../things.ts'

type Told = { deeds: readonly Deed[]; ties: readonly Tie[] }

const KEEPS = /^(give|work|handle|hold)$/
const THERE = /^(at|on|in|beside|behind|under|in-front-of)$/

// Whoever buys stands before it.
const isKeeping = ({ verb, craft }: Deed) => KEEPS.test(verb) && craft !== 'buy'

const OVEN = /^(stove|clay-oven|grill)$/

/** "Bakes bread in an oven", تخبز في فرن: who bakes stands before it, and what is baked is in it. */
export function atTheOven({ deeds, ties }: Told, entities: readonly Thing[]): Told {
  const isIn = ({ kind, subject, other }: Tie) =>
    /^(in|on|at)$/.test(kind) && OVEN.test(entities[other]?.art ?? '') && entities[subject]?.kind.startsWith('person')
  const oven = ties.find(isIn)
  const work = deeds.find(({ verb, agents }) => verb === 'work' && oven && agents.includes(oven.subject))
  if (!oven || !work) return { deeds, ties }
  const { patient } = work
  const baked: Tie[] = patient === undefined ? [] : [{ kind: 'on', subject: patient, other: oven.other }]
  return {
    deeds: deeds.map((deed) => (deed === work && patient === undefined ? { ...deed, patient: oven.other } : deed)),
    ties: [...ties.filter((tie) => !isIn(tie)), ...baked],
  }
}

/** Who sells or cooks at a stall stands behind its counter, and the wares lie on it. */
export function atTheStall(told: Told, entities: readonly Thing[]): Told {
  const stall = entities.findIndex(({ art }) => art === 'market-stall')
  const isKeeper = (one: number) =>
    entities[one]?.kind.startsWith('person') === true &&
    told.ties.some(({ kind, subject, other }) => subject === one && other === stall && THERE.test(kind))
  const kept = told.deeds.filter(({ agents, ...deed }) => isKeeping({ agents, ...deed }) && agents.every(isKeeper))
  if (stall < 0 || kept.length === 0) return told
  const keepers = new Set(kept.flatMap(({ agents }) => agents))
  const wares = kept.flatMap(({ patient }) => (patient === undefined || keepers.has(patient) ? [] : [patient]))
  const laid = wares.filter((ware) => ware !== stall && !/^(person|animal)/.test(entities[ware]?.kind ?? ''))
  return {
    deeds: told.deeds.map((deed) => (kept.includes(deed) ? { verb: 'stand', agents: deed.agents } : deed)),
    ties: [
      ...told.ties
        .filter(({ subject }) => !laid.includes(subject))
        .map((tie): Tie => (keepers.has(tie.subject) && tie.other === stall ? { ...tie, kind: 'behind' } : tie)),
      ...laid.map((subject): Tie => ({ kind: 'on', subject, other: stall })),
    ],
  }
}

import type { Deed } from '../../brief.ts'
import { acts } from './entities.ts'
import type { Case } from './noun-cases.ts'
import type { Sentence } from './words.ts'

/** What is known of the nouns of a sentence before its deeds are told. */
export type Told = {
  sentence: Sentence
  cases: readonly (Case | undefined)[]
  agents: readonly number[]
  tied: ReadonlySet<number>
}

const GIVEN = /^(give|read|feed)$/
const ALSO_GIVEN = /^(throw|hold|work|play|paint)$/
const AGAINST = /^(fight|hug|look-at|chase)$/
const TOGETHER = /^(walk|run|dance|sit|swim|fly|play|sleep|eat|jump|skate|ski)$/

const positionOf = ({ sentence }: Told, entity: number) => sentence.entities[entity]?.sense.at ?? 0
const livesIn = ({ sentence }: Told, entity: number | undefined) => {
  const thing = sentence.entities[entity ?? -1]
  return thing !== undefined && acts(thing)
}

// The thing between whom it is given to and the verb, with no word that says what it does: माँ को गुलाब दे.
function givenThing(told: Told, from: number, to: number): number | undefined {
  const found = told.sentence.entities.findLastIndex(
    (thing, at) =>
      thing.sense.at > from &&
      thing.sense.end <= to &&
      !acts(thing) &&
      /^(undefined|object)$/.test(`${told.cases[at]}`),
  )
  return found < 0 ? undefined : found
}

/** Who lives and is given, fed or read something receives it, and what is given is named beside. */
export function asGiven(deed: Deed, told: Told, at: number): Deed {
  const { verb, patient, recipient } = deed
  if (patient === undefined || recipient !== undefined || !livesIn(told, patient)) return deed
  const thing = givenThing(told, positionOf(told, patient), at)
  if (!GIVEN.test(verb) && !(ALSO_GIVEN.test(verb) && thing !== undefined)) return deed
  const { patient: _, ...rest } = deed
  return { ...rest, recipient: patient, ...(thing !== undefined && { patient: thing }) }
}

// ドラゴンと戦う, ड्रैगन से लड़: named with the one who acts, and not before.
function companyOf(told: Told, agent: number, at: number): number | undefined {
  const found = told.sentence.entities.findLastIndex(
    ({ sense }, entity) =>
      told.cases[entity] === 'company' && sense.end <= at && entity !== agent && !told.agents.includes(entity),
  )
  return found < 0 || !livesIn(told, found) ? undefined : found
}

/** Whoever is named "with" fights back, or dances too. */
export function inCompany(deed: Deed, told: Told, at: number): Deed {
  const company = companyOf(told, deed.agents[0] ?? -1, at)
  if (company === undefined || deed.patient === company) return deed
  if (AGAINST.test(deed.verb) && deed.patient === undefined) return { ...deed, patient: company }
  return TOGETHER.test(deed.verb) && !deed.agents.includes(company)
    ? { ...deed, agents: [...deed.agents, company] }
    : deed
}

/** 毛糸玉で遊ぶ: what is played with. */
export function withTool(deed: Deed, told: Told, at: number): Deed {
  if (deed.verb !== 'play' || deed.patient !== undefined) return deed
  const tool = told.sentence.entities.findLastIndex(
    ({ sense }, entity) => told.cases[entity] === 'tool' && sense.end <= at,
  )
  return tool < 0 ? deed : { ...deed, patient: tool }
}

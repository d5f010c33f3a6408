import { headComesLast, type Sense } from '../senses.ts'

const MADE_BY = /^knit$/
// How many words may stand between the work and what is made: "strickt einen langen grünen". Without spaces they are short.
const NEAR = 4
const NEAR_LAST = 9

// A knitted cap has been made, and is worn.
const isFinished = ({ text }: Sense) => /^(knitted|knit|gestrickte[nrsm]?|tricotée?s?|tejid[oa]s?)$/.test(text)

type Told = { senses: readonly Sense[]; language: string }

// The words from the work to what is made, which follows it, or comes first where the verb is last.
function wayTo(work: Sense, made: Sense, { senses, language }: Told): boolean {
  const last = headComesLast(language)
  const [from, to] = last ? [made.end, work.at] : [work.end, made.at]
  if (work.clause !== made.clause || to < from || to - from > (last ? NEAR_LAST : NEAR)) return false
  return !senses.some(({ kind, at, end }) => /^(rel|post|place)$/.test(kind) && at >= from && end <= to)
}

/** Whether something worn is what is made, not what is worn: a scarf that is knitted is on no neck. */
export const isMade = (worn: Sense, told: Told): boolean =>
  told.senses.some(
    (work) => work.kind === 'craft' && MADE_BY.test(work.value) && !isFinished(work) && wayTo(work, worn, told),
  )

/** The colour that is said of what is made by a word for work. */
export const colourMade = (work: Sense, told: Told): string | undefined =>
  told.senses.find((said) => said.kind === 'colour' && wayTo(work, said, told))?.value

import type { Sense } from './senses.ts'

const CASE = /^(को|से|में|पर|ने|के|का|की)( |$)/
const OF = /^(का|के|की)$/

/** Whether a word after a noun says what it is in the sentence: then it is no part of the noun before it. */
export const hasHindiCase = ({ end }: Sense, senses: readonly Sense[]): boolean =>
  senses.some(({ at, text }) => at === end && CASE.test(text))

/** आम के पेड़, a tree of mangos: what it bears only says which tree it is. */
export const isHindiTreeOf = (of: Sense | undefined, tree: Sense | undefined): boolean =>
  of !== undefined && OF.test(of.text) && tree?.at === of.end && tree.value.endsWith('tree')

import type { Spot, Subject } from '../brief.ts'
import type { Bond } from './stage-plan.ts'

/** A bond between entities, before each of several has its own. */
export type EntityBond = {
  how: Exclude<Bond['how'], 'arranged'> | 'held'
  subject: number
  other: number
  spot?: Spot
}

const BOARDS = /^(easel|blackboard)$/

/** What is painted or written on: one stands before it, not on it. */
export const isBoard = ({ art }: Subject): boolean => BOARDS.test(art)

import type { Deed, Tie } from '../../brief.ts'
import { isStairs } from '../../staging/stairs.ts'
import { acts } from './entities.ts'
import type { Sentence } from './words.ts'

const UP_OR_DOWN = /^(up|down|upstairs|downstairs|hinauf|hinunter|hoch|herunter)$/
const NEAR = 3

type Told = { deeds: readonly Deed[]; ties: readonly Tie[] }

const isNamedIn = ({ deeds, ties }: Told, entity: number) =>
  ties.some(({ subject, other }) => subject === entity || other === entity) ||
  deeds.some(({ patient }) => patient === entity)

/** "Carries her daughter on her back up a staircase": after the load is told, the stairs are still under who carries it. */
export function upTheStairs(told: Told, { entities, tokens }: Sentence): Tie[] {
  return entities.flatMap(({ art, sense }, stairs): Tie[] => {
    const near = tokens.slice(Math.max(0, sense.at - NEAR), sense.end + 1)
    if (!isStairs(art) || isNamedIn(told, stairs) || !near.some(({ text }) => UP_OR_DOWN.test(text))) return []
    const goer = told.deeds.findLast(({ agents: [agent = -1], verb }) => {
      const one = entities[agent]
      const borne = told.ties.some(({ subject, kind }) => subject === agent && kind === 'on')
      return one && acts(one) && !borne && verb !== 'sleep' && one.sense.clause === sense.clause
    })
    return (goer?.agents ?? []).map((subject) => ({ kind: 'on', subject, other: stairs }))
  })
}

import assert from 'node:assert/strict'
import { readPrompt } from '../../src/reading/read-prompt.ts'
import { planStage } from '../../src/staging/plan-stage.ts'

const plain = (art: string | undefined) =>
  (art ?? '').replace(/-(light|medium|medium-light|medium-dark|dark)-skin-tone$/, '')

/** The stage plan of a prompt in short lines: "girl holds kite", "cat on table", "man reach". */
export function stagedLines(prompt: string): string[] {
  const { script } = readPrompt(prompt, 1)
  const plan = script && planStage(script)
  assert.ok(plan, `nothing is staged of: ${prompt}`)
  const nameOf = (entity: number | undefined) => plain(plan.entities[entity ?? -1]?.art)
  return plan.roles.flatMap(({ entity, posture, grasps, bond }) => {
    const own = nameOf(entity)
    const spot = bond?.how === 'on' && bond.spot ? ` ${bond.spot}` : ''
    return [
      ...(posture ? [`${own} ${posture}`] : []),
      ...grasps.map((grasp) => `${own} holds ${nameOf(grasp.entity)}`),
      ...(bond ? [`${own} ${bond.how} ${nameOf(plan.roles[bond.role]?.entity)}${spot}`] : []),
    ]
  })
}

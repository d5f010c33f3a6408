import type { Deed, Subject, Tie } from '../brief.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import { gripOf } from './grips.ts'

type Shop = { entities: readonly Subject[]; add: (art: string) => number }

/** The deed of an animal that drinks from nothing that is named: from the water that lies before it. */
export function drinking(deed: Deed, { entities, add }: Shop): Deed {
  const doer = entities[deed.agents[0] ?? -1]
  if (deed.craft !== 'drink' || deed.patient !== undefined || !doer) return deed
  if (hasPersonRig(doer) || !doer.kind.startsWith('animal')) return deed
  const named = entities.findIndex(({ art }) => art === 'water-pool')
  return { ...deed, patient: named >= 0 ? named : add('water-pool') }
}

/** Whether it is in the hand of who eats or drinks it: alone, and not said to be at a table. */
export function isAtMouth(
  { verb, agents: [agent = -1, ...more], patient = -1 }: Deed,
  { entities, ties }: { entities: readonly Subject[]; ties: readonly Tie[] },
): boolean {
  const food = entities[patient]
  if (verb !== 'eat' || more.length > 0 || entities[agent]?.count !== 1 || !food) return false
  return gripOf(food) === 'hand' && !ties.some(({ kind, subject }) => subject === agent && kind !== 'beside')
}

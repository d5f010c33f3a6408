import type { Deed, Subject } from '../brief.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'

type Shop = { entities: readonly Subject[]; add: (art: string) => number }

/** The deed of an animal that drinks from nothing that is named: from the water that lies before it. */
export function drinking(deed: Deed, { entities, add }: Shop): Deed {
  const doer = entities[deed.agents[0] ?? -1]
  if (deed.craft !== 'drink' || deed.patient !== undefined || !doer) return deed
  if (hasPersonRig(doer) || !doer.kind.startsWith('animal')) return deed
  const named = entities.findIndex(({ art }) => art === 'water-pool')
  return { ...deed, patient: named >= 0 ? named : add('water-pool') }
}

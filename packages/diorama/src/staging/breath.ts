import type { Deed, Script, Subject, Tie } from '../brief.ts'
import { drawingOf } from '../art.ts'
import { craftOf } from '../crafts.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import { isAlive } from './real-sizes.ts'

type Told = Pick<Script, 'deeds'> & {
  entities: readonly Subject[]
  ties: Tie[]
  addFor: (whom: number, art: string) => number
}

// People have a hose for it.
const artOf = (breath: string, doer: Subject | undefined) =>
  breath === 'water-jet' && doer && hasPersonRig(doer) ? 'hose-jet' : breath

// Whom it goes to stands before who does it.
function aimed(ties: Tie[], { agents, patient }: Deed, entities: readonly Subject[]): void {
  const [agent = -1] = agents
  for (const [at, tie] of ties.entries()) {
    const target = entities[tie.other]
    if (tie.subject === agent && /^(at|on|over|with)$/.test(tie.kind) && target && isAlive(target))
      ties[at] = { kind: 'in-front-of', subject: agent, other: tie.other }
  }
  if (patient !== undefined && entities[patient]) ties.push({ kind: 'in-front-of', subject: agent, other: patient })
}

/** The deeds with what comes out of mouths, trunks and hoses by them: fire for a dragon that breathes it. */
export function withBreath({ deeds, entities, ties, addFor }: Told): Deed[] {
  return deeds.map((deed): Deed => {
    const breath = craftOf(deed.craft)?.breath
    const [agent = -1] = deed.agents
    const art = breath && artOf(breath, entities[agent])
    if (!art || !drawingOf(art)) return deed
    aimed(ties, deed, entities)
    return { ...deed, patient: addFor(agent, art) }
  })
}

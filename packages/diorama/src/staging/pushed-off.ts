import type { Deed, Subject, Tie } from '../brief.ts'
import { metresOf } from './real-sizes.ts'
import { isSupport } from './supports.ts'

/** A cat that pushes a glass off the table is on the table, and the glass is at its edge. */
export function pushedOff(entities: readonly Subject[], deeds: Deed[], ties: Tie[]): void {
  for (const [at, { verb, agents, patient = -1 }] of deeds.entries()) {
    const [agent = -1] = agents
    const [thing, doer] = [entities[patient], entities[agent]]
    const from = ties.find(({ kind, subject }) => kind === 'from' && (subject === patient || subject === agent))
    if (!/^(push|handle)$/.test(verb) || !thing || !doer || !from || !isSupport(entities[from.other]?.art ?? ''))
      continue
    if (metresOf(thing) > 0.6 || metresOf(doer) > 0.9) continue
    const others = ties.filter((tie) => tie !== from)
    const there = { kind: 'on' as const, other: from.other }
    ties.splice(0, ties.length, ...others, { ...there, subject: agent }, { ...there, subject: patient, spot: 'edge' })
    deeds[at] = { verb: 'look-at', agents }
  }
}

import type { Deed } from '../brief.ts'
import type { Workshop } from './workshop.ts'

const DRAUGHT = /^(horse|donkey|ox|water-buffalo|camel|two-hump-camel|cow|elephant)/
// More than a team would hide the plough and who walks behind it.
const TEAM = 2

/** What follows where somebody ploughs with beasts: these go before the plough, and who ploughs behind it. */
export function ploughing({ craft, agents }: Deed, { entities, ties }: Workshop): Deed[] {
  const beast = craft === 'plough' ? entities.findIndex(({ art }) => DRAUGHT.test(art)) : -1
  const team = entities[beast]
  if (!team || agents.includes(beast)) return []
  entities[beast] = { ...team, count: Math.min(team.count, TEAM) }
  const apart = ties.filter(({ subject, other }) => subject !== beast && other !== beast)
  ties.splice(0, ties.length, ...apart)
  return [
    { verb: 'walk', agents, patient: beast },
    { verb: 'walk', agents: [beast] },
  ]
}

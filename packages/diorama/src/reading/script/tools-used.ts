import { gripOf } from '../../staging/grips.ts'
import type { Sense } from '../senses.ts'
import type { Thing } from '../things.ts'
import { acts } from './entities.ts'
import type { State } from './state.ts'

const DONE_WITH = /^(work|handle|hammer|feed|fight|paint|water|take|hug|look-at|dig|play|catch|eat)$/
const IMPLEMENT = /^(tool|household|writing|medical|science|dishware|sport|light-video|mail|office|sound)/

function isImplement({ art, kind, label }: Thing): boolean {
  return IMPLEMENT.test(kind) && gripOf({ art, kind, label, count: 1, scale: 'normal' }) !== undefined
}

function usersOf({ deeds, next, before, sentence: { entities } }: State): number[] | undefined {
  const deed = deeds.at(-1)
  const tool = next?.is === 'noun' ? entities[next.entity] : undefined
  if (!deed || !tool || before?.is !== 'noun' || !DONE_WITH.test(deed.verb) || !isImplement(tool)) return undefined
  const done = before.entity === deed.patient || before.entity === deed.recipient
  const users = deed.agents.filter((agent) => acts(entities[agent] as Thing))
  return done && users.length > 0 ? users : undefined
}

/** What something is done with is in the hand of who does it: "hitting the table with a hammer". */
export function takesTool(state: State, { end }: Sense): boolean {
  const subjects = usersOf(state)
  if (!subjects) return false
  state.joining = false
  state.open = undefined
  state.waiting = { kind: 'with', subjects, from: end }
  return true
}

import type { Brief } from '../../brief.ts'
import { isLit } from '../events/whose-turn.ts'

// What is lit or blown out is seen by its light: that happens after dark, unless the hour is named.
function afterDark(brief: Brief): Brief {
  const { happenings, time, becomes, script, subjects } = brief
  const flickers = happenings.some((what) => what === 'light' || what === 'go-out')
  const lamps = [...subjects, ...(script?.entities ?? [])].some(isLit)
  return flickers && lamps && time === undefined && becomes === undefined ? { ...brief, time: 'night' } : brief
}

/** A clip begins before what happens in it: whoever stands up from a chair sits on it first. */
export function asItBegins(told: Brief): Brief {
  const brief = afterDark(told)
  const { script, happenings } = brief
  if (!script || !happenings.includes('get-up')) return brief
  const onSeat = (agents: readonly number[]) =>
    script.ties.some(({ kind, subject }) => /^(on|in|from)$/.test(kind) && agents.includes(subject))
  const deeds = script.deeds.map((deed) =>
    deed.verb === 'stand' && onSeat(deed.agents) ? { ...deed, verb: 'sit' as const } : deed,
  )
  return { ...brief, script: { ...script, deeds } }
}

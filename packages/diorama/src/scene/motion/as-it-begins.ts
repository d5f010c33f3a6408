import type { Brief } from '../../brief.ts'

/** A clip begins before what happens in it: whoever stands up from a chair sits on it first. */
export function asItBegins(brief: Brief): Brief {
  const { script, happenings } = brief
  if (!script || !happenings.includes('get-up')) return brief
  const onSeat = (agents: readonly number[]) =>
    script.ties.some(({ kind, subject }) => /^(on|in|from)$/.test(kind) && agents.includes(subject))
  const deeds = script.deeds.map((deed) =>
    deed.verb === 'stand' && onSeat(deed.agents) ? { ...deed, verb: 'sit' as const } : deed,
  )
  return { ...brief, script: { ...script, deeds } }
}

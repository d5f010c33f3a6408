import type { Brief } from '../../brief.ts'
import { isLit } from '../events/whose-turn.ts'

/** What is lit or blown out in a clip is seen by its light: that happens after dark, unless the hour is named. */
export function asItBegins(brief: Brief): Brief {
  const { happenings, time, becomes, script, subjects } = brief
  const flickers = happenings.some((what) => what === 'light' || what === 'go-out')
  const lamps = [...subjects, ...(script?.entities ?? [])].some(isLit)
  return flickers && lamps && time === undefined && becomes === undefined ? { ...brief, time: 'night' } : brief
}

import type { Brief, TimeOfDay } from '../../brief.ts'
import type { Clock } from '../clock.ts'

/** A change of the hour: the darker of the two times, and how much of it is there at a second, 0 to 1. */
export type Passing = { to: TimeOfDay; part: (second: number) => number }

// From dark to bright.
const ORDER: TimeOfDay[] = ['night', 'dusk', 'sunset', 'dawn', 'golden', 'day']

const smooth = (t: number) => t * t * (3 - 2 * t)

/** The brief that a clip is painted by, and how its light passes: the brighter hour is painted, and darkness laid over it. */
export function passingOf(brief: Brief, clock: Clock): { painted: Brief; passing?: Passing } {
  const { becomes, time = 'day' } = brief
  if (!becomes || becomes === time) return { painted: brief }
  const darkens = ORDER.indexOf(becomes) < ORDER.indexOf(time)
  const way = (second: number) => {
    const t = Math.min(1, Math.max(0, second / clock.seconds))
    // The first and the last moment show the hour that was named.
    return clock.loop ? 0.5 - 0.5 * Math.cos(t * Math.PI * 2) : smooth(Math.min(1, Math.max(0, (t - 0.08) / 0.82)))
  }
  return darkens
    ? { painted: { ...brief, time }, passing: { to: becomes, part: way } }
    : { painted: { ...brief, time: becomes }, passing: { to: time, part: (second) => 1 - way(second) } }
}

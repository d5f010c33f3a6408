import type { Brief, Happening, TimeOfDay } from '../../brief.ts'
import type { Clock } from '../clock.ts'
import { within } from '../eased.ts'

/** A change of the hour: the darker of the two times, and how much of it is there at a second, 0 to 1. */
export type Passing = { to: TimeOfDay; part: (second: number) => number }

// From dark to bright.
const ORDER: TimeOfDay[] = ['night', 'dusk', 'sunset', 'dawn', 'golden', 'day']

// Lights that go on in a town are seen after sunset.
function atDusk(brief: Brief): Brief {
  const lit = brief.happenings.includes('light') || brief.happenings.includes('go-out')
  const town =
    /^(city|street)$/.test(brief.archetype) || brief.subjects.some(({ kind }) => kind.startsWith('place-building'))
  return lit && brief.time === undefined && town ? { ...brief, time: 'dusk' } : brief
}

// A sun that rises brings the day along, one that sets takes it away, and stars come out of the evening before them.
function passingSun({ happenings, time, becomes }: Brief): Pick<Brief, 'time' | 'becomes'> {
  if (becomes) return {}
  const has = (what: Happening) => happenings.includes(what)
  if (has('sun-up')) return { time: 'night', becomes: isDark(time) ? 'dawn' : time }
  if (has('stars-out')) return { time: has('sun-down') || isDark(time) ? 'sunset' : time, becomes: 'night' }
  if (has('sun-down')) return { time: isDark(time) ? 'golden' : time, becomes: 'dusk' }
  return has('time-lapse') ? hurriedSun(time) : {}
}

const isDark = (time: TimeOfDay | undefined): time is 'night' | 'dusk' | undefined =>
  time === undefined || time === 'night' || time === 'dusk'

// A mere sunrise is one hour; in a time-lapse it passes.
function hurriedSun(time: TimeOfDay | undefined): Pick<Brief, 'time' | 'becomes'> {
  if (time === 'dawn') return { time: 'night', becomes: 'day' }
  return time === 'sunset' ? { time: 'golden', becomes: 'dusk' } : {}
}

/** The brief that a clip is painted by, and how its light passes: the brighter hour is painted, and darkness laid over it. */
export function passingOf(brief: Brief, clock: Clock): { painted: Brief; passing?: Passing } {
  const { becomes, time = 'day' } = { ...brief, ...passingSun(brief) }
  if (!becomes || becomes === time) return { painted: atDusk(brief) }
  const darkens = ORDER.indexOf(becomes) < ORDER.indexOf(time)
  const way = (second: number) => {
    const t = Math.min(1, Math.max(0, second / clock.seconds))
    // The first and the last moment show the hour that was named.
    return clock.loop ? 0.5 - 0.5 * Math.cos(t * Math.PI * 2) : within(t, 0.12, 0.88)
  }
  return darkens
    ? { painted: { ...brief, time }, passing: { to: becomes, part: way } }
    : { painted: { ...brief, time: becomes }, passing: { to: time, part: (second) => 1 - way(second) } }
}

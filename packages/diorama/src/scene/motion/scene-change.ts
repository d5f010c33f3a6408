import type { Brief, Cue, Happening, Weather } from '../../brief.ts'
import { sceneClock, type Clock } from '../clock.ts'
import type { SceneOptions } from '../scene.ts'
import { within } from '../eased.ts'
import { passingOf } from './passing-hour.ts'

/** Two looks of one place, and how much of the second is there at a second, 0 to 1. */
export type SceneChange = { first: Brief; second: Brief; part: (second: number) => number; toNight: boolean }

const OF_THE_HOUR: readonly Happening[] = ['sun-up', 'sun-down', 'stars-out', 'time-lapse']
const FALLS: readonly Weather[] = ['rain', 'storm', 'snow', 'fog']

const settled = (brief: Brief, without: readonly Happening[]): Brief => {
  const { becomes: _, turnsTo: __, ...rest } = brief
  return { ...rest, happenings: brief.happenings.filter((what) => !without.includes(what)) }
}

// The brighter hour lies under the darker one: its sun goes down while the other comes through.
function ofTheHour(brief: Brief, clock: Clock): SceneChange | undefined {
  const { passing } = passingOf(brief, clock)
  if (!passing) return undefined
  const second = { ...settled(brief, OF_THE_HOUR), time: passing.to }
  return { first: brief, second, part: passing.part, toNight: passing.to === 'night' || passing.to === 'dusk' }
}

const isFair = (brief: Brief): Brief => ({
  ...brief,
  weather: brief.weather.filter((weather) => !FALLS.includes(weather)),
  particles: brief.particles.filter((kind) => kind !== 'rain' && kind !== 'snow'),
})

const overcast = (brief: Brief): [Brief, Brief] => {
  const others = brief.weather.filter((weather) => weather !== 'cloudy')
  return [
    { ...brief, weather: [...others, 'cloudy'] },
    { ...brief, weather: others },
  ]
}

// A rainbow stands in the sunshine after the rain.
const withoutRainbow = (brief: Brief): Brief => ({
  ...brief,
  subjects: brief.subjects.filter(({ art }) => art !== 'rainbow'),
})

// What falls is in the air soon; what it makes of the land takes longer.
const overCue =
  (clock: Clock, { from, to }: Pick<Cue, 'from' | 'to'>) =>
  (second: number): number =>
    within((second / clock.seconds - from) / (to - from), 0.08, 0.8)

function ofTheWeather(brief: Brief, clock: Clock): SceneChange | undefined {
  const cue = brief.cues?.find(({ what }) => what === 'weather-comes' || what === 'weather-goes')
  if (!cue || clock.loop) return undefined
  const comes = cue.what === 'weather-comes'
  const falls = isFair(brief).weather.length < brief.weather.length
  if (!falls && comes) return undefined
  // Where nothing falls, it is the clouds that go.
  const [wet, fair] = falls ? [brief, isFair(brief)] : overcast(brief)
  const [first, second] = comes ? [fair, wet] : [withoutRainbow(wet), fair]
  return { first, second, part: overCue(clock, cue), toNight: false }
}

function ofTheSeason(brief: Brief, clock: Clock): SceneChange | undefined {
  const { turnsTo } = brief
  if (!turnsTo || clock.loop) return undefined
  const second = { ...settled(brief, []), season: turnsTo }
  return { first: settled(brief, []), second, part: overCue(clock, { from: 0, to: 1 }), toNight: false }
}

/** What of the hour, the weather or the season changes in the course of a clip; nothing where it stays as it is. */
export function sceneChange(brief: Brief, { seconds, still }: SceneOptions): SceneChange | undefined {
  if (still || brief.design) return undefined
  const clock = sceneClock(seconds, brief.loop)
  return ofTheHour(brief, clock) ?? ofTheWeather(brief, clock) ?? ofTheSeason(brief, clock)
}

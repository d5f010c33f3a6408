import type { Brief, Season, TimeOfDay, Weather } from '../../brief.ts'
import { rgb } from '../../scene/colour.ts'
import { lightOf } from '../../scene/light.ts'

type Rgb = readonly [number, number, number]

/** What a prompt does to the light and the land of a given picture. */
export type Climate = {
  /** Four colours from the zenith to the horizon, and how much of them replaces the sky that is there. */
  sky?: { stops: readonly Rgb[]; part: number }
  /** What becomes of the colours of the land: each channel's factor, and how much colour stays. */
  gain: Rgb
  saturation: number
  season?: Season
  stars: boolean
  /** A sun or a moon stands in the sky. */
  lamp?: { colour: Rgb; high: number }
}

const EXPOSURE: Record<TimeOfDay, number> = {
  dawn: 0.92,
  day: 1.04,
  golden: 0.98,
  sunset: 0.8,
  dusk: 0.56,
  night: 0.46,
}
const REPLACED: Record<TimeOfDay, number> = { dawn: 0.8, day: 0.45, golden: 0.72, sunset: 0.9, dusk: 0.92, night: 0.97 }
const COLOUR: Record<TimeOfDay, number> = { dawn: 0.92, day: 1.05, golden: 1, sunset: 0.9, dusk: 0.7, night: 0.42 }
const HIGH: Partial<Record<TimeOfDay, number>> = { dawn: 0.86, golden: 0.7, sunset: 0.88, dusk: 0.3, night: 0.26 }

// How much a weather greys the sky and darkens the land.
type Grey = { sky: string; part: number; gain: number; saturation: number }

const GREY: Partial<Record<Weather, Grey>> = {
  storm: { sky: '#59626f', part: 0.9, gain: 0.55, saturation: 0.5 },
  rain: { sky: '#8a95a2', part: 0.85, gain: 0.74, saturation: 0.6 },
  fog: { sky: '#d5dade', part: 0.6, gain: 0.97, saturation: 0.6 },
  snow: { sky: '#cdd6e0', part: 0.72, gain: 0.96, saturation: 0.8 },
  cloudy: { sky: '#a9b3bd', part: 0.75, gain: 0.88, saturation: 0.8 },
}

// The high, pale sky of a clear winter's day.
const PALE: readonly Rgb[] = [
  [158, 186, 214],
  [184, 206, 226],
  [210, 224, 236],
  [228, 234, 240],
]

const times = (a: Rgb, b: Rgb): Rgb => [a[0] * b[0], a[1] * b[1], a[2] * b[2]]

// The colour of the air, as bright as white: exposure says how dark it gets.
function tint(colour: string, strength: number): Rgb {
  const channels = rgb(colour)
  const most = Math.max(...channels)
  return channels.map((value) => 1 - strength + (strength * value) / most) as unknown as Rgb
}

// The land and the sky of an hour.
function atHour(brief: Brief, time: TimeOfDay): Pick<Climate, 'gain' | 'saturation' | 'sky' | 'stars' | 'lamp'> {
  const light = lightOf({ ...brief, archetype: 'landscape', weather: [], colours: [], time })
  const hour = EXPOSURE[time]
  const high = HIGH[time]
  return {
    gain: times(tint(light.ambient, 0.8), [hour, hour, hour]),
    saturation: COLOUR[time],
    sky: { stops: light.sky.map(rgb), part: REPLACED[time] },
    stars: time === 'night',
    ...(high !== undefined && { lamp: { colour: rgb(light.key), high } }),
  }
}

// Under clouds there are no stars, and the colours of the hour are dim.
function overcast({ lamp: _lamp, ...climate }: Climate, grey: Grey, time: TimeOfDay | undefined): Climate {
  const dim = time === 'night' ? 0.3 : time === 'dusk' ? 0.55 : 1
  const over = rgb(grey.sky).map((value) => value * dim) as unknown as Rgb
  const paler = over.map((value) => value + (255 - value) * 0.16 * dim) as unknown as Rgb
  return {
    ...climate,
    sky: { stops: [over, over, paler, paler], part: grey.part },
    gain: times(climate.gain, [grey.gain, grey.gain, Math.min(1, grey.gain * 1.04)]),
    saturation: climate.saturation * grey.saturation,
    stars: false,
  }
}

/** The climate that a brief asks for; nothing where it says nothing of hour, weather or season. */
export function climateOf(brief: Brief): Climate | undefined {
  const { time, weather } = brief
  const [grey] = weather.flatMap((kind) => GREY[kind] ?? [])
  const season = brief.season ?? (weather.includes('snow') ? 'winter' : undefined)
  if (!time && !grey && !season) return undefined
  const usual: Climate = { gain: [1, 1, 1], saturation: 1, stars: false, ...(season && { season }) }
  const winter = season === 'winter' && !time && { sky: { stops: PALE, part: 0.5 } }
  const climate: Climate = { ...usual, ...(time && atHour(brief, time)), ...winter }
  return grey ? overcast(climate, grey, time) : climate
}

import type { Brief, Season, TimeOfDay, Weather } from '../../brief.ts'
import { findMarks } from '../../reading/find-marks.ts'
import { rgb } from '../../scene/colour.ts'

/** Three channels, 0 to 255, or factors of them. */
export type Rgb = readonly [number, number, number]

/** What a prompt does to the light and the land of a given picture. */
export type Climate = {
  time: TimeOfDay | undefined
  season: Season | undefined
  /** Rain has fallen: the ground mirrors. */
  wet: boolean
  /** A new sky: colours from the zenith to the horizon, and those of clouds, on their lit side and in their shade. */
  sky: { stops: readonly Rgb[]; cloud: Rgb; shade: Rgb; overcast: number } | undefined
  /** What becomes of the land: the factors of what is dark in it and of what is bright, and how much colour stays. */
  land: { dark: Rgb; bright: Rgb; saturation: number }
  /** The colour of the air in the distance, and how much of it lies over what is far. */
  haze: { colour: Rgb; part: number } | undefined
  lamp: Lamp | undefined
  stars: boolean
  /** Windows are lit. */
  windows: boolean
}

/** A sun near the horizon, or a moon high up. */
export type Lamp = { kind: 'sun' | 'moon'; colour: Rgb; low: boolean }

type Hour = Pick<Climate, 'sky' | 'land' | 'haze' | 'lamp' | 'stars' | 'windows'>
type Stops = [string, string, string, string]

function hour(
  sky: { stops: Stops; cloud: string; shade: string },
  land: { dark: Rgb; bright: Rgb; saturation: number; haze: number },
  lamp: Lamp | undefined,
  windows = false,
): Hour {
  const stops = sky.stops.map(rgb)
  return {
    sky: { stops, cloud: rgb(sky.cloud), shade: rgb(sky.shade), overcast: 0 },
    land,
    haze: { colour: stops.at(-1) as Rgb, part: land.haze },
    lamp,
    stars: lamp?.kind === 'moon',
    windows,
  }
}

const sun = (colour: string, low = true): Lamp => ({ kind: 'sun', colour: rgb(colour), low })

const HOURS: Record<TimeOfDay, Hour> = {
  dawn: hour(
    { stops: ['#5d76bd', '#a29ad0', '#f3b6b4', '#ffe3b8'], cloud: '#ffdcd2', shade: '#a893c4' },
    { dark: [0.72, 0.62, 0.86], bright: [1.06, 0.95, 0.9], saturation: 0.9, haze: 0.3 },
    sun('#ffe2a8'),
  ),
  day: hour(
    { stops: ['#2b7fd4', '#57a7e8', '#9dd2f3', '#dff1f4'], cloud: '#ffffff', shade: '#c3d6e8' },
    { dark: [1.02, 1.02, 1.02], bright: [1.08, 1.07, 1.03], saturation: 1.08, haze: 0.06 },
    sun('#fff6d8', false),
  ),
  golden: hour(
    { stops: ['#4b8dbb', '#a0bdbd', '#fbd48c', '#fff0bd'], cloud: '#fff1cf', shade: '#c8a98c' },
    { dark: [0.9, 0.74, 0.6], bright: [1.12, 1, 0.76], saturation: 1.02, haze: 0.22 },
    sun('#ffe79a'),
  ),
  sunset: hour(
    { stops: ['#372f78', '#93408a', '#ee6462', '#ffb765'], cloud: '#ff9d7c', shade: '#7c3f86' },
    { dark: [0.48, 0.3, 0.5], bright: [1.08, 0.76, 0.56], saturation: 0.95, haze: 0.3 },
    sun('#ffd884'),
    true,
  ),
  dusk: hour(
    { stops: ['#1b2459', '#3d448f', '#8467b0', '#eb9fa4'], cloud: '#a184bd', shade: '#423a7c' },
    { dark: [0.3, 0.3, 0.52], bright: [0.72, 0.62, 0.8], saturation: 0.75, haze: 0.26 },
    undefined,
    true,
  ),
  night: hour(
    { stops: ['#060b26', '#0e1944', '#1b2d66', '#36528c'], cloud: '#4a5f94', shade: '#1a2650' },
    { dark: [0.16, 0.2, 0.38], bright: [0.42, 0.5, 0.74], saturation: 0.62, haze: 0.2 },
    { kind: 'moon', colour: rgb('#e6eeff'), low: false },
    true,
  ),
}

// How a weather hides the sky and dims the land.
type Grey = { sky: string; low: string; overcast: number; gain: number; saturation: number; haze: number }

const GREY: Partial<Record<Weather, Grey>> = {
  storm: { sky: '#2f3743', low: '#7b8590', overcast: 1, gain: 0.6, saturation: 0.6, haze: 0.3 },
  rain: { sky: '#6d7885', low: '#aab3bb', overcast: 0.9, gain: 0.78, saturation: 0.7, haze: 0.3 },
  fog: { sky: '#cdd3d8', low: '#dde1e4', overcast: 0.6, gain: 0.97, saturation: 0.65, haze: 0.5 },
  snow: { sky: '#b4bfcc', low: '#dde4ea', overcast: 0.7, gain: 0.97, saturation: 0.85, haze: 0.25 },
  cloudy: { sky: '#8d99a6', low: '#c4ccd3', overcast: 0.85, gain: 0.88, saturation: 0.85, haze: 0.15 },
}

const PLAIN: Hour = {
  sky: undefined,
  land: { dark: [1, 1, 1], bright: [1, 1, 1], saturation: 1 },
  haze: undefined,
  lamp: undefined,
  stars: false,
  windows: false,
}

// The high, pale sky of a clear winter's day.
const WINTER: Hour = {
  ...PLAIN,
  sky: {
    stops: ['#86a9cb', '#a9c4dd', '#ccdeec', '#e8eff4'].map(rgb),
    cloud: rgb('#f4f8fb'),
    shade: rgb('#b4c6d8'),
    overcast: 0,
  },
}

const times = (a: Rgb, by: number): Rgb => [a[0] * by, a[1] * by, a[2] * by]

// Under clouds there are no stars, and the colours of the hour are dim.
function overcast(clear: Hour, grey: Grey, time: TimeOfDay | undefined): Hour {
  const dim = time === 'night' ? 0.26 : time === 'dusk' ? 0.5 : 1
  const [high, low] = [times(rgb(grey.sky), dim), times(rgb(grey.low), dim)]
  const between = high.map((value, c) => (value + (low[c] as number)) / 2) as unknown as Rgb
  const { dark, bright, saturation } = clear.land
  return {
    ...clear,
    sky: { stops: [high, high, between, low], cloud: between, shade: times(high, 0.82), overcast: grey.overcast },
    land: {
      dark: times(dark, grey.gain * (grey.gain < 0.7 ? 0.85 : 1)),
      bright: times(bright, grey.gain),
      saturation: saturation * grey.saturation,
    },
    haze: { colour: low, part: grey.haze },
    lamp: undefined,
    stars: false,
    windows: clear.windows,
  }
}

// Whoever adds a moon to a picture asks for a moon, and not for the night that a scene with a moon would be drawn in.
function isOnlyImplied({ edits, prompt }: Brief): boolean {
  if (!edits.includes('add')) return false
  return !findMarks(prompt).marks.some(({ meanings }) => meanings.some((meaning) => meaning.startsWith('time:')))
}

/** The climate that a brief asks for; nothing where it says nothing of hour, weather or season. */
export function climateOf(brief: Brief): Climate | undefined {
  const { weather } = brief
  // What it becomes is the wish; what it was is in the picture.
  const time = brief.becomes ?? (isOnlyImplied(brief) ? undefined : brief.time)
  const [grey] = weather.flatMap((kind) => GREY[kind] ?? [])
  const clear = weather.includes('clear')
  const season = brief.season ?? (weather.includes('snow') ? 'winter' : undefined)
  if (!time && !grey && !season && !clear) return undefined
  const plain = time ? HOURS[time] : clear ? HOURS.day : season === 'winter' ? WINTER : PLAIN
  const seen = grey ? overcast(plain, grey, time) : plain
  const wet = weather.includes('rain') || weather.includes('storm')
  return { ...seen, time, season, wet }
}

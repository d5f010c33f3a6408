import { traitsOf } from '../archetype-traits.ts'
import type { Brief, TimeOfDay } from '../brief.ts'
import { hasFeature } from '../places.ts'
import { STYLES } from './styles/styles.ts'
import { mix, rgb, underLight, type Colour } from './colour.ts'

/** The light of a scene: what its sky looks like and what that does to everything else. */
export type Light = {
  time: TimeOfDay
  /** Four stops from the zenith to the horizon. */
  sky: [Colour, Colour, Colour, Colour]
  haze: Colour
  /** The colour of the sun, moon or lamp. */
  key: Colour
  ambient: Colour
  shadow: Colour
  /** How much of the stars shows, 0 to 1. */
  stars: number
  /** How thick the air is: 0 clear, 1 fog. */
  thickness: number
  /** Lamps and windows are lit. */
  dark: boolean
  /** The surface as it looks in this light, at a distance of 0 (here) to 1 (the horizon). */
  lit(surface: Colour, distance?: number): Colour
}

type Tone = Pick<Light, 'sky' | 'haze' | 'key' | 'ambient' | 'shadow' | 'stars' | 'dark'>

const TONES: Record<TimeOfDay, Tone> = {
  dawn: {
    sky: ['#6a7fc4', '#a99fd6', '#f4bcc0', '#ffe6c4'],
    haze: '#f3cfd0',
    key: '#ffe6b8',
    ambient: '#f0d9e2',
    shadow: '#4a3f74',
    stars: 0.08,
    dark: false,
  },
  day: {
    sky: ['#2b85d8', '#5eaeea', '#a3d8f5', '#e6f5f2'],
    haze: '#cfe9f1',
    key: '#fff7d8',
    ambient: '#ffffff',
    shadow: '#1d3d5c',
    stars: 0,
    dark: false,
  },
  golden: {
    sky: ['#4f93bf', '#a4c0bd', '#fbd68f', '#fff0bd'],
    haze: '#fbdca3',
    key: '#ffdf8f',
    ambient: '#ffe9c4',
    shadow: '#5a3a2e',
    stars: 0,
    dark: false,
  },
  sunset: {
    sky: ['#35307c', '#97418f', '#ef6a6c', '#ffbe74'],
    haze: '#f39274',
    key: '#ffca85',
    ambient: '#f0b0a4',
    shadow: '#2e1646',
    stars: 0.12,
    dark: false,
  },
  dusk: {
    sky: ['#1c2358', '#40458f', '#8b69b2', '#eda5ab'],
    haze: '#9079b8',
    key: '#ffd2b4',
    ambient: '#a99fd2',
    shadow: '#120f38',
    stars: 0.55,
    dark: true,
  },
  night: {
    sky: ['#070d2b', '#111d4d', '#213573', '#41609e'],
    haze: '#3a5590',
    key: '#dfe9ff',
    ambient: '#7488cf',
    shadow: '#03061c',
    stars: 1,
    dark: true,
  },
}

function defaultTime(brief: Brief): TimeOfDay {
  if (brief.particles.includes('fireflies')) return 'dusk'
  if (brief.particles.includes('stars') || traitsOf(brief.archetype).where.isInSpace) return 'night'
  if (STYLES[brief.style].prefersNight) return 'night'
  const named = (pattern: RegExp) => brief.subjects.some((subject) => pattern.test(subject.art))
  if (named(/^(fireworks|sparkler|milky-way|night-with-stars)$/)) return 'night'
  if (named(/^(sunrise|sunrise-over-mountains)$/)) return 'dawn'
  if (named(/^(sunset|cityscape-at-dusk)$/)) return 'sunset'
  if (hasFeature(brief, 'aurora')) return 'night'
  if (brief.mood === 'dark') return 'night'
  if (brief.mood === 'dramatic') return 'sunset'
  if (brief.mood === 'dreamy') return 'dawn'
  if (brief.mood === 'cosy') return 'golden'
  return 'day'
}

const GREY: Record<string, { grey: number; dim: number; thick: number }> = {
  clear: { grey: 0, dim: 0, thick: 0 },
  wind: { grey: 0.08, dim: 0, thick: 0 },
  dust: { grey: 0.5, dim: 0.14, thick: 0.4 },
  cloudy: { grey: 0.8, dim: 0.12, thick: 0.2 },
  snow: { grey: 0.5, dim: 0.04, thick: 0.24 },
  rain: { grey: 0.72, dim: 0.24, thick: 0.25 },
  fog: { grey: 0.55, dim: 0.04, thick: 0.6 },
  sombre: { grey: 0.5, dim: 0.1, thick: 0.15 },
  storm: { grey: 0.5, dim: 0.5, thick: 0.2 },
}

function weathered(colour: Colour, grey: number, dim: number): Colour {
  const [r, g, b] = rgb(colour)
  const level = 0.3 * r + 0.59 * g + 0.11 * b
  const tone = `#${[level * 0.93, level * 0.99, level * 1.06]
    .map((v) => Math.min(255, Math.round(v)).toString(16).padStart(2, '0'))
    .join('')}`
  return mix(mix(colour, tone, grey), '#10152a', dim)
}

function tinted(sky: Tone['sky'], colours: readonly Colour[]): Tone['sky'] {
  if (colours.length === 0) return sky
  return sky.map((stop, i) => {
    const wish = colours[i % colours.length] ?? stop
    return mix(stop, mix(underLight(stop, wish), wish, 0.5), 0.55)
  }) as Tone['sky']
}

/** The light that the brief's time of day, weather, mood and colours ask for. */
export function lightOf(brief: Brief): Light {
  const time = brief.time ?? defaultTime(brief)
  const tone = TONES[time]
  let grey = 0
  let dim = 0
  let thickness = 0
  // Over a city that has been destroyed hangs its dust, and over a battlefield the smoke.
  const destroyed = hasFeature(brief, 'ruined-town') || hasFeature(brief, 'battlefield')
  // What is lonely or abandoned lies under a grey sky, not in the night.
  const weathers = [...brief.weather, ...(destroyed ? ['dust'] : []), ...(brief.mood === 'sombre' ? ['sombre'] : [])]
  for (const weather of weathers) {
    const effect = GREY[weather] ?? { grey: 0, dim: 0, thick: 0 }
    grey = Math.max(grey, effect.grey)
    dim = Math.max(dim, effect.dim)
    thickness = Math.max(thickness, effect.thick)
  }
  const under = (colour: Colour) => weathered(colour, grey, dim)
  const sky = tinted(
    tone.sky.map(under) as Tone['sky'],
    traitsOf(brief.archetype).view.coloursTintSky ? brief.colours : [],
  )
  const haze = brief.colours.length > 0 ? mix(under(tone.haze), sky[2], 0.5) : under(tone.haze)
  const ambient = mix(under(tone.ambient), '#ffffff', dim > 0.3 ? 0 : 0.05)
  return {
    ...tone,
    time,
    sky,
    haze,
    ambient,
    stars: tone.stars * (1 - grey * 1.6 > 0 ? 1 - grey * 1.6 : 0),
    thickness,
    lit: (surface, distance = 0) =>
      mix(underLight(surface, ambient), haze, Math.min(0.96, distance * (0.76 + 0.3 * thickness) + thickness * 0.08)),
  }
}

import type { Brief, Season } from '../brief.ts'
import { hasFeature } from '../places.ts'
import type { Colour } from './colour.ts'
import type { Random } from './random.ts'
import type { TreeKind } from './draw/trees.ts'

/** What the ground and the plants of a season are made of, in plain daylight. */
export type Materials = {
  grass: Colour
  grassFar: Colour
  leaves: readonly [Colour, ...Colour[]]
  trunk: Colour
  rock: Colour
  flowers: readonly [Colour, ...Colour[]]
  snow: boolean
  trees: readonly [TreeKind, ...TreeKind[]]
}

const SEASONS: Record<Season, Materials> = {
  spring: {
    grass: '#8cc765',
    grassFar: '#7db98a',
    leaves: ['#8fca6b', '#f5b3c8', '#f8cad6', '#a6d37a'],
    trunk: '#7a5a48',
    rock: '#8797ad',
    flowers: ['#ff9db8', '#ffd766', '#ffffff', '#c79bf0'],
    snow: false,
    trees: ['blossom', 'round'],
  },
  summer: {
    grass: '#6cb052',
    grassFar: '#5c9f78',
    leaves: ['#4b9350', '#3b8453', '#62a552', '#2f7a58'],
    trunk: '#6d4c3b',
    rock: '#7d8fa8',
    flowers: ['#ffd34d', '#ffffff', '#ff7d6b', '#9d8cf0'],
    snow: false,
    trees: ['round', 'pine'],
  },
  autumn: {
    grass: '#c9a14e',
    grassFar: '#b28a5c',
    leaves: ['#d9622b', '#e8962e', '#c0432c', '#f0b840'],
    trunk: '#5f4034',
    rock: '#8a8794',
    flowers: ['#e2742f', '#f3bf4d', '#b7452f', '#fff0c8'],
    snow: false,
    trees: ['round', 'round', 'pine'],
  },
  winter: {
    grass: '#eef4fb',
    grassFar: '#d5e1f0',
    leaves: ['#3f6a78', '#35606f', '#4b7684', '#2e5768'],
    trunk: '#57464a',
    rock: '#7a8cab',
    flowers: ['#ffffff', '#dcecff', '#cfe2f7', '#ffffff'],
    snow: true,
    trees: ['pine'],
  },
}

/** The season that the brief names or implies. */
export function seasonOf(brief: Brief): Season {
  if (brief.season) return brief.season
  if (brief.weather.includes('snow') || brief.particles.includes('snow')) return 'winter'
  if (hasFeature(brief, 'snow')) return 'winter'
  // What is snowed in stands in snow.
  if (brief.subjects.some(({ finish }) => finish?.cover === 'snow')) return 'winter'
  const named = (pattern: RegExp) => brief.subjects.some((subject) => pattern.test(subject.art))
  if (named(/snowman|^ski|sled|snowboard|christmas|santa|claus/)) return 'winter'
  if (named(/cherry-blossom|tulip|hatching/)) return 'spring'
  if (brief.particles.includes('leaves') || named(/jack-o-lantern|maple-leaf|fallen-leaf|pumpkin/)) return 'autumn'
  return brief.particles.includes('petals') ? 'spring' : 'summer'
}

/** The materials of a season. */
export function materialsOf(season: Season): Materials {
  return SEASONS[season]
}

/** One of the season's leaf colours. */
export function leafOf(season: Season, random: Random): Colour {
  return random.pick(SEASONS[season].leaves)
}

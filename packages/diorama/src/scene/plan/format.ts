import type { Archetype, Brief } from '../../brief.ts'

/** The measures of an archetype: shares of the picture's height, and how large its main subject may be. */
export type Format = {
  horizon: number
  floor: number
  /** The longer side of a lone subject of middling size, as a share of the reference length. */
  size: number
  contact: 'ground' | 'water' | 'air' | 'edge'
  centred: boolean
}

const FORMATS: Record<Archetype, Format> = {
  landscape: { horizon: 0.6, floor: 0.87, size: 0.52, contact: 'ground', centred: false },
  forest: { horizon: 0.62, floor: 0.88, size: 0.52, contact: 'ground', centred: false },
  sea: { horizon: 0.52, floor: 0.77, size: 0.52, contact: 'water', centred: false },
  underwater: { horizon: 0.05, floor: 0.86, size: 0.52, contact: 'air', centred: false },
  sky: { horizon: 0.95, floor: 0.8, size: 0.54, contact: 'air', centred: false },
  space: { horizon: 0.95, floor: 0.8, size: 0.54, contact: 'air', centred: false },
  city: { horizon: 0.72, floor: 0.91, size: 0.48, contact: 'ground', centred: false },
  street: { horizon: 0.7, floor: 0.91, size: 0.48, contact: 'ground', centred: false },
  room: { horizon: 0.7, floor: 0.89, size: 0.54, contact: 'ground', centred: false },
  desk: { horizon: 0.64, floor: 0.84, size: 0.52, contact: 'ground', centred: false },
  tabletop: { horizon: 0.54, floor: 0.8, size: 0.56, contact: 'ground', centred: true },
  portrait: { horizon: 0.7, floor: 1.02, size: 0.82, contact: 'edge', centred: true },
  road: { horizon: 0.58, floor: 0.83, size: 0.48, contact: 'ground', centred: false },
  stage: { horizon: 0.66, floor: 0.79, size: 0.54, contact: 'ground', centred: true },
  abstract: { horizon: 0.6, floor: 0.7, size: 0.42, contact: 'air', centred: true },
}

const SURFACE = /^(moon|mars|planet|crater|lunar)/
const ON_THE_MOON =
  /\b(?:on|auf|sur|en|sulla|na|sobre)(?: the| dem| la| el| der| le)? (?:moon|mond|lune|luna|mars|marte|lua)\b|月球|火星/i

/** Whether a scene in space has ground under its feet. */
export function onSurface(brief: Brief): boolean {
  if (brief.archetype !== 'space') return false
  return brief.places.some((place) => SURFACE.test(place)) || ON_THE_MOON.test(brief.prompt)
}

/** The measures for a brief. */
export function formatOf(brief: Brief, width: number, height: number): Format {
  const format = { ...FORMATS[brief.archetype] }
  if (onSurface(brief)) Object.assign(format, { contact: 'ground', floor: 0.86, horizon: 0.7 })
  if (brief.archetype === 'sea' && brief.places.some((place) => /beach|coast|shore|island/.test(place)))
    Object.assign(format, { contact: 'ground', floor: 0.88, horizon: 0.46 })
  // A tall picture shows more sky, a wide one needs its ground nearer to the edge.
  const tall = height / width
  if (tall > 1.25 && format.contact !== 'air' && format.contact !== 'edge')
    format.horizon = Math.min(0.86, format.horizon + 0.05 * Math.min(2, tall - 1))
  return format
}

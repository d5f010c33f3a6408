import { traitsOf, type Format } from '../../archetype-traits.ts'
import type { Brief } from '../../brief.ts'
import { hasFeature } from '../../places.ts'

/** Whether a scene in space has ground under its feet. */
export function onSurface(brief: Brief): boolean {
  return traitsOf(brief.archetype).where.isInSpace && hasFeature(brief, 'firm-ground')
}

/**
 * How far down things float on a lake, or on the sea beyond a beach, as a share of the height; by a jetty the water comes up
 * to whoever looks.
 */
export const surfaceOf = ({ horizon, floor, waterNear }: Format) =>
  horizon + (floor - horizon) * (waterNear ? 0.9 : 0.58)

/** The measures for a brief. */
export function formatOf(brief: Brief, width: number, height: number): Format {
  const format = { ...traitsOf(brief.archetype).format }
  if (onSurface(brief)) Object.assign(format, { standOn: 'ground', floor: 0.86, horizon: 0.7 })
  const shore = (['sand', 'quay', 'deck', 'cliffs', 'ice-floe', 'jetty'] as const).some((feature) =>
    hasFeature(brief, feature),
  )
  if (traitsOf(brief.archetype).where.water === 'surface' && shore)
    Object.assign(format, { standOn: 'ground', floor: 0.88, horizon: 0.46 })
  if (hasFeature(brief, 'jetty')) format.waterNear = true
  // A tall picture shows more sky, a wide one needs its ground nearer to the edge.
  const tall = height / width
  if (tall > 1.25 && format.standOn !== 'air' && format.standOn !== 'edge')
    format.horizon = Math.min(0.86, format.horizon + 0.05 * Math.min(2, tall - 1))
  return format
}

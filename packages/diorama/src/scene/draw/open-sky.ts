import type { Part, Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { cloudParts } from './clouds.ts'
import { skySheet, starParts, sunParts } from './heaven.ts'

type OpenSky = {
  /** Where the sky ends, in pixels from the top. */
  horizon: number
  sun: { x: number; y: number }
  /** How far down stars and clouds reach, as shares of the sky, and how dense they are beside the usual. */
  stars?: { reach: number; density: number }
  clouds?: { reach: number; density: number }
}

/** A sky with its stars, sun or moon, and clouds: the first layers of every setting in the open. */
export function openSky(stage: Stage, options: OpenSky): { sky: Sheet; far: Part[]; near: Part[] } {
  const { horizon, sun } = options
  const { stars = { reach: 1, density: 1 }, clouds = { reach: 0.8, density: 1 } } = options
  const shining = starParts(stage, horizon * stars.reach, stars.density)
  const drifting = cloudParts(stage, horizon * clouds.reach, clouds.density)
  const sky = skySheet(stage, horizon)
  const far = [...shining, ...sunParts(stage, sun)]
  // Fireworks burst between far and near. Clouds of a starry sky are thin, and fireworks shine through them; those of a
  // bright sky would hide them.
  return shining.length > 0 ? { sky, far, near: drifting } : { sky, far: [...far, ...drifting], near: [] }
}

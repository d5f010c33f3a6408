import type { Brief } from '../brief.ts'
import { REACH } from './camera.ts'
import { sceneClock } from './clock.ts'
import { lightOf } from './light.ts'
import { seasonOf } from './materials.ts'
import { seededRandom } from './random.ts'
import type { SceneOptions } from './scene.ts'
import type { Stage } from './stage.ts'

// The nearest layers move 1.7 times as far as the subjects do.
const NEAREST = 1.7

/** The stage of a brief: its size, light, season, chance and clock. */
export function stageOf(brief: Brief, options: SceneOptions): Stage {
  const { width, height, seed, seconds } = options
  return {
    width,
    height,
    unit: Math.min(width, height * 1.3) / 100,
    margin: Math.ceil(width * REACH * NEAREST) + 2,
    brief,
    light: lightOf(brief),
    season: seasonOf(brief),
    random: seededRandom(seed),
    clock: sceneClock(seconds, brief.loop),
    still: options.still ?? false,
  }
}

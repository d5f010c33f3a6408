import type { Brief } from '../brief.ts'
import { REACH } from './camera.ts'
import { sceneClock } from './clock.ts'
import { lightOf } from './light.ts'
import { seasonOf } from './materials.ts'
import { seededRandom } from './random.ts'
import { passingOf, type Passing } from './motion/passing-hour.ts'
import type { SceneOptions } from './scene.ts'
import type { Stage } from './stage.ts'

// How much faster clouds go by where hours pass in seconds.
const HURRY = 9

// The nearest layers move 1.7 times as far as the subjects do.
const NEAREST = 1.7

// What tells one scene from another: the same houses and clouds behind everybody would look like one picture. Moments of
// one story, and the same place at another hour, keep theirs.
export const sceneKey = ({ archetype, places, subjects }: Brief) =>
  `${archetype} ${places.join(' ')} ${subjects[0]?.art ?? ''}`

/** The stage of a brief: its size, light, season, chance and clock. */
export function stageOf(asked: Brief, options: SceneOptions): Stage {
  const { width, height, seed, seconds } = options
  const hurry = asked.happenings.includes('time-lapse') ? HURRY : 1
  const clock = sceneClock(seconds, asked.loop, hurry)
  // A picture shows the hour that was named first.
  const { painted: brief, passing }: { painted: Brief; passing?: Passing } = options.still
    ? { painted: asked }
    : passingOf(asked, clock)
  return {
    width,
    height,
    unit: Math.min(width, height * 1.3) / 100,
    margin: Math.ceil(width * REACH * NEAREST) + 2,
    brief,
    light: lightOf(brief),
    season: seasonOf(brief),
    random: seededRandom(seed).fork(brief.chance ?? sceneKey(brief)),
    clock,
    windows: [],
    ...(passing && { passing }),
    ...(options.lampsLit && { lampsLit: true }),
    still: options.still ?? false,
  }
}

import { traitsOf } from '../../../archetype-traits.ts'
import { hasFeature } from '../../../places.ts'
import type { Placement } from '../../plan/scene-plan.ts'
import { noise2 } from '../../random.ts'
import type { Stage } from '../../stage.ts'

const isByWater = ({ brief }: Stage) =>
  traitsOf(brief.archetype).where.water === 'surface' || hasFeature(brief, 'water')

/** The outline of a hill: a dome that runs out into the near ground; out of water it rises from below the picture. */
export function hillLine(stage: Stage, { x, foot, width, height }: Placement) {
  const { unit } = stage
  const top = foot - height
  const base = isByWater(stage) ? stage.height + unit * 4 : foot + unit * 1.5
  const seed = stage.random.fork('hill').int(1, 1e6)
  // Flat as far as somebody stands on it, and never so steep that it is a post.
  const spread = Math.max(width * 0.95, height * 1.5)
  const line = (at: number): number => {
    const away = Math.abs(at - x) / spread
    return (
      base - (base - top) * Math.exp(-(away ** 2.6)) - unit * 1.2 * (noise2(seed, at / (unit * 26), 1) - 0.5) * away
    )
  }
  return { line, spread, top }
}

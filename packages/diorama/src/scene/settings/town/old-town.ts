import { skyline } from '../../draw/buildings.ts'
import { landmarkOf, landmarkParts, landmarkX } from '../../draw/landmarks/landmark-parts.ts'
import type { Part } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'

/** Gabled houses in two rows, with what the town is known by rising between them. */
export function oldTown(stage: Stage, plan: ScenePlan, square: number): Part[] {
  const { unit } = stage
  const { horizon } = plan
  const landmark = landmarkOf(stage)
  const x = landmark && landmarkX(stage, plan, landmark)
  const half = landmark ? unit * (landmark.units * landmark.half + 3) : 0
  // A broad landmark hides the houses anyway; a slim one needs a gap to be seen down to its foot.
  const gap = x === undefined ? undefined : { from: x - half, to: x + half }
  const row = (name: string, foot: number, tall: number, distance: number, depth: number): Part =>
    skyline(stage, {
      name,
      foot,
      low: unit * tall * 0.6,
      high: unit * tall,
      wide: unit * 9,
      colour: '#d9c4a8',
      distance,
      depth,
      windows: true,
      gables: true,
      ...(gap && depth > 0.3 && { gap }),
    })
  return [
    row('old-far', horizon, 17, 0.5, 0.22),
    ...landmarkParts(stage, plan, { foot: square, distance: 0.16, depth: 0.5 }),
    row('old-near', square, 20, 0.16, 0.6),
  ]
}

import { LANDMARKS } from '../../../place-features.ts'
import { hasFeature } from '../../../places.ts'
import { mix } from '../../colour.ts'
import type { Part } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import { aside } from '../aside.ts'
import { penAt } from '../pen.ts'
import { LANDMARK_DRAWINGS, type LandmarkDrawing } from './landmarks.ts'

/** Where the ground of a landmark is, how far away it is (0 here, 1 the horizon), and how it moves with the camera. */
export type LandmarkSpot = { foot: number; distance: number; depth: number; largest?: number }

/** The landmark that the brief's places bring, if any. */
export function landmarkOf(stage: Stage): LandmarkDrawing | undefined {
  const name = LANDMARKS.find((each) => hasFeature(stage.brief, each))
  return name && LANDMARK_DRAWINGS[name]
}

/** The middle of a landmark: beside the subject where it is slim, in the middle where it is broad or all there is. */
export function landmarkX(stage: Stage, plan: ScenePlan, landmark: LandmarkDrawing): number {
  const { width } = stage
  if (plan.placements.length === 0) return width / 2
  // Even a broad sight makes way a little for who stands before it.
  return landmark.centred ? width * (plan.focus.x < width / 2 ? 0.58 : 0.42) : aside(stage, plan)
}

/** The landmark of the brief's places, as large as the sky above it allows. */
export function landmarkParts(stage: Stage, plan: ScenePlan, spot: LandmarkSpot): Part[] {
  const landmark = landmarkOf(stage)
  if (!landmark) return []
  const { unit, light, width, height } = stage
  // A tall picture has room for a tall sight.
  const tall = Math.min(1.6, Math.max(1, height / (unit * 90)))
  const alone = plan.placements.length === 0
  const x = landmarkX(stage, plan, landmark)
  const room = alone || landmark.centred ? width * 0.48 : width * 0.4
  const scale = Math.min(
    unit * landmark.units * tall * (alone ? 1.35 : 1),
    spot.foot * (spot.largest ?? 0.9),
    room / Math.min(landmark.half, 1.3),
  )
  return [
    {
      kind: 'sheet',
      role: 'land',
      depth: spot.depth,
      left: x - scale * (landmark.half + 1.7),
      right: x + scale * (landmark.half + 1.7),
      top: spot.foot - scale * 1.12,
      bottom: spot.foot + unit * 2,
      shadow: 1.2,
      draw(context) {
        const tone = (colour: string) => light.lit(light.dark ? mix(colour, '#ffd9a0', 0.1) : colour, spot.distance)
        landmark.draw(penAt(context, { x, foot: spot.foot, scale, tone }))
      },
    },
  ]
}

import { drawingOf } from '../../art.ts'
import type { Stage } from '../stage.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import { moverOf } from '../subjects/motion.ts'

type Aim = {
  heading: 1 | -1
  target?: { x: number; y: number; width: number; height: number }
  followed?: (second: number) => number
}

// How much of a standing body is its head and shoulders: a zoom on somebody goes to the face.
const FACE = 0.42

function boxOf({ x, foot, width, height, posture, pose }: Placement): Aim['target'] {
  const body = posture !== undefined || pose === 'standing'
  const high = body && height > width * 1.5 ? height * FACE : height
  return { x, y: foot - height + high / 2, width: body ? Math.min(width, high * 1.1) : width, height: high }
}

/** What the camera goes to or goes along with: who was named with its move, or whom the picture is about. */
export function aimOf(stage: Stage, plan: ScenePlan): Aim {
  const { brief, width, height } = stage
  const base = (art: string) => drawingOf(art)?.id ?? art
  const artOf = ({ subject }: Placement) => brief.subjects[subject]?.art ?? ''
  const whole = plan.placements.filter(({ part }) => !part)
  const named = whole.find((one) => brief.cameraOn !== undefined && base(artOf(one)) === base(brief.cameraOn))
  const one = named ?? whole.find(({ subject }) => subject === 0)
  if (!one) return { heading: -1 }
  const box = boxOf(one) as NonNullable<Aim['target']>
  const move = moverOf(stage, plan, one)
  return {
    heading: one.flip ? 1 : -1,
    target: { x: box.x / width, y: box.y / height, width: box.width / width, height: box.height / height },
    followed: (second) => (move(second).x ?? 0) / width,
  }
}

import type { Subject } from '../../brief.ts'
import type { Point } from '../draw/shapes.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { personJoints, type PersonJoints } from '../rig/person-pose.ts'
import { personBox } from '../rig/person-rig.ts'
import { hasPersonRig } from '../rig/has-joints.ts'

/** Where a joint of somebody is who is drawn from joints, as they are placed; nothing for others. */
export function jointAt(
  { x, foot, width, height, posture, held = [], flip }: Placement,
  subject: Subject,
  joint: (joints: PersonJoints) => Point,
): Point | undefined {
  if (!posture || !hasPersonRig(subject)) return undefined
  const box = personBox({ art: subject.art, posture, looks: subject.looks ?? {}, held })
  const at = joint(personJoints(posture))
  const [across, down] = [width / (box.right - box.left), height / (box.bottom - box.top)]
  // Drawn looking right and then turned to the left.
  const side = (at.x - (box.left + box.right) / 2) * across
  return { x: x + (flip ? side : -side), y: foot - (box.bottom - at.y) * down }
}

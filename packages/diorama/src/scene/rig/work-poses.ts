import type { Posture } from '../../brief.ts'
import { STANDING, type PersonPose } from './pose.ts'

/** How people are held whose hands are at something. */
export const WORK_POSES = {
  // On one knee and bent over it, both hands at what is on the ground.
  'work-low': {
    ...STANDING,
    hip: { x: -8, y: -36 },
    lean: 20,
    nod: -8,
    arms: { near: [50, 64], far: [40, 56] },
    legs: { near: [86, 2], far: [6, -86] },
    sideways: true,
  },
  // Both hands on a stick that reaches the ground ahead.
  sweep: {
    ...STANDING,
    hip: { x: -4, y: -66 },
    lean: 9,
    nod: -5,
    arms: { near: [52, 42], far: [34, 60] },
    legs: { near: [20, 2], far: [-18, -24] },
    sideways: true,
  },
  // A weight over the head, on arms that are stretched for it.
  lift: {
    ...STANDING,
    hip: { x: 0, y: -62 },
    arms: { near: [-152, -176], far: [152, 176] },
    legs: { near: [-16, 8], far: [16, -8] },
    stretch: 1.55,
  },
  // The hand just below the mouth, which stays free.
  'to-mouth': {
    ...STANDING,
    lean: -2,
    arms: { near: [54, 150], far: [8, 24] },
    legs: { near: [5, 1], far: [-6, -9] },
    sideways: true,
  },
  adjust: { ...STANDING, arms: { near: [-118, 150], far: [118, -150] } },
  // On one knee, the hands at the shoe of the other foot.
  'tie-shoe': {
    ...STANDING,
    hip: { x: -12, y: -38 },
    lean: 34,
    nod: -4,
    arms: { near: [42, 16], far: [30, 10] },
    legs: { near: [92, 4], far: [4, -88] },
    sideways: true,
  },
} as const satisfies Partial<Record<Posture, PersonPose>>

import type { Posture } from '../../brief.ts'
import { STANDING, type PersonPose } from './pose.ts'

/** How people are held who have to do with somebody, or whose feelings are told. */
export const COMPANY_POSES = {
  // Turned to somebody and at ease.
  attend: {
    ...STANDING,
    lean: 2,
    arms: { near: [8, 22], far: [20, 40] },
    legs: { near: [5, 1], far: [-6, -9] },
    sideways: true,
  },
  // A hand that goes with the words.
  explain: {
    ...STANDING,
    lean: 4,
    arms: { near: [40, 112], far: [14, 34] },
    legs: { near: [8, 2], far: [-9, -13] },
    sideways: true,
  },
  // The hand beside the mouth, the head close to an ear.
  whisper: {
    ...STANDING,
    hip: { x: -4, y: -66 },
    lean: 12,
    arms: { near: [68, 150], far: [18, 40] },
    legs: { near: [4, 0], far: [-14, -20] },
    sideways: true,
  },
  point: {
    ...STANDING,
    lean: 2,
    arms: { near: [92, 96], far: [6, 16] },
    legs: { near: [6, 2], far: [-8, -12] },
    sideways: true,
  },
  // What is in both hands is before the eyes.
  aim: {
    ...STANDING,
    lean: 2,
    arms: { near: [80, 148], far: [74, 142] },
    legs: { near: [8, 2], far: [-10, -15] },
    sideways: true,
  },
  // Over the rim of a pot.
  stir: {
    ...STANDING,
    lean: 5,
    arms: { near: [84, 100], far: [44, 76] },
    legs: { near: [9, 2], far: [-10, -15] },
    sideways: true,
  },
  // An umbrella over somebody else.
  shelter: {
    ...STANDING,
    lean: 4,
    arms: { near: [86, 142], far: [14, 34] },
    legs: { near: [8, 2], far: [-10, -15] },
    sideways: true,
  },
  crouch: {
    ...STANDING,
    hip: { x: -10, y: -30 },
    lean: 12,
    nod: -8,
    arms: { near: [40, 82], far: [34, 76] },
    legs: { near: [104, -34], far: [92, -44] },
    sideways: true,
  },
  lean: {
    ...STANDING,
    hip: { x: 6, y: -65 },
    lean: -9,
    nod: 6,
    arms: { near: [14, 70], far: [18, 78] },
    legs: { near: [10, 6], far: [22, -12] },
    sideways: true,
  },
  cry: { ...STANDING, nod: 6, arms: { near: [-44, 152], far: [44, -152] } },
  laugh: { ...STANDING, nod: -9, arms: { near: [-34, 52], far: [34, -52] } },
} as const satisfies Partial<Record<Posture, PersonPose>>

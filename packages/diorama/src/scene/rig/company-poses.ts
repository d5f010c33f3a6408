import type { Posture } from '../../brief.ts'
import { STANDING, type PersonPose } from './pose.ts'

/** How people are held who have to do with somebody, or whose feelings are told. */
export const COMPANY_POSES = {
  // Turned to somebody and at ease.
  attend: {
    ...STANDING,
    lean: 2,
    arms: { near: [14, 64], far: [24, 72] },
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
  // The hand is over the pot, and the spoon goes down from it.
  dip: {
    ...STANDING,
    lean: 7,
    nod: 4,
    arms: { near: [66, 92], far: [30, 66] },
    legs: { near: [9, 2], far: [-10, -15] },
    sideways: true,
  },
  // The same over a pot on a stove.
  'dip-high': {
    ...STANDING,
    lean: 4,
    nod: 4,
    arms: { near: [90, 116], far: [44, 84] },
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
  stretch: { ...STANDING, lean: -3, nod: -10, arms: { near: [-136, -158], far: [136, 158] } },
  stalk: {
    ...STANDING,
    hip: { x: -6, y: -50 },
    lean: 30,
    nod: -16,
    arms: { near: [46, 92], far: [20, 70] },
    legs: { near: [62, -14], far: [-14, -58] },
    sideways: true,
  },
  kiss: {
    ...STANDING,
    lean: 9,
    arms: { near: [28, 66], far: [24, 58] },
    legs: { near: [4, 0], far: [-12, -16] },
    sideways: true,
  },
  'high-five': {
    ...STANDING,
    lean: 3,
    arms: { near: [88, 132], far: [8, 22] },
    legs: { near: [8, 2], far: [-9, -13] },
    sideways: true,
  },
  'shake-hands': {
    ...STANDING,
    lean: 3,
    arms: { near: [60, 70], far: [4, 16] },
    legs: { near: [7, 2], far: [-8, -12] },
    sideways: true,
  },
  scold: {
    ...STANDING,
    lean: 6,
    arms: { near: [76, 118], far: [-80, -10] },
    legs: { near: [10, 2], far: [-12, -16] },
    sideways: true,
  },
  // Down to whoever sits on the ground.
  help: {
    ...STANDING,
    hip: { x: -6, y: -62 },
    lean: 26,
    nod: -8,
    arms: { near: [58, 62], far: [40, 56] },
    legs: { near: [22, 2], far: [-16, -24] },
    sideways: true,
  },
  salute: { ...STANDING, arms: { near: [-16, -5], far: [124, -164] } },
  // The outer hands together, the inner ones at the waist.
  waltz: {
    ...STANDING,
    lean: -2,
    arms: { near: [64, 76], far: [96, 118] },
    legs: { near: [16, 4], far: [-12, -22] },
    sideways: true,
  },
  'hold-hands': { ...STANDING, arms: { near: [-34, -26], far: [34, 26] } },
  carry: {
    ...STANDING,
    lean: -4,
    arms: { near: [34, 92], far: [44, 100] },
    legs: { near: [7, 2], far: [-8, -11] },
    sideways: true,
  },
  // Up to the feet of who sits there.
  shoulder: { ...STANDING, arms: { near: [-58, 174], far: [58, -174] } },
  straddle: {
    ...STANDING,
    hip: { x: 0, y: -34 },
    arms: { near: [-26, 30], far: [26, -30] },
    legs: { near: [-72, 8], far: [72, -8] },
    rest: 30,
  },
  cling: {
    ...STANDING,
    hip: { x: -6, y: -46 },
    lean: 10,
    arms: { near: [72, 84], far: [64, 78] },
    legs: { near: [76, 20], far: [64, 10] },
    sideways: true,
    rest: 36,
  },
  // Both hands at the cheeks, below the eyes.
  cry: { ...STANDING, nod: 6, stretch: 1.2, arms: { near: [-98, 118], far: [98, -118] } },
  laugh: { ...STANDING, nod: -9, arms: { near: [-34, 52], far: [34, -52] } },
} as const satisfies Partial<Record<Posture, PersonPose>>

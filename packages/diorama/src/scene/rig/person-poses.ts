import type { Posture } from '../../brief.ts'
import type { Point } from '../draw/shapes.ts'

/** Upper and lower bone, in degrees: 0 hangs down, 90 points ahead. */
export type Bend = readonly [upper: number, lower: number]

/** How a body is held. */
export type PersonPose = {
  hip: Point
  lean: number
  /** How far the head is laid back beyond the body. */
  nod: number
  arms: { near: Bend; far: Bend }
  legs: { near: Bend; far: Bend }
  /** Seen from the side, with shoulders and hips behind each other. */
  sideways: boolean
  /** What rests on a seat or a back, above the ground that the feet would stand on. */
  rest: number
}

const STANDING: PersonPose = {
  hip: { x: 0, y: -66 },
  lean: 0,
  nod: 0,
  arms: { near: [-16, -5], far: [16, 5] },
  legs: { near: [-2, 0], far: [2, 0] },
  sideways: false,
  rest: 0,
}

const seated = (change: Partial<PersonPose>): PersonPose => ({
  ...STANDING,
  hip: { x: -12, y: -46 },
  arms: { near: [26, 62], far: [22, 58] },
  legs: { near: [84, 3], far: [78, -4] },
  sideways: true,
  rest: 33,
  ...change,
})

/** The bones of each posture, at rest. */
export const POSES: Record<Posture, PersonPose> = {
  stand: STANDING,
  sit: seated({}),
  'sit-on-ground': seated({
    hip: { x: -14, y: -15 },
    legs: { near: [92, 66], far: [104, 40] },
    arms: { near: [24, 66], far: [30, 70] },
    rest: 0,
  }),
  lie: {
    ...STANDING,
    hip: { x: 14, y: -17 },
    lean: -86,
    arms: { near: [74, 96], far: [70, 96] },
    legs: { near: [84, 92], far: [88, 90] },
    sideways: true,
  },
  sleep: {
    ...STANDING,
    hip: { x: 14, y: -17 },
    lean: -86,
    arms: { near: [60, 160], far: [50, 170] },
    legs: { near: [100, 70], far: [96, 84] },
    sideways: true,
  },
  walk: {
    ...STANDING,
    hip: { x: 0, y: -63 },
    lean: 4,
    arms: { near: [-28, -6], far: [28, 52] },
    legs: { near: [27, 5], far: [-22, -34] },
    sideways: true,
  },
  run: {
    ...STANDING,
    hip: { x: -4, y: -66 },
    lean: 16,
    arms: { near: [-52, 22], far: [54, 122] },
    legs: { near: [66, -8], far: [-34, -84] },
    sideways: true,
  },
  jump: {
    ...STANDING,
    hip: { x: 0, y: -88 },
    arms: { near: [-142, -158], far: [142, 158] },
    legs: { near: [-46, 14], far: [46, -14] },
  },
  fly: {
    ...STANDING,
    hip: { x: -26, y: -40 },
    lean: 62,
    nod: -34,
    arms: { near: [72, 86], far: [60, 80] },
    legs: { near: [-74, -80], far: [-58, -74] },
    sideways: true,
  },
  swim: {
    ...STANDING,
    hip: { x: -26, y: -22 },
    lean: 58,
    nod: -40,
    arms: { near: [118, 96], far: [84, 60] },
    legs: { near: [-84, -96], far: [-72, -80] },
    sideways: true,
  },
  eat: { ...STANDING, arms: { near: [-14, 128], far: [16, 40] } },
  read: { ...STANDING, nod: 5, arms: { near: [-24, 62], far: [24, -62] } },
  hold: { ...STANDING, arms: { near: [-20, 36], far: [20, -36] } },
  'hold-up': { ...STANDING, arms: { near: [-16, -5], far: [148, 170] } },
  ride: seated({
    hip: { x: 0, y: -50 },
    legs: { near: [46, -8], far: [40, -10] },
    arms: { near: [48, 82], far: [44, 78] },
    rest: 36,
  }),
  wave: { ...STANDING, arms: { near: [-16, -5], far: [112, 154] } },
  'look-up': { ...STANDING, nod: -27, sideways: true, arms: { near: [-8, 6], far: [10, 22] } },
  reach: {
    ...STANDING,
    lean: 5,
    arms: { near: [62, 88], far: [52, 80] },
    legs: { near: [10, 2], far: [-12, -18] },
    sideways: true,
  },
  // The arm as high as a jug has to be over a cup.
  pour: {
    ...STANDING,
    lean: 3,
    arms: { near: [118, 108], far: [10, 24] },
    legs: { near: [8, 2], far: [-10, -14] },
    sideways: true,
  },
  kneel: {
    ...STANDING,
    hip: { x: -6, y: -38 },
    lean: 3,
    arms: { near: [58, 92], far: [50, 84] },
    legs: { near: [86, 2], far: [6, -86] },
    sideways: true,
  },
  dance: {
    ...STANDING,
    lean: -5,
    nod: -4,
    arms: { near: [-118, -160], far: [84, 128] },
    legs: { near: [-3, 2], far: [44, -24] },
  },
  fight: {
    ...STANDING,
    hip: { x: 0, y: -60 },
    lean: 10,
    arms: { near: [70, 118], far: [44, 96] },
    legs: { near: [38, 2], far: [-34, -30] },
    sideways: true,
  },
  climb: {
    ...STANDING,
    hip: { x: -10, y: -62 },
    lean: 6,
    nod: -10,
    arms: { near: [104, 128], far: [86, 114] },
    legs: { near: [84, -12], far: [24, -18] },
    sideways: true,
  },
  pull: {
    ...STANDING,
    hip: { x: 2, y: -62 },
    lean: 15,
    nod: -8,
    arms: { near: [-30, -62], far: [-16, -52] },
    legs: { near: [34, 4], far: [-30, -36] },
    sideways: true,
  },
  push: {
    ...STANDING,
    hip: { x: -6, y: -61 },
    lean: 14,
    nod: -8,
    arms: { near: [76, 86], far: [66, 82] },
    legs: { near: [30, 2], far: [-34, -40] },
    sideways: true,
  },
  skate: {
    ...STANDING,
    hip: { x: -4, y: -70 },
    lean: 18,
    nod: -12,
    arms: { near: [-72, -58], far: [66, 84] },
    legs: { near: [30, -8], far: [-40, -62] },
    sideways: true,
  },
  ski: {
    ...STANDING,
    hip: { x: -10, y: -54 },
    lean: 26,
    nod: -18,
    arms: { near: [24, 84], far: [34, 92] },
    legs: { near: [58, -26], far: [50, -32] },
    sideways: true,
  },
  surf: {
    ...STANDING,
    hip: { x: 0, y: -61 },
    lean: 12,
    nod: -8,
    arms: { near: [-74, -92], far: [78, 100] },
    legs: { near: [-56, 2], far: [58, -4] },
    sideways: true,
  },
  clap: {
    ...STANDING,
    lean: 2,
    arms: { near: [66, 92], far: [62, 88] },
    legs: { near: [5, 2], far: [-6, -8] },
    sideways: true,
  },
  cheer: { ...STANDING, arms: { near: [-148, -168], far: [148, 168] }, legs: { near: [-8, -2], far: [8, 2] } },
  bow: {
    ...STANDING,
    hip: { x: -6, y: -65 },
    lean: 46,
    arms: { near: [10, 24], far: [4, 18] },
    legs: { near: [-3, 0], far: [3, -3] },
    sideways: true,
  },
  nod: { ...STANDING, nod: 4 },
  dig: {
    ...STANDING,
    hip: { x: -8, y: -60 },
    lean: 26,
    nod: -8,
    arms: { near: [62, 44], far: [30, 22] },
    legs: { near: [34, 2], far: [-22, -30] },
    sideways: true,
  },
  hammer: {
    ...STANDING,
    lean: 8,
    arms: { near: [112, 146], far: [30, 66] },
    legs: { near: [16, 2], far: [-14, -18] },
    sideways: true,
  },
  juggle: { ...STANDING, nod: -6, arms: { near: [-24, 78], far: [24, -78] } },
  throw: {
    ...STANDING,
    lean: 4,
    arms: { near: [108, 126], far: [-46, -24] },
    legs: { near: [26, 4], far: [-24, -30] },
    sideways: true,
  },
  hug: {
    ...STANDING,
    lean: 4,
    arms: { near: [66, 112], far: [56, 104] },
    legs: { near: [6, 2], far: [-8, -10] },
    sideways: true,
  },
}

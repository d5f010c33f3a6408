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
  /** Arms that reach ahead of a body that lies forward pass behind the head, not across the face. */
  armsBehindHead?: true
  /** What rests on a seat or a back, above the ground that the feet would stand on. */
  rest: number
  /** How much longer than usual the arms are: a head is large, and a weight is over it. */
  stretch?: number
}

/** Upright and at ease, seen from the front. */
export const STANDING: PersonPose = {
  hip: { x: 0, y: -66 },
  lean: 0,
  nod: 0,
  arms: { near: [-16, -5], far: [16, 5] },
  legs: { near: [-2, 0], far: [2, 0] },
  sideways: false,
  rest: 0,
}

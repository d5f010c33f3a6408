import type { Posture } from '../../brief.ts'
import type { Point } from '../draw/shapes.ts'
import type { PersonJoints } from './person-pose.ts'

/**
 * How a thing is held: in both hands before the body, upright in one, hanging from one, at the end of a string, or over the
 * head and behind it; a rope leads from the hands to what is pulled.
 */
export type Grip = 'both' | 'hand' | 'hanging' | 'string' | 'kite' | 'above' | 'rope'

/** A thing in somebody's hands, in units of the holder. */
export type Held = {
  art: string
  colour?: string
  width: number
  height: number
  grip: Grip
  /** What looks out of it, where it is a vessel; `rim` is how far down that is, as a share of its height. */
  content?: { art: string; width: number; height: number; rim: number }
}

/** Where a held thing is: its box, the hand that has it, and how far it is turned. */
export type HeldPlace = { x: number; y: number; turn: number; hand: Point }

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** The upper left corner of a held thing. */
export function heldPlace(held: Held, joints: PersonJoints, posture: Posture): HeldPlace {
  const { near, far, sideways } = joints
  const { width, height } = held
  const front = near.hand.x > far.hand.x ? near.hand : far.hand
  const raised = posture === 'hold-up' ? far.hand : front
  switch (held.grip) {
    case 'both': {
      const at = sideways ? { x: front.x + width * 0.28, y: front.y } : middle(near.hand, far.hand)
      return { x: at.x - width / 2, y: at.y - height * 0.62, turn: 0, hand: front }
    }
    case 'hand':
      return inOneHand(held, sideways ? near.hand : raised, posture)
    case 'above': {
      const hand = sideways ? front : far.hand
      return { x: (hand.x + joints.head.x) / 2 - width / 2, y: hand.y - height * 0.94, turn: 0, hand }
    }
    case 'hanging': {
      const hand = sideways ? front : far.hand
      return { x: hand.x - width / 2, y: hand.y - height * 0.1, turn: 0, hand }
    }
    case 'string':
      return { x: raised.x + 8 - width / 2, y: raised.y - 44 - height, turn: 0, hand: raised }
    case 'rope':
      return behindBack(held, joints)
    case 'kite':
      return { x: raised.x + 70, y: raised.y - 66 - height, turn: 0, hand: raised }
  }
}

function behindBack({ width }: Held, { near, far }: PersonJoints): HeldPlace {
  const hand = near.hand.x < far.hand.x ? near.hand : far.hand
  return { x: hand.x - width, y: hand.y, turn: 0, hand }
}

// What is broad reaches ahead, not into the face.
function inOneHand({ width, height }: Held, hand: Point, posture: Posture): HeldPlace {
  // A spade is held with its blade to the ground.
  if (posture === 'dig') return { x: hand.x - width * 0.1, y: hand.y - height * 0.2, turn: 0, hand }
  const ahead = width > height * 0.6 && width > 50 ? width * 0.42 : 0
  return { x: hand.x - width / 2 + ahead, y: hand.y - height * 0.84, turn: 0, hand }
}

/** Where the string of a balloon or kite is tied to it. */
export function knotOf(held: Held, place: HeldPlace): Point {
  if (held.grip === 'rope') return { x: place.x, y: place.y + held.height }
  return held.grip === 'kite'
    ? { x: place.x + held.width * 0.34, y: place.y + held.height * 0.62 }
    : { x: place.x + held.width * 0.5, y: place.y + held.height * 0.86 }
}

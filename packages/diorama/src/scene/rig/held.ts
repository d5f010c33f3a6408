import type { Posture } from '../../brief.ts'
import type { Point } from '../draw/shapes.ts'
import { handleOf, type Handle } from './handles.ts'
import { personJoints, type PersonJoints } from './person-pose.ts'

/**
 * How a thing is held: in both hands before the body, upright in one, hanging from one, at the end of a string, or over the
 * head and behind it; under the chin, at the mouth, or on the floor before one; a rope leads from the hands to what is
 * pulled. What is heavy is over the head, or on the back; a hoop is about the waist; what flies by itself is in the air before
 * one.
 */
export type Grip =
  | 'both'
  | 'hand'
  | 'hanging'
  | 'string'
  | 'kite'
  | 'aloft'
  | 'above'
  | 'overhead'
  | 'on-back'
  | 'on-shoulder'
  | 'waist'
  | 'chin'
  | 'mouth'
  | 'floor'

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

/** Where a held thing is: its box, the hand that has it, and how far it is turned about it, mirrored or not. */
export type HeldPlace = { x: number; y: number; turn: number; hand: Point; mirrored?: true }

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

// Where instruments and what hangs in the air by a string are.
function awayFromHands(
  held: Held,
  joints: PersonJoints,
  { front, raised }: Record<'front' | 'raised', Point>,
): HeldPlace {
  const { width, height, grip } = held
  if (grip === 'chin' || grip === 'mouth') return byHandle(held, atFace(joints)[grip], 'stand')
  if (grip === 'floor') return { x: front.x - width * 0.6, y: -height, turn: 0, hand: front }
  if (grip === 'string') return { x: raised.x + 8 - width / 2, y: raised.y - 44 - height, turn: 0, hand: raised }
  if (grip === 'aloft') return { x: raised.x + 56, y: raised.y - 34 - height, turn: 0, hand: raised }
  if (grip === 'kite') return { x: raised.x + 70, y: raised.y - 66 - height, turn: 0, hand: raised }
  return behindBack(held, joints)
}

/** The upper left corner of a held thing. */
export function heldPlace(held: Held, joints: PersonJoints, posture: Posture): HeldPlace {
  const { near, far, sideways } = joints
  const { width, height } = held
  const front = near.hand.x > far.hand.x ? near.hand : far.hand
  const raised = posture === 'hold-up' ? far.hand : front
  const hand = sideways ? front : far.hand
  const { grip } = held
  if (grip === 'both') return inBothHands(held, joints, { front, posture })
  if (grip === 'hand') return swung(inOneHand(held, sideways ? near.hand : raised, posture), held, joints, posture)
  // Over whoever is before one.
  const over = posture === 'shelter' ? hand.x + 22 : (hand.x + joints.head.x) / 2
  if (grip === 'above') return { x: over - width / 2, y: hand.y - height * 0.94, turn: 0, hand }
  if (grip === 'hanging') return { x: hand.x - width / 2, y: hand.y - height * 0.1, turn: 0, hand }
  return onTheBody(held, joints, hand) ?? awayFromHands(held, joints, { front, raised })
}

/** Whether one looks through something that is held with both hands. */
export const isBeforeEyes = (art: string): boolean => art === 'binoculars'

// How far below the middle of a head its eyes are.
const EYES_BELOW = 12
// How far down its drawing the lenses are.
const LENSES = 0.7

/** Whether something is worn on the head. */
export const isHeadgear = (art: string): boolean => /hat$|cap$|helmet|crown|tiara|beret|fedora|turban/.test(art)
// How far over the middle of a head a hat begins.
const ON_HEAD = 17

// Where what is put on or looked through is, from the middle of the head; what is worn elsewhere leaves the face free.
function atHead(art: string, height: number): number | undefined {
  if (isBeforeEyes(art)) return EYES_BELOW - height * LENSES
  return isHeadgear(art) ? -ON_HEAD - height : undefined
}

// A ball that one leaps with is over the head, in the hand that is free of the face.
function inBothHands(
  { art, width, height }: Held,
  { near, far, sideways, head, neck }: PersonJoints,
  { front, posture }: { front: Point; posture: Posture },
): HeldPlace {
  if (posture === 'adjust') {
    const y = atHead(art, height)
    return { x: head.x - width / 2, y: y === undefined ? neck.y : head.y + y, turn: 0, hand: front }
  }
  if (posture === 'jump') return { x: far.hand.x - width / 2, y: far.hand.y - height * 0.8, turn: 0, hand: far.hand }
  const at = sideways ? { x: front.x + width * 0.28, y: front.y } : middle(near.hand, far.hand)
  return { x: at.x - width / 2, y: at.y - height * (posture === 'lift' ? 0.86 : 0.62), turn: 0, hand: front }
}

// Over the head, about the waist, on the shoulder or the back.
function onTheBody({ grip, width, height }: Held, joints: PersonJoints, hand: Point): HeldPlace | undefined {
  const { near, far, head, hip, neck } = joints
  if (grip === 'overhead')
    return { x: head.x - width / 2, y: middle(near.hand, far.hand).y - height / 2, turn: 0, hand }
  if (grip === 'waist') return { x: hip.x - width / 2, y: hip.y - height * 0.4, turn: 0, hand }
  if (grip === 'on-back') return { x: neck.x - width * 0.96, y: neck.y - height * 0.3, turn: 0, hand }
  if (grip !== 'on-shoulder') return undefined
  // What is long lies across it.
  const at = { x: neck.x - 8, y: neck.y - 8 }
  const turn = height > width * 1.3 ? Math.PI / 2 - 0.12 : 0
  return { x: at.x - width / 2, y: at.y - height / 2, turn, hand: at }
}

const forearm = ({ near }: PersonJoints) => Math.atan2(near.hand.y - near.elbow.y, near.hand.x - near.elbow.x)

// A hammer or an axe goes round with the arm that swings it.
function swung(place: HeldPlace, { art }: Held, joints: PersonJoints, posture: Posture): HeldPlace {
  if (posture !== 'hammer' || !handleOf(art)) return place
  return { ...place, turn: place.turn + forearm(joints) - forearm(personJoints(posture)) }
}

const atFace = ({ neck, head }: PersonJoints) => ({
  chin: { x: neck.x + 10, y: neck.y - 2 },
  mouth: { x: head.x + 6, y: head.y + 25 },
})

function behindBack({ width }: Held, { near, far }: PersonJoints): HeldPlace {
  const hand = near.hand.x < far.hand.x ? near.hand : far.hand
  return { x: hand.x - width, y: hand.y, turn: 0, hand }
}

// What is broad reaches ahead, not into the face.
function inOneHand({ art, width, height }: Held, hand: Point, posture: Posture): HeldPlace {
  if (handleOf(art)) return byHandle({ art, width, height }, hand, posture)
  if (posture === 'to-mouth') return { x: hand.x - width / 2, y: hand.y - height * 0.84, turn: -0.5, hand }
  const ahead = width > height * 0.6 && width > 50 ? width * 0.42 : 0
  return { x: hand.x - width / 2 + ahead, y: hand.y - height * 0.84, turn: 0, hand }
}

type Piece = Pick<Held, 'art' | 'width' | 'height'>

// Where a tool points at work, in degrees below straight ahead: down into a pot, to the ground, ahead to what is mended.
const AT_WORK: Partial<Record<Posture, number>> = {
  reach: 24,
  kneel: 34,
  'work-low': 34,
  crouch: 34,
  stir: 16,
  dip: 64,
  'dip-high': 58,
  sweep: 60,
  dig: 52,
  climb: -10,
  'sit-working': 52,
  // From below and ahead to the mouth.
  'to-mouth': -135,
}

// Just above the soles.
const GROUND = -5

const FROM_THE_HAND: Handle = { at: [0.5, 0.84], turn: 0 }

// Turned until its tip points to the work, and not into the ground.
function turnOf({ art, width, height }: Piece, hand: Point, posture: Posture): number {
  const { at, tip, turn, upright } = handleOf(art) ?? FROM_THE_HAND
  const wanted = AT_WORK[posture]
  if (!tip || upright || wanted === undefined) return (turn * Math.PI) / 180
  const [across, down] = [(tip[0] - at[0]) * width, (tip[1] - at[1]) * height]
  const steepest = Math.asin(Math.max(-1, Math.min(1, (GROUND - hand.y) / Math.hypot(across, down))))
  return Math.min((wanted * Math.PI) / 180, steepest) - Math.atan2(down, across)
}

// Where the handle of a drawing is, or its lower middle, comes to this point.
function byHandle({ art, width, height }: Piece, hand: Point, posture: Posture): HeldPlace {
  const { at, mirrored } = handleOf(art) ?? FROM_THE_HAND
  const [x, y] = [hand.x - width * at[0], hand.y - height * at[1]]
  return { x, y, turn: turnOf({ art, width, height }, hand, posture), hand, ...(mirrored && { mirrored }) }
}

/** Where the working end of a tool is that is in the hand; nothing for what has none. */
export function tipOf(held: Held, joints: PersonJoints, posture: Posture): Point | undefined {
  const tip = held.grip === 'hand' ? handleOf(held.art)?.tip : undefined
  if (!tip) return undefined
  const { x, y, turn, hand } = heldPlace(held, joints, posture)
  const [dx, dy] = [x + held.width * tip[0] - hand.x, y + held.height * tip[1] - hand.y]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return { x: hand.x + dx * cos - dy * sin, y: hand.y + dx * sin + dy * cos }
}

/** The box that a held thing needs as it is turned. */
export function heldBox({ width, height }: Held, { x, y, turn, hand }: HeldPlace) {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const corners = [x, x + width].flatMap((left) =>
    [y, y + height].map((top) => {
      const [dx, dy] = [left - hand.x, top - hand.y]
      return { x: hand.x + dx * cos - dy * sin, y: hand.y + dx * sin + dy * cos }
    }),
  )
  const [across, down] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)]
  return {
    left: Math.min(...across),
    right: Math.max(...across),
    top: Math.min(...down),
    bottom: Math.max(...down),
  }
}

/** Where the string of a balloon or kite is tied to it. */
export function knotOf(held: Held, place: HeldPlace): Point {
  return held.grip === 'kite'
    ? { x: place.x + held.width * 0.34, y: place.y + held.height * 0.62 }
    : { x: place.x + held.width * 0.5, y: place.y + held.height * 0.86 }
}

import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Posture } from '../../../brief.ts'
import type { Point } from '../../draw/shapes.ts'
import { SOLE, type PersonJoints } from '../person-pose.ts'

/** How far gear reaches beyond the ankles, ahead, behind and below, in units of its wearer. */
export type Reach = { ahead: number; behind: number; below: number }

const REACH: Partial<Record<Posture, Reach>> = {
  skate: { ahead: 20, behind: 20, below: SOLE + 8 },
  'roller-skate': { ahead: 20, behind: 20, below: SOLE + 12 },
  ski: { ahead: 62, behind: 54, below: SOLE + 5 },
  surf: { ahead: 62, behind: 58, below: SOLE + 10 },
}

/** The room that the gear of a posture takes beyond the feet; nothing where there is none. */
export const gearReach = (posture: Posture): Reach | undefined => REACH[posture]

const STEEL = '#aebbc4'
const SKI = '#d9482f'
const BOARDS = ['#f2c14a', '#e8735a', '#4aa8c0', '#f4efe2'] as const

type Feet = readonly [Point, Point]

function line(
  context: SKRSContext2D,
  points: readonly (readonly [number, number])[],
  wide: number,
  colour: string,
): void {
  context.strokeStyle = colour
  context.lineWidth = wide
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.beginPath()
  for (const [x, y] of points) context.lineTo(x, y)
  context.stroke()
}

// Long and thin, with the tip bent up ahead.
function skis(context: SKRSContext2D, feet: Feet): void {
  for (const { x, y } of feet) {
    const sole = y + SOLE + 1
    line(
      context,
      [
        [x - 48, sole],
        [x + 46, sole],
        [x + 58, sole - 9],
      ],
      4.6,
      SKI,
    )
  }
}

function board(context: SKRSContext2D, [near, far]: Feet, phase: number): void {
  const middle = { x: (near.x + far.x) / 2, y: Math.max(near.y, far.y) + SOLE + 2 }
  const half = Math.abs(near.x - far.x) / 2 + 52
  context.fillStyle = BOARDS[Math.floor(phase * 97) % BOARDS.length] ?? BOARDS[0]
  context.beginPath()
  context.moveTo(middle.x - half, middle.y - 2)
  context.quadraticCurveTo(middle.x, middle.y - 8, middle.x + half, middle.y - 9)
  context.quadraticCurveTo(middle.x + half * 0.5, middle.y + 9, middle.x, middle.y + 7)
  context.quadraticCurveTo(middle.x - half * 0.7, middle.y + 6, middle.x - half, middle.y - 2)
  context.fill()
  line(
    context,
    [
      [middle.x - half * 0.84, middle.y],
      [middle.x + half * 0.78, middle.y - 4],
    ],
    2.4,
    'rgba(60,50,60,0.35)',
  )
}

/** What is under the feet and behind the legs: skis, a surfboard. */
export function underFeet(context: SKRSContext2D, posture: Posture, joints: PersonJoints, phase: number): void {
  const feet: Feet = [joints.far.ankle, joints.near.ankle]
  if (posture === 'ski') skis(context, feet)
  if (posture === 'surf') board(context, feet, phase)
}

// Two of the four wheels are seen from the side.
function wheels(context: SKRSContext2D): void {
  context.fillStyle = STEEL
  context.fillRect(-9, SOLE, 22, 3)
  for (const x of [-5, 9]) {
    context.fillStyle = '#3f6fb0'
    context.beginPath()
    context.arc(x, SOLE + 6, 5.4, 0, Math.PI * 2)
    context.fill()
    context.fillStyle = '#f6f3ee'
    context.beginPath()
    context.arc(x, SOLE + 6, 1.9, 0, Math.PI * 2)
    context.fill()
  }
}

function blade(context: SKRSContext2D): void {
  for (const x of [-4, 9])
    line(
      context,
      [
        [x, SOLE],
        [x, SOLE + 4],
      ],
      2.6,
      STEEL,
    )
  line(
    context,
    [
      [-10, SOLE + 5],
      [16, SOLE + 5],
      [19, SOLE + 2],
    ],
    2.6,
    STEEL,
  )
}

type Skate = { side: PersonJoints['near']; boot: string; runner: (context: SKRSContext2D) => void }

// Turned with the foot, as the boot is.
function skate(context: SKRSContext2D, { side: { ankle, knee }, boot, runner }: Skate): void {
  const along = Math.atan2(ankle.y - knee.y, ankle.x - knee.x) - Math.PI / 2
  context.save()
  context.translate(ankle.x, ankle.y)
  context.rotate(Math.abs(along) < 0.3 ? 0 : along)
  context.fillStyle = boot
  context.beginPath()
  context.roundRect(-9, -13, 16, SOLE + 13, [4, 4, 3, 3])
  context.roundRect(-9, -2, 23, SOLE + 2, [4, 8, 3, 3])
  context.fill()
  runner(context)
  context.restore()
}

const RUNNERS: Partial<Record<Posture, { runner: Skate['runner']; boot: string }>> = {
  skate: { runner: blade, boot: '#f6f3ee' },
  'roller-skate': { runner: wheels, boot: '#ef7fa6' },
}

/** What is on a foot instead of a shoe: a skate, in the colour of the boots where one is told. */
export function onFoot(
  context: SKRSContext2D,
  posture: Posture,
  side: PersonJoints['near'],
  boots: string | undefined,
): boolean {
  const worn = RUNNERS[posture]
  if (!worn) return false
  skate(context, { side, runner: worn.runner, boot: boots ?? worn.boot })
  return true
}

/** What the hands have for it: the poles of a skier. */
export function inHands(context: SKRSContext2D, posture: Posture, { hand, ankle }: PersonJoints['near']): void {
  if (posture !== 'ski') return
  const tip = { x: hand.x - 44, y: ankle.y + SOLE }
  line(
    context,
    [
      [hand.x + 3, hand.y - 8],
      [tip.x, tip.y],
    ],
    2.4,
    '#4a5562',
  )
  line(
    context,
    [
      [tip.x - 3, tip.y - 9],
      [tip.x + 9, tip.y - 5],
    ],
    2.4,
    '#4a5562',
  )
}

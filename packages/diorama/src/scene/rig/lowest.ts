import type { Looks } from '../../brief.ts'
import { SOLE, type PersonJoints } from './person-pose.ts'

// A shoe seen from the side, from its ankle: how far it goes to the heel and to the toe.
const SHOE = { heel: 8, toe: 14 } as const
// Long hair, from the middle of the head: to the sides, and down the back.
const HAIR = { side: 48, down: 84 } as const
const EARPHONES = 6

// Feet of who lies or flies point away from the ground or at it, and not along it.
function shoeReach({ ankle, knee }: PersonJoints['near'], { lean }: PersonJoints): number {
  if (Math.abs(lean) < 40) return SOLE
  const along = Math.atan2(ankle.y - knee.y, ankle.x - knee.x) - Math.PI / 2
  const [sin, cos] = [Math.sin(along), Math.cos(along)]
  return Math.max(SOLE, SHOE.toe * sin + SOLE * Math.abs(cos), -SHOE.heel * sin + SOLE * Math.abs(cos))
}

/** The lowest that anything of somebody reaches, with the whole of a head that lies: its hair, its hat and its chin. */
export function lowestOf(
  joints: PersonJoints,
  looks: Looks,
  head: { width: number; height: number; brim: number },
): number {
  const turn = (joints.headTurn * Math.PI) / 180
  const [upright, lying] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))]
  const worn = Math.max(looks.headphones ? EARPHONES : 0, head.brim)
  // Hair that is cut straight has corners.
  const skull = (head.width / 2 + worn) * lying + (head.height / 2) * upright
  const hair = looks.hair?.long ? Math.hypot(HAIR.side * lying, HAIR.down * upright) : 0
  const feet = [joints.near, joints.far].map((side) => side.ankle.y + shoeReach(side, joints))
  return Math.max(0, ...feet, joints.head.y + Math.max(skull, hair))
}

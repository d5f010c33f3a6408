import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix } from '../colour.ts'
import type { Outfit } from '../subjects/person-body.ts'
import { onFoot } from './gear/sports-gear.ts'
import { limb } from './limb.ts'
import { SOLE, type PersonJoints } from './person-pose.ts'
import { drawBoots } from './wardrobe.ts'

function shoe(context: SKRSContext2D, side: PersonJoints['near'], joints: PersonJoints, outfit: Outfit): void {
  const { ankle, knee } = side
  const along = Math.atan2(ankle.y - knee.y, ankle.x - knee.x) - Math.PI / 2
  const frontal = !joints.sideways
  context.save()
  context.translate(ankle.x, ankle.y)
  // On a ski or a board the whole sole is down, however the shin leans, and before who sits with crossed legs.
  const flat = Math.abs(along) < 0.3 || /^(ski|surf|meditate)$/.test(joints.posture)
  context.rotate(flat ? 0 : along)
  context.fillStyle = outfit.shoes
  context.beginPath()
  context.roundRect(frontal ? (side === joints.near ? -13 : -9) : -8, -4, 22, SOLE + 4, [8, 8, 4, 4])
  context.fill()
  context.restore()
}

/** A leg in its trousers, shorts or boots, with the shoe. */
export function leg(
  context: SKRSContext2D,
  side: PersonJoints['near'],
  joints: PersonJoints,
  outfit: Outfit,
  { dim, boots, shorts }: { dim: number; boots: string | undefined; shorts: string | undefined },
): void {
  const bare = outfit.gown
  const cloth = mix(bare ? outfit.skin : outfit.legs, '#1c1028', dim)
  const radii = bare ? ([8, 7, 6] as const) : ([11, 9.5, 8.5] as const)
  limb(context, [side.hip, side.knee, side.ankle], radii, cloth)
  if (shorts) {
    const hem = { x: (side.hip.x + side.knee.x * 3) / 4, y: (side.hip.y + side.knee.y * 3) / 4 }
    limb(context, [side.hip, hem, hem], [13, 12, 12], mix(shorts, '#1c1028', dim))
  }
  if (boots) drawBoots(context, side, mix(boots, '#1c1028', dim))
  if (!onFoot(context, joints.posture, side, boots)) shoe(context, side, joints, outfit)
}

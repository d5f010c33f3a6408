import type { InteriorLook } from '../draw/interior/interior-look.ts'
import { roomKit } from '../draw/interior/room-kit.ts'
import { floorSheet, paintCeiling, paintWall } from '../draw/interior/surfaces.ts'
import type { Part } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { rug } from './rug.ts'
import type { Setting } from './setting.ts'

// How many units before the wall the furniture stands: behind whoever is in the room.
const BEFORE = 4.5

/** A room of a kind: its walls, its floor, and what such a room is known by. */
export function interior(stage: Stage, plan: ScenePlan, look: InteriorLook): Setting {
  const { unit } = stage
  const { horizon } = plan
  const far: Part[] = [floorSheet(stage, horizon, look.floor, look.skirting)]
  if (look.rug) far.push(rug(stage, plan, look.rug))
  const { before } = look
  if (before)
    far.push({
      kind: 'sheet',
      role: 'land',
      depth: 0.8,
      top: -stage.margin,
      bottom: horizon + unit * 10,
      shadow: 1.2,
      draw: (context) => before(roomKit(context, stage, 'furniture', horizon + unit * BEFORE)),
    })
  return {
    sky: {
      kind: 'sheet',
      role: 'land',
      depth: 0.4,
      draw(context) {
        paintWall(context, stage, look.wall, horizon + unit * 2)
        paintCeiling(context, stage, look.wall.colour, horizon)
        look.onWall(roomKit(context, stage, 'wall', horizon))
      },
    },
    far,
    near: [],
    front: [],
  }
}

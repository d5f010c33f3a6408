import { INTERIORS, type Interior } from '../../../place-features.ts'
import { hasFeature } from '../../../places.ts'
import type { Stage } from '../../stage.ts'
import { BIG_HALLS } from './big-halls.ts'
import { EATING_ROOMS } from './eating-rooms.ts'
import { HIDDEN_ROOMS } from './hidden-rooms.ts'
import type { InteriorLook } from './interior-look.ts'
import { OLD_ROOMS } from './old-rooms.ts'
import { PLAY_ROOMS } from './play-rooms.ts'
import { PUBLIC_ROOMS } from './public-rooms.ts'
import { QUIET_ROOMS } from './quiet-rooms.ts'
import { SERVICE_ROOMS } from './service-rooms.ts'
import { SHOPS } from './shops.ts'
import { SHOW_ROOMS } from './show-rooms.ts'
import { SNUG_ROOMS } from './snug-rooms.ts'
import { TATAMI_ROOM } from './tatami-room.ts'
import { TEAHOUSE } from './teahouse.ts'
import { TALE_ROOMS } from './tale-rooms.ts'
import { VEHICLE_ROOMS } from './vehicle-rooms.ts'
import { WORK_ROOMS } from './work-rooms.ts'

// A kitchen is a room with a worktop along its wall, drawn where rooms are.
const LOOKS: Record<Exclude<Interior, 'kitchen'>, InteriorLook> = {
  ...BIG_HALLS,
  ...EATING_ROOMS,
  ...HIDDEN_ROOMS,
  ...OLD_ROOMS,
  ...PLAY_ROOMS,
  ...PUBLIC_ROOMS,
  ...QUIET_ROOMS,
  ...SERVICE_ROOMS,
  ...SHOPS,
  ...SHOW_ROOMS,
  ...SNUG_ROOMS,
  ...TATAMI_ROOM,
  ...TEAHOUSE,
  ...TALE_ROOMS,
  ...VEHICLE_ROOMS,
  ...WORK_ROOMS,
}

/** How the interior looks that the brief's places ask for; nothing where a plain room will do. */
export function interiorOf({ brief }: Stage): InteriorLook | undefined {
  const name = INTERIORS.find((each) => hasFeature(brief, each))
  return name === undefined || name === 'kitchen' ? undefined : LOOKS[name]
}

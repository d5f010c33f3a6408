import type { Archetype } from '../../brief.ts'
import { abstract } from './abstract.ts'
import { city } from './city.ts'
import { desk } from './desk.ts'
import { forest } from './forest.ts'
import { landscape } from './landscape.ts'
import { theatre } from './theatre.ts'
import { portrait } from './portrait.ts'
import { road } from './road.ts'
import { room } from './room.ts'
import { sea } from './sea.ts'
import type { SettingOf } from './setting.ts'
import { sky } from './sky.ts'
import { space } from './space.ts'
import { street } from './street.ts'
import { tabletop } from './tabletop.ts'
import { studio } from '../design/studio.ts'
import { underwater } from './underwater.ts'

/** The setting of every archetype. */
export const SETTINGS: Record<Archetype, SettingOf> = {
  landscape,
  forest,
  sea,
  underwater,
  sky,
  space,
  city,
  street,
  room,
  desk,
  tabletop,
  portrait,
  road,
  theatre,
  abstract,
  studio,
}

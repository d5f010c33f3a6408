import type { Archetype } from '../../brief.ts'
import { landscape } from './landscape.ts'
import type { SettingOf } from './setting.ts'

/** The setting of every archetype. */
export const SETTINGS: Record<Archetype, SettingOf> = {
  landscape,
  forest: landscape,
  sea: landscape,
  underwater: landscape,
  sky: landscape,
  space: landscape,
  city: landscape,
  street: landscape,
  room: landscape,
  desk: landscape,
  tabletop: landscape,
  portrait: landscape,
  road: landscape,
  stage: landscape,
  abstract: landscape,
}

import type { Archetype } from '../../brief.ts'
import type { SettingOf } from './setting.ts'

// Each is loaded when a picture is set in it: all of them are a quarter of the program.
const SETTINGS: Record<Archetype, () => Promise<SettingOf>> = {
  landscape: async () => (await import('./landscape.ts')).landscape,
  forest: async () => (await import('./forest.ts')).forest,
  sea: async () => (await import('./sea.ts')).sea,
  underwater: async () => (await import('./underwater.ts')).underwater,
  sky: async () => (await import('./sky.ts')).sky,
  space: async () => (await import('./space.ts')).space,
  city: async () => (await import('./city.ts')).city,
  street: async () => (await import('./street.ts')).street,
  room: async () => (await import('./room.ts')).room,
  desk: async () => (await import('./desk.ts')).desk,
  tabletop: async () => (await import('./tabletop.ts')).tabletop,
  portrait: async () => (await import('./portrait.ts')).portrait,
  road: async () => (await import('./road.ts')).road,
  theatre: async () => (await import('./theatre.ts')).theatre,
  abstract: async () => (await import('./abstract.ts')).abstract,
  studio: async () => (await import('../design/studio.ts')).studio,
}

/** The setting of an archetype. */
export const settingOf = (archetype: Archetype): Promise<SettingOf> => SETTINGS[archetype]()

import type { Subject } from '../brief.ts'
import { metresOf } from './real-sizes.ts'

/**
 * The room underneath a thing, in shares of its drawing: how high it is, and from where to where it reaches. `post`: what
 * holds it up stands in the middle, so one is at its side.
 */
export type Shelter = { room: number; from: number; to: number; post?: boolean }

const BY_NAME: readonly [RegExp, Shelter][] = [
  [/tree$|palm/, { room: 0.42, from: 0, to: 1, post: true }],
  [/^bed$/, { room: 0.3, from: 0.08, to: 0.92 }],
  [/^(table|piano)$/, { room: 0.66, from: 0.07, to: 0.93 }],
  [/^(bench|chair|couch-and-lamp)$/, { room: 0.46, from: 0.1, to: 0.9 }],
  [/^sofa$/, { room: 0.34, from: 0.1, to: 0.9 }],
  [/^mushroom$/, { room: 0.4, from: 0.04, to: 0.96, post: true }],
  [
    /^(herb|seedling|leaf|maple-leaf|shamrock|four-leaf-clover|cactus|potted-plant|sheaf-of-rice)/,
    { room: 0.44, from: 0, to: 1, post: true },
  ],
  [/umbrella/, { room: 0.52, from: 0.08, to: 0.92, post: true }],
  [/bridge|tent|arch|windmill|balloon/, { room: 0.6, from: 0.07, to: 0.93 }],
  [/^(wagon|shopping-cart|horse-drawn)/, { room: 0.42, from: 0.1, to: 0.9 }],
  [/^(tractor|delivery-truck|articulated-lorry|fire-engine)/, { room: 0.34, from: 0.12, to: 0.88 }],
]
const BY_KIND: readonly [RegExp, Shelter][] = [
  [/^transport-ground/, { room: 0.36, from: 0.12, to: 0.88 }],
  [/^plant-flower/, { room: 0.44, from: 0, to: 1, post: true }],
]
const ON_TWO_WHEELS = /cycle|scooter|skateboard|sled|motorway|railway/
const GROWN_BEAST: Shelter = { room: 0.42, from: 0.2, to: 0.8 }
const TALL_BEAST = 1.5

/** What has room for somebody underneath. */
export function shelterOf(thing: Subject): Shelter | undefined {
  const { art, kind } = thing
  if (ON_TWO_WHEELS.test(art)) return undefined
  const own = BY_NAME.find(([name]) => name.test(art)) ?? BY_KIND.find(([pattern]) => pattern.test(kind))
  if (own) return own[1]
  return kind.startsWith('animal-mammal') && metresOf(thing) >= TALL_BEAST ? GROWN_BEAST : undefined
}

import type { Spot } from '../brief.ts'

/**
 * Where something can be on a thing, in shares of its drawing: how far down the surface is, and from where to where it
 * reaches. `stretches`: the thing becomes as wide as what is on it needs.
 */
export type Support = { y: number; from: number; to: number; stretches?: boolean; seat?: boolean }

const SUPPORTS: Readonly<Record<string, Support>> = {
  table: { y: 0.1, from: 0.06, to: 0.94, stretches: true },
  branch: { y: 0.5, from: 0.08, to: 0.92, stretches: true },
  shelf: { y: 0.04, from: 0.04, to: 0.96, stretches: true },
  windowsill: { y: 0.9, from: 0.06, to: 0.94 },
  staircase: { y: 0.53, from: 0.1, to: 0.9 },
  'spiral-staircase': { y: 0.6, from: 0.2, to: 0.8 },
  'stone-steps': { y: 0.3, from: 0.1, to: 0.9 },
  hill: { y: 0.03, from: 0.2, to: 0.8 },
  cliff: { y: 0.02, from: 0.04, to: 0.7 },
  summit: { y: 0.02, from: 0.2, to: 0.8 },
  'stone-tower': { y: 0.07, from: 0.06, to: 0.94 },
  roof: { y: 0.18, from: 0.2, to: 0.66 },
  bench: { y: 0.5, from: 0.06, to: 0.94, seat: true, stretches: true },
  sofa: { y: 0.46, from: 0.16, to: 0.84, seat: true, stretches: true },
  'couch-and-lamp': { y: 0.7, from: 0.12, to: 0.88, seat: true },
  bed: { y: 0.5, from: 0.06, to: 0.94, seat: true },
  throne: { y: 0.6, from: 0.3, to: 0.7, seat: true },
  chair: { y: 0.44, from: 0.2, to: 0.9, seat: true },
  'manual-wheelchair': { y: 0.5, from: 0.2, to: 0.62, seat: true },
  'motorized-wheelchair': { y: 0.5, from: 0.2, to: 0.62, seat: true },
  armchair: { y: 0.56, from: 0.24, to: 0.76, seat: true },
  'rocking-chair': { y: 0.44, from: 0.34, to: 0.8, seat: true },
  stool: { y: 0.12, from: 0.14, to: 0.86, seat: true },
  rug: { y: 0.5, from: 0.14, to: 0.86, stretches: true, seat: true },
  'launch-pad': { y: 0.86, from: 0.2, to: 0.7 },
  'water-pool': { y: 0.6, from: 0.14, to: 0.86 },
  'gold-pile': { y: 0.3, from: 0.24, to: 0.76, stretches: true },
  'picnic-blanket': { y: 0.5, from: 0.14, to: 0.86, stretches: true, seat: true },
  blanket: { y: 0.5, from: 0.14, to: 0.86, stretches: true, seat: true },
  'yoga-mat': { y: 0.5, from: 0.14, to: 0.86, stretches: true, seat: true },
  stove: { y: 0.04, from: 0.08, to: 0.92 },
  'clay-oven': { y: 0.78, from: 0.3, to: 0.7 },
  'serving-tray': { y: 0.42, from: 0.14, to: 0.86, stretches: true },
  cushion: { y: 0.3, from: 0.12, to: 0.88, stretches: true },
  'deck-chair': { y: 0.62, from: 0.2, to: 0.7, seat: true },
  'office-chair': { y: 0.52, from: 0.22, to: 0.78, seat: true },
  'high-chair': { y: 0.5, from: 0.3, to: 0.7, seat: true },
  'chest-of-drawers': { y: 0.02, from: 0.06, to: 0.94 },
  'writing-desk': { y: 0.02, from: 0.06, to: 0.94, stretches: true },
  'kitchen-island': { y: 0.03, from: 0.04, to: 0.96, stretches: true },
  'electric-scooter': { y: 0.8, from: 0.4, to: 0.76 },
  'school-desk': { y: 0.08, from: 0.04, to: 0.74 },
  'storage-trunk': { y: 0.04, from: 0.12, to: 0.88, seat: true },
  'bunk-bed': { y: 0.62, from: 0.16, to: 0.7, seat: true },
  'suspension-bridge': { y: 0.66, from: 0.06, to: 0.94, stretches: true },
  unicycle: { y: 0.02, from: 0.3, to: 0.7, seat: true },
  snowmobile: { y: 0.42, from: 0.5, to: 0.9, seat: true },
  'jet-ski': { y: 0.34, from: 0.44, to: 0.84, seat: true },
  treadmill: { y: 0.82, from: 0.08, to: 0.66 },
  'four-poster-bed': { y: 0.62, from: 0.1, to: 0.9, seat: true },
  'hospital-bed': { y: 0.36, from: 0.2, to: 0.94, seat: true },
  'picnic-table': { y: 0.02, from: 0.16, to: 0.84 },
  'ping-pong-table': { y: 0.24, from: 0.1, to: 0.9 },
  'golf-cart': { y: 0.5, from: 0.46, to: 0.72, seat: true },
  'quad-bike': { y: 0.18, from: 0.46, to: 0.76, seat: true },
  chariot: { y: 0.66, from: 0.5, to: 0.84 },
  'santa-sleigh': { y: 0.44, from: 0.3, to: 0.7, seat: true },
  'bean-bag': { y: 0.44, from: 0.24, to: 0.76, seat: true },
  'horse-sleigh': { y: 0.44, from: 0.4, to: 0.8, seat: true },
  raft: { y: 0.72, from: 0.08, to: 0.92 },
  'tall-ship': { y: 0.76, from: 0.1, to: 0.8 },
  'viking-ship': { y: 0.76, from: 0.2, to: 0.8 },
  'cargo-ship': { y: 0.72, from: 0.06, to: 0.24 },
  'fishing-boat': { y: 0.68, from: 0.58, to: 0.92 },
  yacht: { y: 0.66, from: 0.05, to: 0.3 },
  pillow: { y: 0.3, from: 0.12, to: 0.88, stretches: true },
  hammock: { y: 0.56, from: 0.26, to: 0.74, seat: true },
  swing: { y: 0.67, from: 0.2, to: 0.8, seat: true },
  seesaw: { y: 0.42, from: 0.1, to: 0.9, seat: true },
  trampoline: { y: 0.16, from: 0.14, to: 0.86, stretches: true },
  'tree-stump': { y: 0.2, from: 0.2, to: 0.8, seat: true },
  'washing-machine': { y: 0.02, from: 0.08, to: 0.92 },
  wardrobe: { y: 0.02, from: 0.06, to: 0.94 },
  'trash-can': { y: 0.1, from: 0.1, to: 0.9 },
  'bouncy-castle': { y: 0.8, from: 0.2, to: 0.8 },
  'rocking-horse': { y: 0.38, from: 0.36, to: 0.6, seat: true },
  tricycle: { y: 0.34, from: 0.46, to: 0.76, seat: true },
  'market-stall': { y: 0.72, from: 0.08, to: 0.92 },
  signpost: { y: 0.02, from: 0.3, to: 0.7 },
  fence: { y: 0.12, from: 0.05, to: 0.95, stretches: true, seat: true },
  'stone-wall': { y: 0.06, from: 0.05, to: 0.95, stretches: true, seat: true },
  wire: { y: 0.18, from: 0.2, to: 0.8, stretches: true },
  airplane: { y: 0.42, from: 0.1, to: 0.5 },
  'small-airplane': { y: 0.42, from: 0.1, to: 0.5 },
  pole: { y: 0.02, from: 0, to: 1 },
  'lily-pad': { y: 0.45, from: 0.15, to: 0.85 },
  'cutting-board': { y: 0.5, from: 0.1, to: 0.9, stretches: true },
  plate: { y: 0.55, from: 0.16, to: 0.84, stretches: true },
  'fork-and-knife-with-plate': { y: 0.6, from: 0.25, to: 0.75 },
  rock: { y: 0.1, from: 0.25, to: 0.75, seat: true },
  wood: { y: 0.08, from: 0.1, to: 0.9, seat: true },
  'hot-air-balloon': { y: 0.86, from: 0.4, to: 0.6 },
  'spider-web': { y: 0.6, from: 0.3, to: 0.7 },
  books: { y: 0.06, from: 0.1, to: 0.9 },
  'open-book': { y: 0.2, from: 0.1, to: 0.9 },
  sunflower: { y: 0.26, from: 0.2, to: 0.8 },
  // On its rim, beside the fruit.
  'fruit-basket': { y: 0.5, from: 0.02, to: 0.24 },
  mushroom: { y: 0.1, from: 0.2, to: 0.8 },
  cake: { y: 0.1, from: 0.2, to: 0.8 },
  'cake-stand': { y: 0.24, from: 0.2, to: 0.8 },
  package: { y: 0.05, from: 0.1, to: 0.9 },
  piano: { y: 0.38, from: 0.04, to: 0.56 },
  viaduct: { y: 0.02, from: 0.03, to: 0.97, stretches: true },
  bridge: { y: 0.3, from: 0.25, to: 0.75 },
  'rope-bridge': { y: 0.66, from: 0.24, to: 0.76 },
  'log-bridge': { y: 0.2, from: 0.16, to: 0.84 },
  'deciduous-tree': { y: 0.46, from: 0.2, to: 0.8 },
  'evergreen-tree': { y: 0.6, from: 0.3, to: 0.7 },
  'leafless-tree': { y: 0.4, from: 0.2, to: 0.8 },
  ship: { y: 0.6, from: 0.06, to: 0.6 },
  'pirate-ship': { y: 0.72, from: 0.08, to: 0.6 },
  sailboat: { y: 0.86, from: 0.06, to: 0.5 },
  'motor-boat': { y: 0.4, from: 0.2, to: 0.7, seat: true },
  skateboard: { y: 0.1, from: 0.2, to: 0.8 },
  motorcycle: { y: 0.34, from: 0.42, to: 0.9 },
  'motor-scooter': { y: 0.42, from: 0.46, to: 0.9 },
  bicycle: { y: 0.22, from: 0.5, to: 0.8 },
  gondola: { y: 0.66, from: 0.3, to: 0.7 },
  sled: { y: 0.06, from: 0.2, to: 0.92, seat: true },
}

/** How far down the back of an animal is, where its own shape does not tell. */
export const BACK = 0.3

const BY_SPOT: Record<Exclude<Spot, 'edge'>, Support> = {
  roof: { y: 0.2, from: 0.3, to: 0.62 },
  eaves: { y: 0.7, from: 0, to: 0.64 },
  back: { y: BACK, from: 0.28, to: 0.8 },
  shoulders: { y: 0.13, from: 0, to: 1, seat: true },
  arms: { y: 0.41, from: 0, to: 1 },
  head: { y: 0.03, from: 0.2, to: 0.8 },
  lap: { y: 0.72, from: 0.1, to: 0.6 },
  canvas: { y: 0.62, from: 0.22, to: 0.78 },
}

/** The surface of a thing, or of the part of it that was named. Whatever is not known carries on its top. */
export function supportOf(art: string, kind: string, spot?: Spot): Support {
  // The roof of a van is its top.
  if (spot && spot !== 'edge' && !(spot === 'roof' && kind.startsWith('transport'))) return BY_SPOT[spot]
  if (Object.hasOwn(SUPPORTS, art)) return SUPPORTS[art] as Support
  if (kind.startsWith('animal')) return BY_SPOT.back
  if (kind.startsWith('place-building')) return BY_SPOT.roof
  return { y: 0.06, from: 0.1, to: 0.9 }
}

const WORKTOP = /table|desk|stove|oven|grill|anvil|wheel$|island|ironing-board|stump|sink|^bed$/

/** What one works at: as high as the hands that do. */
export const isWorktop = (art: string): boolean => WORKTOP.test(art)

/** Whether somebody can be on this as it is. */
export const isSupport = (art: string): boolean => Object.hasOwn(SUPPORTS, art)

const BESIDE_OTHERS =
  /^(staircase|spiral-staircase|stone-steps|hill|cliff|summit|fence|stone-wall|wire|roof|sunflower|mushroom|.*-tree|hot-air-balloon|throne|chair|armchair|rocking-chair|stool|swing|washing-machine|wardrobe|trash-can|signpost|market-stall)$/

/** Whether what is said to be "with" this is on it: a table with a lamp, a sled with a penguin. */
export function carries(art: string): boolean {
  return isSupport(art) && !BESIDE_OTHERS.test(art)
}

/** What leans against a wall or a trunk where it is said to be at one. */
export const LEANS =
  /^(bicycle|ladder|guitar|broom|surfboard|skateboard|oar|rake|hoe|shovel|kick-scooter|motor-scooter|cello|umbrella|closed-umbrella)$/

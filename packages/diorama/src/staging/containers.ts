import type { Subject } from '../brief.ts'

/**
 * What a thing can be in, in shares of its drawing: the middle and the half height of its rim, how far in the rim begins on
 * each side, where its floor is, and whether its wall can be seen through. Of a pool the rim is the surface, in its middle.
 */
export type Container = {
  rim: number
  depth: number
  inset: number
  floor: number
  clear?: boolean
  pool?: boolean
  /** Where the middle of the opening is, where that is not the middle of the drawing. */
  middle?: number
}

const CONTAINERS: Readonly<Record<string, Container>> = {
  basket: { rim: 0.44, depth: 0.06, inset: 0.08, floor: 0.62 },
  'bowl-with-spoon': { rim: 0.4, depth: 0.06, inset: 0.04, floor: 0.62 },
  'fork-and-knife-with-plate': { rim: 0.5, depth: 0.3, inset: 0.2, floor: 0.62 },
  'tumbler-glass': { rim: 0.14, depth: 0.05, inset: 0.1, floor: 0.92, clear: true },
  'water-glass': { rim: 0.06, depth: 0.04, inset: 0.16, floor: 0.94, clear: true },
  'glass-of-milk': { rim: 0.12, depth: 0.05, inset: 0.1, floor: 0.9, clear: true },
  'wine-glass': { rim: 0.06, depth: 0.03, inset: 0.12, floor: 0.5, clear: true },
  'glass-bottle': { rim: 0.05, depth: 0.04, inset: 0.24, floor: 0.9, clear: true },
  jar: { rim: 0.2, depth: 0.05, inset: 0.14, floor: 0.92, clear: true },
  fishbowl: { rim: 0.4, depth: 0.05, inset: 0.14, floor: 0.84, clear: true },
  'aquarium-tank': { rim: 0.12, depth: 0.02, inset: 0.08, floor: 0.84, clear: true },
  'bottle-with-popping-cork': { rim: 0.4, depth: 0.05, inset: 0.2, floor: 0.9, clear: true },
  vase: { rim: 0.05, depth: 0.03, inset: 0.28, floor: 0.4 },
  amphora: { rim: 0.05, depth: 0.03, inset: 0.3, floor: 0.4 },
  bucket: { rim: 0.12, depth: 0.08, inset: 0.08, floor: 0.45 },
  'pot-of-food': { rim: 0.35, depth: 0.1, inset: 0.15, floor: 0.6 },
  'frying-pan': { rim: 0.5, depth: 0.2, inset: 0.2, floor: 0.66 },
  'tea-cup': { rim: 0.43, depth: 0.06, inset: 0.1, floor: 0.72 },
  wine: { rim: 0.06, depth: 0.03, inset: 0.12, floor: 0.5, clear: true },
  'hot-beverage': { rim: 0.34, depth: 0.06, inset: 0.1, floor: 0.6 },
  'teacup-without-handle': { rim: 0.3, depth: 0.1, inset: 0.06, floor: 0.6 },
  'empty-nest': { rim: 0.4, depth: 0.14, inset: 0.12, floor: 0.62 },
  'nest-with-eggs': { rim: 0.4, depth: 0.14, inset: 0.12, floor: 0.62 },
  'hiking-boot': { rim: 0.07, depth: 0.05, inset: 0.26, floor: 0.4, middle: 0.27 },
  'womans-boot': { rim: 0.07, depth: 0.05, inset: 0.05, floor: 0.4 },
  'rowing-boat': { rim: 0.14, depth: 0.1, inset: 0.1, floor: 0.5 },
  canoe: { rim: 0.45, depth: 0.1, inset: 0.1, floor: 0.7 },
  kayak: { rim: 0.36, depth: 0.08, inset: 0.34, floor: 0.62 },
  'fishing-boat': { rim: 0.66, depth: 0.02, inset: 0.1, floor: 0.8 },
  'santa-sleigh': { rim: 0.44, depth: 0.04, inset: 0.3, floor: 0.6 },
  'bumper-car': { rim: 0.62, depth: 0.04, inset: 0.36, floor: 0.76 },
  'horse-sleigh': { rim: 0.4, depth: 0.04, inset: 0.3, floor: 0.6 },
  'go-kart': { rim: 0.46, depth: 0.04, inset: 0.36, floor: 0.7 },
  'storage-trunk': { rim: 0.36, depth: 0.06, inset: 0.08, floor: 0.6 },
  bathtub: { rim: 0.5, depth: 0.06, inset: 0.1, floor: 0.75 },
  'treasure-chest': { rim: 0.5, depth: 0.08, inset: 0.16, floor: 0.66 },
  'goal-net': { rim: 0.1, depth: 0.02, inset: 0.14, floor: 0.9, clear: true },
  birdcage: { rim: 0.3, depth: 0.04, inset: 0.16, floor: 0.84, clear: true },
  'open-box': { rim: 0.37, depth: 0.01, inset: 0.1, floor: 0.62 },
  wagon: { rim: 0.07, depth: 0.02, inset: 0.06, floor: 0.42 },
  wheelbarrow: { rim: 0.2, depth: 0.02, inset: 0.22, floor: 0.42 },
  package: { rim: 0.3, depth: 0.1, inset: 0.1, floor: 0.6 },
  'shopping-cart': { rim: 0.25, depth: 0.05, inset: 0.2, floor: 0.5, clear: true },
  bed: { rim: 0.62, depth: 0.02, inset: 0.02, floor: 0.7 },
  slipper: { rim: 0.6, depth: 0.1, inset: 0.08, floor: 0.8 },
  crib: { rim: 0.3, depth: 0.04, inset: 0.1, floor: 0.74, clear: true },
  stroller: { rim: 0.4, depth: 0.05, inset: 0.3, floor: 0.6 },
  'trash-can': { rim: 0.16, depth: 0.05, inset: 0.06, floor: 0.5 },
  sink: { rim: 0.36, depth: 0.04, inset: 0.06, floor: 0.5 },
  jug: { rim: 0.08, depth: 0.04, inset: 0.16, floor: 0.9, clear: true },
  handbag: { rim: 0.4, depth: 0.04, inset: 0.15, floor: 0.6 },
  'paper-bag': { rim: 0.16, depth: 0.04, inset: 0.12, floor: 0.5 },
  cauldron: { rim: 0.36, depth: 0.08, inset: 0.1, floor: 0.62 },
  backpack: { rim: 0.14, depth: 0.05, inset: 0.15, floor: 0.4 },
  'top-hat': { rim: 0.1, depth: 0.08, inset: 0.2, floor: 0.5 },
  'hot-air-balloon': { rim: 0.86, depth: 0.02, inset: 0.33, floor: 0.95 },
  'open-suitcase': { rim: 0.6, depth: 0.02, inset: 0.1, floor: 0.8 },
  lantern: { rim: 0.36, depth: 0.02, inset: 0.34, floor: 0.78, clear: true },
  'hot-spring': { rim: 0.72, depth: 0.02, inset: 0.12, floor: 0.9, pool: true },
  'egg-shell': { rim: 0.5, depth: 0.1, inset: 0.06, floor: 0.8 },
  burrow: { rim: 0.86, depth: 0.04, inset: 0.2, floor: 0.98 },
  'mud-pool': { rim: 0.55, depth: 0.02, inset: 0.12, floor: 0.7, pool: true },
  ice: { rim: 0.2, depth: 0.02, inset: 0.14, floor: 0.86, clear: true },
  'light-bulb': { rim: 0.06, depth: 0.02, inset: 0.12, floor: 0.6, clear: true },
  'snow-globe': { rim: 0.1, depth: 0.02, inset: 0.16, floor: 0.7, clear: true },
  'glass-sphere': { rim: 0.14, depth: 0.02, inset: 0.16, floor: 0.82, clear: true },
  'crystal-ball': { rim: 0.12, depth: 0.02, inset: 0.18, floor: 0.7, clear: true },
  'running-shoe': { rim: 0.2, depth: 0.05, inset: 0.06, floor: 0.5 },
  'glass-dome': { rim: 0.16, depth: 0.02, inset: 0.2, floor: 0.82, clear: true },
  terrarium: { rim: 0.2, depth: 0.02, inset: 0.14, floor: 0.84, clear: true },
  'jewelry-box': { rim: 0.54, depth: 0.01, inset: 0.1, floor: 0.66 },
  'open-can': { rim: 0.2, depth: 0.06, inset: 0.14, floor: 0.5 },
  matchbox: { rim: 0.48, depth: 0.01, inset: 0.12, floor: 0.64 },
  barrel: { rim: 0.1, depth: 0.05, inset: 0.12, floor: 0.4 },
  crate: { rim: 0.14, depth: 0.03, inset: 0.08, floor: 0.5 },
  sack: { rim: 0.16, depth: 0.05, inset: 0.2, floor: 0.4 },
  'potted-plant': { rim: 0.7, depth: 0.05, inset: 0.25, floor: 0.8 },
}

/** How something is in this, where it can hold anything. */
export function containerOf(art: string): Container | undefined {
  return Object.hasOwn(CONTAINERS, art) ? CONTAINERS[art] : undefined
}

/** The same of a thing as it is told to be: a jug of clay is not clear. */
export function containerNow({ art, material }: Pick<Subject, 'art' | 'material'>): Container | undefined {
  const container = containerOf(art)
  return container?.clear && material && !/^(glass|crystal|ice)$/.test(material)
    ? { ...container, clear: false }
    : container
}

/** Whether things can be in this. */
export function isContainer(art: string): boolean {
  return Object.hasOwn(CONTAINERS, art)
}

// Where something that is stuck in a thing vanishes in it; of most things, a little below their top.
const SOLIDS: Readonly<Record<string, Container>> = {
  rock: { rim: 0.24, depth: 0.03, inset: 0.3, floor: 0.6 },
  'tree-stump': { rim: 0.24, depth: 0.03, inset: 0.2, floor: 0.6 },
  wood: { rim: 0.1, depth: 0.05, inset: 0.2, floor: 0.6 },
  pumpkin: { rim: 0.24, depth: 0.03, inset: 0.2, floor: 0.6 },
  'vintage-car': { rim: 0.3, depth: 0.01, inset: 0.3, floor: 0.6 },
  automobile: { rim: 0.14, depth: 0.02, inset: 0.3, floor: 0.6 },
}
const SOLID: Container = { rim: 0.16, depth: 0.02, inset: 0.2, floor: 0.6 }

/** Where the surface of something solid is, in which things can be stuck. */
export const solidOf = (art: string): Container => (Object.hasOwn(SOLIDS, art) ? (SOLIDS[art] ?? SOLID) : SOLID)

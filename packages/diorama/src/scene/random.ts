import { smooth } from './eased.ts'
/** A seeded source of chance: the same seed gives the same row of numbers everywhere. */
export type Random = {
  next(): number
  between(low: number, high: number): number
  int(low: number, high: number): number
  chance(share: number): boolean
  pick<const T extends readonly [unknown, ...unknown[]]>(items: T): T[number]
  fork(name: string): Random
}

function hashText(seed: number, text: string): number {
  let hash = seed | 0
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash ^ (hash >>> 15)
}

/** A random source whose forks do not disturb each other, so one more tree never moves the moon. */
export function seededRandom(seed: number): Random {
  let state = (seed | 0) + 0x6d2b79f5
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  return {
    next,
    between,
    int: (low, high) => Math.floor(between(low, high + 1)),
    chance: (share) => next() < share,
    pick: (items) => items[Math.floor(next() * items.length)],
    fork: (name) => seededRandom(hashText(seed, name)),
  }
}

function lattice(seed: number, x: number, y: number): number {
  let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 2147483647)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Smooth value noise between 0 and 1. */
export function noise2(seed: number, x: number, y: number): number {
  const ix = Math.floor(x)
  const iy = Math.floor(y)
  const fx = smooth(x - ix)
  const fy = smooth(y - iy)
  const top = lattice(seed, ix, iy) * (1 - fx) + lattice(seed, ix + 1, iy) * fx
  const bottom = lattice(seed, ix, iy + 1) * (1 - fx) + lattice(seed, ix + 1, iy + 1) * fx
  return top * (1 - fy) + bottom * fy
}

/** Several octaves of value noise, between 0 and 1. */
export function fbm(seed: number, x: number, y: number, octaves = 4): number {
  let sum = 0
  let weight = 0.5
  let total = 0
  let scale = 1
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * noise2(seed + octave * 101, x * scale, y * scale)
    total += weight
    weight *= 0.5
    scale *= 2.03
  }
  return sum / total
}

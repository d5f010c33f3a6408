/** Choices that come out the same for the same seed (mulberry32). */
export type Seeded = {
  /** From 0 up to 1. */
  fraction(): number
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  pick<T>(list: readonly [T, ...T[]]): T
  chance(probability: number): boolean
}

/** Starts a row of choices. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    fraction,
    between: (least, most) => least + Math.floor(fraction() * (most - least + 1)),
    pick: (list) => list[Math.floor(fraction() * list.length)] ?? list[0],
    chance: (probability) => fraction() < probability,
  }
}

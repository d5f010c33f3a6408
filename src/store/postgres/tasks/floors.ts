/** Where a search of an index may begin. */
export type Floor = { turn: number; time: number }

/** What a search from the bottom came upon: the lowest turn that waits, and the earliest time of what is due in work. */
export type Lowest = { turn: number | undefined; time: number | undefined }

/** `from` tells where the search began; `passed`, how many rows it moved on. */
export type Found = { from: Floor; lowest: Lowest; lastTurn: number; passed: number }

export type Floors = {
  /** Where the next search may begin. */
  of: (engine: string, now: number) => Floor
  note: (engine: string, now: number, found: Found) => void
}

type Known = { floor: Floor; from: number; now: number; passed: number; lastTurn: number }

export const BOTTOM: Floor = { turn: Number.MIN_SAFE_INTEGER, time: Number.MIN_SAFE_INTEGER }

// Fewer dead entries than this are stepped over faster than one can tell.
const WORTH_IT = 1_000
// What came in below the floor, a task given back or one from a process whose clock is behind, is found this much later.
const TRUSTED_MS = 1_000
const CLOCKS_APART_MS = 1_000

/**
 * Remembers for each engine how far up an index the living entries begin. A row that moves on leaves a dead entry behind,
 * and the server steps over all of them, one by one, until it vacuums: at hundreds of tasks a second that soon costs more
 * than the claim. One search in a second begins at the bottom, so nothing is overlooked for longer.
 */
export function floors(clock: () => number = () => performance.now()): Floors {
  const engines = new Map<string, Known>()
  return {
    of(engine, now) {
      const known = engines.get(engine)
      if (known === undefined || known.passed < WORTH_IT) return BOTTOM
      return clock() - known.from > TRUSTED_MS || now < known.now ? BOTTOM : known.floor
    },
    note(engine, now, { from, lowest, lastTurn, passed }) {
      const before = engines.get(engine)
      const known = {
        floor: before?.floor ?? BOTTOM,
        from: before?.from ?? Number.NEGATIVE_INFINITY,
        now: before?.now ?? now,
        passed: (before?.passed ?? 0) + passed,
        lastTurn: Math.max(before?.lastTurn ?? BOTTOM.turn, lastTurn),
      }
      engines.set(engine, known)
      if (from !== BOTTOM) return
      // Where nothing waits, what comes next stands no further ahead than what was last seen.
      known.floor = { turn: lowest.turn ?? known.lastTurn, time: (lowest.time ?? now) - CLOCKS_APART_MS }
      known.from = clock()
      known.now = now
    },
  }
}

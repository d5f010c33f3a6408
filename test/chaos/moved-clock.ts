import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Replacements } from '../../src/compose/service.ts'
import type { Store } from '../../src/ports/store.ts'
import { systemClock } from '../../src/runtime/system.ts'

/** Sets the clocks of all processes that go by this file so far ahead of the machine's, at once. */
export function setAhead(file: string, ms: number): void {
  // Nobody reads a half.
  writeFileSync(`${file}.new`, String(ms))
  renameSync(`${file}.new`, file)
}

/** The machine's clock, and that of the database, as far ahead as the file says at each look. */
export function movedClock(file: string): Required<Pick<Replacements, 'machineClock' | 'wrapStore'>> {
  const ahead = (): number => Number(readFileSync(file, 'utf8'))
  return {
    machineClock: { ...systemClock, now: () => systemClock.now() + ahead() },
    wrapStore: (store: Store) => ({ ...store, time: async () => (await store.time()) + ahead() }),
  }
}

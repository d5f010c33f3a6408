import type { DatabaseSync } from 'node:sqlite'
import { number } from '../../rows.ts'

/** A number that differs once another connection has committed anything. Of what this connection writes it tells nothing. */
export type DataVersion = {
  now(): number
  /** As it stood earlier in this turn of the event loop: those who come together ask once. */
  thisTurn(): number
}

export function dataVersion(db: DatabaseSync, peek: <T>(work: () => T) => T): DataVersion {
  const ask = db.prepare('PRAGMA data_version')
  const now = (): number => peek(() => number(ask.get() ?? {}, 'data_version'))
  let known: number | undefined
  const forget = (): void => void (known = undefined)
  return {
    now,
    thisTurn() {
      // A reader of the next turn may know of what was written after this one began.
      if (known === undefined) setImmediate(forget)
      return (known ??= now())
    },
  }
}

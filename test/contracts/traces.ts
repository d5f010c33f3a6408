import assert from 'node:assert/strict'
import type { Store } from '../../src/ports/store.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import { aKey } from './build.ts'
import { emptyPostgres } from './empty-postgres.ts'
import { COMMAND_KEYS, commandsOf, traceOf, type Command } from './commands.ts'
import { ReferenceStore } from './reference-store.ts'

/** An emptied store, ready for the next seed. */
export type Emptied = () => Promise<Store>

export async function traceOn(emptied: Emptied, commands: readonly Command[]): Promise<string[]> {
  const store = await emptied()
  for (const id of COMMAND_KEYS) await store.keys.insert(aKey(id))
  return traceOf(store, commands)
}

/** Runs the seeds on the reference and on every driver: each must tell the same story, line by line. */
export async function compareTraces(
  drivers: Readonly<Record<string, Emptied>>,
  seeds: Iterable<number>,
): Promise<{ seeds: number; lines: number }> {
  let [count, lines] = [0, 0]
  for (const seed of seeds) {
    const commands = commandsOf(seed)
    const expected = await traceOf(new ReferenceStore(), commands)
    for (const [name, emptied] of Object.entries(drivers)) {
      assert.deepEqual(await traceOn(emptied, commands), expected, `seed ${seed} on ${name}`)
    }
    count++
    lines += expected.length
  }
  return { seeds: count, lines }
}

/** One store on the shared server, emptied for each seed. */
export function postgresAlone(): { emptied: Emptied; close(): Promise<void> } {
  const stores = emptyPostgres(1)
  return {
    emptied: async () => {
      const [store] = await stores.emptied()
      if (store === undefined) throw new Error('one store was asked for')
      return store
    },
    close: () => stores.close(),
  }
}

/** A fresh database in memory for each seed: the same SQL without the disk. */
export function sqliteInMemory(): { emptied: Emptied; close(): Promise<void> } {
  let store: Store | undefined
  return {
    emptied: async () => {
      await store?.close()
      return (store = sqliteStore(':memory:'))
    },
    close: async () => store?.close(),
  }
}

import { createKey } from '../../src/actions/keys/create-key.ts'
import { findCaller, rememberKeys } from '../../src/actions/keys/find-caller.ts'
import { systemClock, systemRandom } from '../../src/runtime/system.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Figure, Target } from './target.ts'

const CHECKS = 50_000
const KEYS = 100

/** What it takes to tell whether a key is good, in the way in which the service does it on this database. */
export async function keyCheck({ dataDir, databaseUrl }: Target): Promise<Figure[]> {
  const store = await openStore({ dataDir, url: databaseUrl })
  try {
    const clock = systemClock
    const keys = databaseUrl === undefined ? store.keys : rememberKeys(store.keys, clock)
    const deps = { store: { ...store, keys }, clock, random: systemRandom }
    const made = await Promise.all(Array.from({ length: KEYS }, () => createKey(deps, { name: 'one of many' })))
    const check = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n++)
        if ((await findCaller(deps, made[n % KEYS]?.text ?? '')) === undefined)
          throw new Error('a good key was refused')
    }
    await check(CHECKS / 10)
    const begun = performance.now()
    await check(CHECKS)
    return [{ what: 'check of a key', value: (performance.now() - begun) / CHECKS, most: 0.1, unit: 'ms' }]
  } finally {
    await store.close()
  }
}

import { processEnvironment, readConfig, type Config } from '../../config.ts'
import { systemClock, systemRandom } from '../../runtime/system.ts'
import { openStore } from '../../store/open-store.ts'

/** The store from this machine's settings, with the time of that store. */
type OnStore = {
  store: Awaited<ReturnType<typeof openStore>>
  clock: typeof systemClock
  random: typeof systemRandom
}

/** Does something with the store from this machine's settings and prints the result. */
export async function onStore(work: (deps: OnStore, config: Config) => Promise<string>): Promise<number> {
  const config = readConfig(processEnvironment())
  const { dataDir, databaseUrl } = config
  const store = await openStore({ dataDir, url: databaseUrl?.reveal() })
  try {
    // The operator's machine may be ahead, but the store's clients judge when a key expires.
    const aheadMs = systemClock.now() - (await store.time())
    const clock = { ...systemClock, now: () => systemClock.now() - aheadMs }
    process.stdout.write(await work({ store, clock, random: systemRandom }, config))
    return 0
  } finally {
    await store.close()
  }
}

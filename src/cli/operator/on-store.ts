import { processEnvironment, readConfig, type Config } from '../../config.ts'
import { systemClock, systemRandom } from '../../runtime/system.ts'
import { openStore } from '../../store/open-store.ts'

/** The store of this machine's settings, with the time of that store. */
type OnStore = {
  store: Awaited<ReturnType<typeof openStore>>
  clock: typeof systemClock
  random: typeof systemRandom
}

/** Does something on the store of this machine's settings and prints what it says. */
export async function onStore(work: (deps: OnStore, config: Config) => Promise<string>): Promise<number> {
  const config = readConfig(processEnvironment())
  const { dataDir, databaseUrl } = config
  const store = await openStore({ dataDir, url: databaseUrl?.reveal() })
  try {
    // The machine at which an operator sits may be ahead; ends of keys are times of those who look at them.
    const aheadMs = systemClock.now() - (await store.time())
    const clock = { ...systemClock, now: () => systemClock.now() - aheadMs }
    process.stdout.write(await work({ store, clock, random: systemRandom }, config))
    return 0
  } finally {
    await store.close()
  }
}

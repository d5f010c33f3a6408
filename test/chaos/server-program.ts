// The real service in a process of its own, made to be killed. It loads everything, then waits for its orders: so the next
// one can stand ready while this one still lives.
import { flushCompileCache } from 'node:module'
import { type Role } from '../../src/compose/roles.ts'
import { startService } from '../../src/compose/service.ts'
import { readConfig } from '../../src/config.ts'
import type { Store } from '../../src/ports/store.ts'
import { providerEngines, providerModels } from './provider.ts'
import { quickClock, type ClockSpeed } from './quick-clock.ts'
import { recordLeases, withoutCap, withoutFence } from './store-recorder.ts'

export type Orders = {
  env: Record<string, string>
  callsFile: string
  leasesFile: string
  clock: ClockSpeed | null
  fence: boolean
  caps: boolean
  role: Role
}

export type Word = { kind: 'loaded' } | { kind: 'ready'; url: string } | { kind: 'failed'; reason: string }

const tell = (word: Word): void => void process.send?.(word)

async function serve(orders: Orders): Promise<void> {
  const replacements = {
    ...(orders.clock === null ? {} : { clock: quickClock(orders.clock) }),
    wrapStore: (store: Store) => recordLeases(guarded(store, orders), orders.leasesFile),
    extraEngines: providerEngines(orders.callsFile),
    extraModels: providerModels(),
  }
  const service = await startService(readConfig(orders.env), replacements, orders.role)
  process.once('SIGTERM', () => void service.stop().then(() => process.disconnect?.()))
  tell({ kind: 'ready', url: service.url })
}

function guarded(store: Store, { fence, caps }: Orders): Store {
  const fenced = fence ? store : withoutFence(store)
  return caps ? fenced : withoutCap(fenced)
}

process.once('message', (orders: Orders) => {
  serve(orders).catch((error: unknown) => {
    tell({ kind: 'failed', reason: String(error) })
    process.exitCode = 1
    process.disconnect?.()
  })
})
// Whoever started us is gone: nobody would ever end us.
process.once('disconnect', () => process.exit())
flushCompileCache()
tell({ kind: 'loaded' })

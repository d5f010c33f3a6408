import { fork } from 'node:child_process'
import type { Role } from '../../src/compose/roles.ts'
import type { Replacements } from '../../src/compose/service.ts'
import type { Store } from '../../src/ports/store.ts'
import type { QuarantineProcess } from '../../src/workers/quarantine.ts'
import { movedClock } from './moved-clock.ts'
import { providerEngines, providerModels } from './provider.ts'
import { quickClock, type ClockSpeed } from './quick-clock.ts'
import { recordLeases, withoutCap, withoutFence } from './store-recorder.ts'

export type Orders = {
  env: Record<string, string>
  callsFile: string
  leasesFile: string
  clock: ClockSpeed | null
  /** A file that says how far ahead the clocks are; a run may change it at any time. */
  aheadFile?: string
  fence: boolean
  caps: boolean
  role: Role
  /** Who started this process; it cannot ask, for an orphan is given another parent. */
  parentPid?: number
}

export type CellOrders = Orders & { owner: string; publicUrl: string }

const CELL = new URL('./cell-program.ts', import.meta.url)

/** What the service under chaos has in place of its usual parts. */
export function replacementsFor(orders: Orders): Replacements {
  const moved = orders.aheadFile === undefined ? undefined : movedClock(orders.aheadFile)
  return {
    ...(orders.clock === null ? {} : { clock: quickClock(orders.clock) }),
    ...(moved === undefined ? {} : { machineClock: moved.machineClock }),
    wrapStore: (store: Store) => recordLeases(guarded(moved?.wrapStore(store) ?? store, orders), orders.leasesFile),
    extraEngines: providerEngines(orders.callsFile, orders.parentPid),
    extraModels: providerModels(),
  }
}

/** Starts the process for suspects with the same orders. */
export function cellFor(orders: Orders, publicUrl: () => string): (owner: string) => QuarantineProcess {
  return (owner) => {
    const cellOrders: CellOrders = { ...orders, owner, publicUrl: publicUrl(), parentPid: process.pid }
    const child = fork(CELL, [JSON.stringify(cellOrders)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    return { ended, stop: () => void child.kill('SIGTERM') }
  }
}

function guarded(store: Store, { fence, caps }: Orders): Store {
  const fenced = fence ? store : withoutFence(store)
  return caps ? fenced : withoutCap(fenced)
}

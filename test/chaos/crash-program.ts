// A process that plays the script and kills itself at one boundary, or one that carries on where such processes ended.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { Secret } from '../../src/core/keys/secret.ts'
import { onePrice } from '../../src/core/money/price.ts'
import { START_SETTLES_MS } from '../../src/core/tasks/stop.ts'
import type { Engine } from '../../src/ports/engine.ts'
import type { QuarantineProcess } from '../../src/workers/quarantine.ts'
import { aModel, openHouse } from '../reliability/house.ts'
import { stampCredentials } from '../support/stamp-credentials.ts'
import { boundariesOf, type Cross } from './boundaries.ts'
import { playPoison } from './crash-poison.ts'
import { playRecovery, playScript, playSettled, type Script } from './crash-script.ts'
import { tracesIn } from './evidence-paths.ts'
import { openHistory } from './history.ts'
import { openJournal } from './journal.ts'
import { plainFetch } from './plain-fetch.ts'
import { providerEngines, providerModels } from './provider.ts'
import { quickClock, type ClockSpeed } from './quick-clock.ts'
import { recordLeases } from './store-recorder.ts'

const DAY_MS = 86_400_000

export type CrashOrders = {
  folder: string
  hook: string
  picture: string
  clock: ClockSpeed
  /** Where to die; null plays the script, or the recovery, to its end. */
  dieAt: { boundary: string; side: 'before' | 'after' } | null
  /** What to play: the script, the rest of it after a crash, what is left a minute later, or tasks of which one kills its process. */
  play: 'script' | 'recovery' | 'settled' | 'poison' | 'cell'
  /** The name under which suspects are run apart. */
  cellOwner?: string
}

async function play(orders: CrashOrders): Promise<void> {
  const traces = tracesIn(orders.folder)
  const crossed = openJournal<{ boundary: string; side: string }>(join(orders.folder, 'boundaries.jsonl'))
  const cross: Cross = (boundary, side) => {
    if (orders.play !== 'script') return
    crossed.add({ boundary, side })
    if (orders.dieAt?.boundary === boundary && orders.dieAt.side === side) process.kill(process.pid, 'SIGKILL')
  }
  const { wrapStore, wrapFiles, wrapEngine, wrapCredentials } = boundariesOf(cross)
  const retires = new Date(orders.clock.from + 30 * DAY_MS).toISOString().slice(0, 10)
  const models = [
    ...providerModels(),
    aModel('closed', { id: 'closed', queueTimeoutMs: 1_000, retires }),
    aModel('honours-key', { id: 'priced', price: onePrice('task', 0.001) }),
  ]
  const house = await openHouse({
    dataDir: traces.dataDir,
    syncsApart: true,
    clock: quickClock(orders.clock),
    engines: [...providerEngines(traces.calls).map(wrapEngine), closedEngine],
    models,
    fetch: plainFetch,
    eventsTo: { url: orders.hook, secret: new Secret(`whsec_${Buffer.alloc(32, 1).toString('base64')}`) },
    credentials: wrapCredentials(stampCredentials().credentials),
    wrapStore: (store) => wrapStore(recordLeases(store, traces.leases)),
    wrapFiles,
    ...(orders.play === 'poison' ? { openQuarantine: cellOf(orders) } : {}),
  })
  if (orders.play === 'cell') {
    process.once('disconnect', () => process.exit())
    await house.runCell(orders.cellOwner ?? '', CELL_EMPTY_MS)
    await house.store.close()
    return process.disconnect?.()
  }
  const history = openHistory(traces.history, orders.play === 'script' || orders.play === 'poison' ? 0 : 1_000_000)
  const { hook, picture } = orders
  const script: Script = { house, history, hook, picture, dataDir: traces.dataDir, callsFile: traces.calls }
  await PLAYS[orders.play](script)
  // Opened anew a minute later: to wait for that minute took most of the time of a recovery.
  if (orders.play === 'recovery') await play(aMinuteLater(orders))
}

function aMinuteLater(orders: CrashOrders): CrashOrders {
  const { aheadMs = 0 } = orders.clock
  return { ...orders, play: 'settled', clock: { ...orders.clock, aheadMs: aheadMs + START_SETTLES_MS } }
}

// On a clock that runs eight times as fast.
const CELL_EMPTY_MS = 8_000

function cellOf(orders: CrashOrders): (owner: string) => QuarantineProcess {
  return (cellOwner) => {
    const own = JSON.stringify([{ ...orders, play: 'cell', cellOwner }])
    const child = fork(import.meta.filename, [own], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    return { ended, stop: () => void child.kill('SIGKILL') }
  }
}

const PLAYS = { script: playScript, recovery: playRecovery, settled: playSettled, poison: playPoison }

/** A lane without room: its tasks wait until their time is up. */
const closedEngine: Engine = {
  id: 'closed',
  safeToRestart: false,
  concurrency: 0,
  start: () => Promise.reject(new Error('nobody gets here')),
  status: () => Promise.reject(new Error('nobody gets here')),
  cancel: async () => {},
  close: async () => {},
}

const orders = JSON.parse(process.argv[2] ?? '[]') as CrashOrders[]
await Promise.all(orders.map(play))

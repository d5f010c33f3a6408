// The process in which the service under chaos runs its suspects: the same parts, and nothing that listens.
import { runWorkerProcess } from '../../src/compose/worker-process/run.ts'
import { readConfig } from '../../src/config.ts'
import { replacementsFor, type CellOrders } from './server-parts.ts'

const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
// The parent is gone: nobody would ever end us.
process.once('disconnect', () => process.exit())

const { owner, publicUrl, ...orders } = JSON.parse(process.argv[2] ?? '{}') as CellOrders
await runWorkerProcess(readConfig(orders.env), replacementsFor(orders), {
  work: 'suspects',
  owner,
  publicUrl,
  stop: stop.signal,
})
process.disconnect?.()

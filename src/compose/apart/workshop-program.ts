import { constants, setPriority } from 'node:os'
import { processEnvironment, readConfig } from '../../config.ts'
import { linkToParent } from './link-to-parent.ts'
import { runWorkshop } from './run-workshop.ts'
import { ordersFromParent } from './same-program.ts'

// Whoever asks and whoever answers go before the work, also where there are fewer cores than all of them could use. Threads
// and programs that are started from here do as we do.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
// Ctrl-C reaches every process of a terminal; the one that started us decides when we stop.
process.on('SIGINT', () => undefined)
// Whoever started us is gone: what we do would be heard by nobody.
process.once('disconnect', () => process.exit())

const [owner = '', publicUrl = '', port = '0'] = ordersFromParent(process.argv.slice(2))
await runWorkshop(readConfig(processEnvironment()), {
  owner,
  publicUrl,
  port: Number(port),
  stop: stop.signal,
  link: linkToParent(),
})
process.disconnect?.()

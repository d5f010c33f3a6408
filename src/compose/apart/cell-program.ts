import { processEnvironment, readConfig } from '../../config.ts'
import { linkToParent } from './link-to-parent.ts'
import { runCell } from './run-cell.ts'
import { ordersFromParent } from './same-program.ts'

const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
// Ctrl-C reaches every process of a terminal; the one that started us decides when we stop.
process.on('SIGINT', () => undefined)
// Whoever started us is gone: nobody would see us die, so nothing that dies here may be held against it.
process.once('disconnect', () => process.exit())

const [owner = '', publicUrl = ''] = ordersFromParent(process.argv.slice(2))
await runCell(readConfig(processEnvironment()), {}, { owner, publicUrl, stop: stop.signal, link: linkToParent() })
process.disconnect?.()

import { constants, setPriority } from 'node:os'
import { processEnvironment, readConfig } from '../../config.ts'
import type { Letter } from '../../ports/process-link.ts'
import { runWorkerProcess } from './run.ts'
import { ordersFromParent } from './same-program.ts'

const [work, owner = '', publicUrl = '', port = '0'] = ordersFromParent(process.argv.slice(2))
// Whoever asks and whoever answers go before the long work, also where there are fewer cores than all of them could use.
// Threads and programs that are started from here do as we do.
if (work === 'tasks') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
// Ctrl-C reaches every process of a terminal; the one that started us decides when we stop.
process.on('SIGINT', () => undefined)
// Whoever started us is gone: what we do would be heard by nobody, and nothing that dies here may be held against it.
process.once('disconnect', () => process.exit())

await runWorkerProcess(
  readConfig(processEnvironment()),
  {},
  {
    work: work === 'tasks' ? 'tasks' : 'suspects',
    owner,
    publicUrl,
    port: Number(port),
    stop: stop.signal,
    link: {
      send: (letter) => void process.send?.(letter, undefined, undefined, () => undefined),
      onLetter: (hear) => void process.on('message', (letter) => hear(letter as Letter)),
    },
  },
)
process.disconnect?.()

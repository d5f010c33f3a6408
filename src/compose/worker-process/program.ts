import { constants, setPriority } from 'node:os'
import { processEnvironment, readConfig } from '../../config.ts'
import type { Letter } from '../../ports/process-link.ts'
import { runWorkerProcess } from './run.ts'
import { ordersFromParent } from './same-program.ts'

const [work, owner = '', publicUrl = '', port = '0'] = ordersFromParent(process.argv.slice(2))
// Requests and answers take precedence over long work, even with fewer cores than all of them could use. Threads and
// programs that start here inherit the priority.
if (work === 'tasks') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
// Ctrl-C reaches every process of a terminal; our parent decides when we stop.
process.on('SIGINT', () => undefined)
// Our parent is gone: nobody would hear of our work, and no process that dies here may be blamed on a task.
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

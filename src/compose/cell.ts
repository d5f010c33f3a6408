import { fork } from 'node:child_process'
import type { Config } from '../config.ts'
import { suspectCompany } from '../workers/company.ts'
import type { Cell } from '../workers/quarantine.ts'
import { openParts, type Replaceable } from './parts.ts'
import { withTasks } from './workers.ts'

// The compiled program has the same files under another ending.
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('../cell-program.ts', import.meta.url)
  : new URL('../cell-program.js', import.meta.url)
const EMPTY_FOR_MS = 30_000
const LOOK_EVERY_MS = 1_000

/** Starts the program of a cell as a child of this process, with the same settings. It ends with us, however we end. */
export function forkCell(config: Config, publicUrl: string, owner: string): Cell {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
  const child = fork(PROGRAM, [owner, publicUrl], { env: config.environment(), stdio: [...stdio] })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // A child that could not be started is one that has ended.
    child.once('error', () => resolve())
  })
  return { ended, stop: () => void child.kill('SIGTERM') }
}

/** Runs suspects under the given name until none has come for a while, or until it is told to stop. */
export async function runCell(
  config: Config,
  replacements: Replaceable,
  cell: { owner: string; publicUrl: string; stop: AbortSignal },
): Promise<void> {
  await using opened = new AsyncDisposableStack()
  // Nothing listens here; what is announced carries the address that the whole service has.
  const listening = { host: config.host, port: config.port }
  const parts = await openParts({ ...config, publicUrl: cell.publicUrl }, replacements, {
    opened,
    listening,
    role: 'worker',
  })
  const company = suspectCompany(parts)
  const dead = new AbortController()
  const owner = { name: cell.owner, onDeath: () => dead.abort() }
  const workers = withTasks(parts, { company, owner })
  const over = AbortSignal.any([cell.stop, dead.signal])
  workers.start()
  while (!over.aborted && company.idleMs() < EMPTY_FOR_MS) await parts.clock.sleep(LOOK_EVERY_MS, over)
  await workers.stop(cell.stop.aborted ? config.drainMs : 0)
}

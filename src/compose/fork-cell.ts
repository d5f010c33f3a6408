import { fork } from 'node:child_process'
import type { Config } from '../config.ts'
import type { Cell } from '../workers/quarantine.ts'

// The compiled program has the same files under another ending.
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('./cell-program.ts', import.meta.url)
  : new URL('./cell-program.js', import.meta.url)

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

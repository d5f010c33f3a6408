import { fork, type ChildProcess } from 'node:child_process'
import type { Config } from '../../config.ts'
import type { Shop } from '../../workers/workshop.ts'
import { OWN_PROGRAM } from './same-program.ts'

/** Starts a program of ours as a child of this process, with the same settings. It ends with us, however we end. */
export function forkProgram(program: URL, config: Config, argv: readonly string[]): Shop & { child: ChildProcess } {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
  const child = fork(program, [...OWN_PROGRAM, ...argv], { env: config.environment(), stdio: [...stdio] })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // A child that could not be started is one that has ended.
    child.once('error', () => resolve())
  })
  return { child, ended, stop: () => void child.kill('SIGTERM'), kill: () => void child.kill('SIGKILL') }
}

/** The compiled program has the same files under another ending. */
export function programBeside(moduleUrl: string, name: string): URL {
  return new URL(`./${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl)
}

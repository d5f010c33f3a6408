import { fork, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { atProcessEnd } from './at-process-end.ts'

export type Ran = { code: number | null; signal: NodeJS.Signals | null; out: string; err: string }
export type Call = { args: readonly string[]; env: NodeJS.ProcessEnv; cwd: string | undefined; input: string }

const PROGRAM = resolve(import.meta.dirname, 'command-host-program.ts')

const idle: ChildProcess[] = []

/**
 * Runs a command of mediagen in a process that has run others before: to start one takes ten times as long as most commands.
 * Commands that run at the same time have a process each.
 */
export async function runInHost(call: Call): Promise<Ran> {
  const host = idle.pop() ?? startHost()
  host.ref()
  const { promise, resolve: done } = Promise.withResolvers<Ran>()
  const onExit = (code: number | null, signal: NodeJS.Signals | null): void =>
    done({ code, signal, out: '', err: `The process of the command '${call.args.join(' ')}' has ended.` })
  host.once('exit', onExit)
  host.once('message', (ran: Ran) => {
    host.off('exit', onExit)
    host.unref()
    idle.push(host)
    done(ran)
  })
  host.send(call)
  return await promise
}

function startHost(): ChildProcess {
  const host = fork(PROGRAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  host.channel?.unref()
  atProcessEnd(async () => host.kill('SIGKILL'))
  return host
}

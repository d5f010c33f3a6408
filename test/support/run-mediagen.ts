import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { runInHost, type Ran } from './command-host.ts'

const MAIN = resolve(import.meta.dirname, '../../src/main.ts')

export type RunOptions = {
  /** Nothing of the surroundings of this test reaches the command but this. */
  env?: Readonly<Record<string, string>>
  cwd?: string
  input?: string
}
export type { Ran }

function bare(cwd = '/nowhere'): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: cwd, XDG_CONFIG_HOME: cwd, ...compiledBefore() }
}

/** Where a process finds its program compiled. Node begins to look there before it strips the types of the first file. */
export function compiledBefore(): Record<string, string> {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}

/** Starts the command line as a process of its own. */
export function startMediagen(args: readonly string[], { env = {}, cwd }: RunOptions): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [MAIN, ...args], { env: { ...bare(cwd), ...env }, ...(cwd !== undefined && { cwd }) })
}

/** What became of a command that was started. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { code, signal, out: out.join(''), err: err.join('') }
}

/** Runs a command, as its own process would, in one that has run others before. */
export function runMediagen(args: readonly string[], { env = {}, cwd, input = '' }: RunOptions = {}): Promise<Ran> {
  return runInHost({ args, env: { ...bare(cwd), ...env }, cwd, input })
}

/** Runs a command as a process of its own, where that it ends and how is the point. */
export function runMediagenAlone(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = startMediagen(args, options)
  // A command that does not read its input may end before all of it was written.
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.input ?? '')
  return ended(child)
}

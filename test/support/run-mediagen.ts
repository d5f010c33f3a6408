import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const MAIN = resolve(import.meta.dirname, '../../src/main.ts')

export type RunOptions = {
  /** Nothing of the surroundings of this test reaches the command but this. */
  env?: Readonly<Record<string, string>>
  cwd?: string
  input?: string
}
export type Ran = { code: number | null; signal: NodeJS.Signals | null; out: string; err: string }

/** Starts the command line as a process of its own. */
export function startMediagen(args: readonly string[], { env = {}, cwd }: RunOptions): ChildProcessWithoutNullStreams {
  const bare = { PATH: process.env['PATH'] ?? '', HOME: cwd ?? '/nowhere', XDG_CONFIG_HOME: cwd ?? '/nowhere' }
  return spawn(process.execPath, [MAIN, ...args], { env: { ...bare, ...env }, ...(cwd !== undefined && { cwd }) })
}

/** What became of a command that was started. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { code, signal, out: out.join(''), err: err.join('') }
}

export function runMediagen(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = startMediagen(args, options)
  // A command that does not read its input may end before all of it was written.
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.input ?? '')
  return ended(child)
}

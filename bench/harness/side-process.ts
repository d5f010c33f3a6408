import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { endProcess } from '../../scripts/service-process.ts'
import { KEY } from './http-bytes.ts'

const ROOT = resolve(import.meta.dirname, '../..')

export type SideProcess = {
  /** Unknown of one that somebody else has started. */
  pid: number | undefined
  port: number
  url: string
  /** Its own folder, removed when it is closed. */
  folder: string
  close(): Promise<void>
}

export type SideProgram = {
  /** The program and its arguments; `{folder}` stands for its folder, here and in the environment. */
  command: readonly string[]
  env?: Readonly<Record<string, string>>
  /** What it prints when it serves, with its port in brackets. */
  ready?: RegExp
  /** A folder that the side does not own, such as one that is kept between two processes. */
  folder?: string
  signal?: 'SIGTERM' | 'SIGKILL'
}

const READY = /ready at http:\/\/[^\s/:]+:(\d+)/

/** Starts a contender on loopback. What it logs goes to a file: a pipe would have the harness read it, and pay for it. */
export async function startSide({ command, env = {}, ready = READY, ...rest }: SideProgram): Promise<SideProcess> {
  const folder = rest.folder ?? mkdtempSync(join(tmpdir(), 'mediagen-bench-'))
  const logFile = join(folder, 'side.log')
  const log = openSync(logFile, 'a')
  const filled = (word: string): string => word.replaceAll('{folder}', folder)
  const argv = command.map(filled)
  const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]))
  const child = spawn(process.execPath, argv, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...own },
    stdio: ['ignore', 'pipe', log],
  })
  closeSync(log)
  // Whatever ends the harness, nothing that it started stays behind.
  const endToo = (): void => void child.kill('SIGKILL')
  process.once('exit', endToo)
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let said = ''
  child.stdout?.on('data', (text: Buffer) => {
    if (said.length > 10_000) return
    said += text.toString()
    const found = ready.exec(said)?.[1]
    if (found !== undefined) resolve(Number(found))
  })
  // Only then: by its end the log of a long run is more than a text may be long.
  let isReady = false
  const tail = (): string => readFileSync(logFile, 'utf8').slice(-1_000)
  child.once('exit', (code) => {
    if (!isReady) reject(new Error(`${argv[0]} ended with ${code} before it was ready: ${tail()}`))
  })
  const port = await promise
  isReady = true
  const close = async (): Promise<void> => {
    process.off('exit', endToo)
    await endProcess(child, rest.signal ?? 'SIGTERM')
    if (rest.folder === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  return { pid: child.pid, port, url: `http://127.0.0.1:${port}`, folder, close }
}

export type OurSettings = Omit<SideProgram, 'command' | 'ready'> & {
  role: 'all' | 'api' | 'worker'
  /** The program: `src/main.ts` of a checkout, or its packed form. */
  main: string
}

/** Our own service as users start it: the log at its usual level, its database in the folder. */
export function startOurs({ role, env = {}, main, ...rest }: OurSettings): Promise<SideProcess> {
  return startSide({
    ...rest,
    command: [main, 'serve', '--role', role],
    env: {
      PORT: '0',
      MEDIAGEN_DATA_DIR: '{folder}',
      MEDIAGEN_API_KEY: KEY,
      MEDIAGEN_DRAIN_SECONDS: '0',
      // A role wants to be told under which address the others serve; nothing here follows it.
      ...(role === 'all' ? {} : { MEDIAGEN_PUBLIC_URL: 'http://127.0.0.1:1' }),
      ...env,
    },
    // Workers of other checkouts, which a run may compare with, may say it in other words.
    ready: /(?:ready|health is) at http:\/\/[^\s/:]+:(\d+)/,
  })
}

/** A program of the `sides` of this folder, or of the same one in another checkout. */
export const sideProgram = (name: string, root = ROOT): string => join(root, 'bench/sides', name)

export const mainOf = (root: string): string => join(root, 'src/main.ts')

/** A process that somebody else has started, and will end. */
export function runningPeer(url: string, pid: number | undefined): SideProcess {
  return { pid, port: Number(new URL(url).port), url, folder: '', close: async () => {} }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { TestContext } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { runInHost } from '../support/command-host.ts'
import { freePort } from '../support/free-port.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { ended } from '../support/run-mediagen.ts'
import { bucketSettings, sharedS3 } from '../support/s3-server.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'

const MAIN = resolve(import.meta.dirname, '../../src/main.ts')
export const KEY = 'the-key-of-this-whole-fleet'

/** One process of the real program. */
export type Process = {
  pid: number
  url: string
  /** What it has printed so far. */
  output(): string
  /** A request with the fleet's key; a body object is sent as JSON. */
  call(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>
  /** Lets it stand still, in the middle of whatever it does, until it is thawed or killed. */
  freeze(): void
  thaw(): void
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Asks it to end; gives back its exit code. */
  stop(): Promise<number | null>
}

/** A database and a bucket, and as many processes over them as the test starts. Nothing else is shared by them. */
export async function openFleet(t: TestContext) {
  const database = await (await sharedPostgres()).bareDatabase()
  const s3 = await (await sharedS3()).newBucket()
  const firstPort = await freePort()
  const common: Record<string, string> = {
    DATABASE_URL: database,
    ...bucketSettings(s3),
    MEDIAGEN_PUBLIC_URL: `http://127.0.0.1:${firstPort}`,
    MEDIAGEN_FFMPEG: 'off',
    MEDIAGEN_RENDER_THREADS: '1',
  }
  let apis = 0
  const start = async (role: 'api' | 'worker', own: Record<string, string>): Promise<Process> => {
    const env = { ...cleanEnvironment(), ...common, MEDIAGEN_DATA_DIR: await temporaryFolder(t), ...own }
    return startProcess(t, ['serve', '--role', role], env)
  }
  return {
    common,
    /** The first one listens where the addresses of files point. */
    api: (key = KEY) => start('api', { PORT: apis++ === 0 ? String(firstPort) : '0', MEDIAGEN_API_KEY: key }),
    // Not told the key: that must not end it for the others.
    worker: () => start('worker', { PORT: '0' }),
  }
}

/** Runs one command of the program to its end; a start as a process, since that it ends is the point. */
export async function runCommand(
  args: string[],
  own: Record<string, string>,
): Promise<{ code: number | null; out: string }> {
  const env = { ...cleanEnvironment(), ...own }
  const { code, out, err } =
    args[0] === 'serve'
      ? await ended(spawn(process.execPath, [MAIN, ...args], { env }))
      : await runInHost({ args, env, cwd: undefined, input: '' })
  return { code, out: out + err }
}

export async function startProcess(
  t: TestContext,
  args: string[],
  env: Record<string, string | undefined>,
): Promise<Process> {
  const child = spawn(process.execPath, [MAIN, ...args], { env })
  let out = ''
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const closed = once(child, 'close') as Promise<[number | null]>
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await closed
  }
  atEnd(t, kill)
  const url = await eventually(() => {
    if (child.exitCode !== null) throw new Error(`the process ended: ${out}`)
    return /mediagen is ready at (http:\/\/[\d.]+:\d+)/.exec(out)?.[1]
  })
  return {
    pid: child.pid ?? 0,
    url,
    output: () => out,
    call: (path, { json, ...init } = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${KEY}`)
      if (json !== undefined) headers.set('content-type', 'application/json')
      const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
      return fetch(new URL(path, url), { ...body, ...init, headers })
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill,
    stop: async () => {
      child.kill('SIGTERM')
      return (await closed)[0]
    },
  }
}

export function cleanEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:MEDIAGEN_|DATABASE_(?:READ_)?URL$)/.test(name)),
  )
}

// The service as a process of its own, for measurements and storms.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export type ServiceProcess = { child: ChildProcess; url: string; pid: number }

export type ServiceSettings = {
  dataDir: string
  apiKey: string
  /** What it does in a fleet; without one it does everything. */
  role?: 'all' | 'api' | 'worker'
  port?: number
  env?: Record<string, string>
  /** An open file for its log; without one it is shown. */
  logFile?: number
  /** The program, where it is not this checkout's. */
  main?: string
}

/** Starts the service on loopback; resolves once it serves. It draws nothing here, so it takes one thread for that. */
export async function startServiceProcess(settings: ServiceSettings): Promise<ServiceProcess> {
  const { dataDir, apiKey, role = 'all', port = 0, env = {}, main = MAIN, logFile } = settings
  const child = spawn(process.execPath, [main, 'serve', '--role', role], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      MEDIAGEN_DATA_DIR: dataDir,
      MEDIAGEN_API_KEY: apiKey,
      MEDIAGEN_LOG_LEVEL: 'error',
      MEDIAGEN_DRAIN_SECONDS: '0',
      MEDIAGEN_FFMPEG: 'off',
      MEDIAGEN_RENDER_THREADS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', logFile ?? 'inherit'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<ServiceProcess>()
  let said = ''
  child.stdout?.on('data', (text: Buffer) => {
    said += text.toString()
    const url = /ready at (http:\/\/[^\s/]+)/.exec(said)?.[1]
    if (url !== undefined && child.pid !== undefined) resolve({ child, url, pid: child.pid })
  })
  child.once('exit', (code) => reject(new Error(`the service ended with ${code} before it was ready`)))
  return promise
}

/** Sends the signal and waits until the process is gone. */
export async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

export type Submit = { url: string; apiKey: string; webhookUrl: string; prompt: string; idempotencyKey?: string }

/** Submits a video task of the sandbox; gives back its id. */
export async function submitVideo({ url, apiKey, webhookUrl, prompt, idempotencyKey }: Submit): Promise<string> {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  }
  const body = JSON.stringify({ model: 'sandbox', prompt, webhookUrl })
  const answer = await fetch(new URL('/api/ai/videos', url), { method: 'POST', headers, body })
  if (answer.status !== 200) throw new Error(`the service answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}

import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProcess, startServiceProcess } from '../service-process.ts'

/** A service of its own, for one attack. */
export type Target = {
  url: string
  apiKey: string
  dataDir: string
  databaseUrl: string | undefined
  /** How much memory the service has now, in MiB: itself, and with the processes that it has started. */
  memoryMib(): { own: number; withChildren: number }
  /** The files that are under a folder of its data. */
  filesIn(folder: string): Promise<string[]>
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** One figure of an attack beside what it may be at most. */
export type Figure = { what: string; value: number; most: number; unit: string }

/** Starts a service on SQLite, or on the database at this address. */
export async function openTarget(databaseUrl?: string): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mediagen-attack-'))
  const apiKey = 'key-of-the-attacker-of-it-all'
  const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const { child, url, pid } = await startServiceProcess({ dataDir, apiKey, env })
  return {
    url,
    apiKey,
    dataDir,
    databaseUrl,
    memoryMib: () => memoryOf(pid),
    async filesIn(folder) {
      const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    },
    stop: () => endProcess(child, 'SIGTERM'),
    async [Symbol.asyncDispose]() {
      await endProcess(child, 'SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function memoryOf(pid: number): { own: number; withChildren: number } {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n')
  const rows = lines.map((line) => line.trim().split(/\s+/).map(Number))
  const mib = (wanted: (row: number[]) => boolean): number =>
    rows.filter(wanted).reduce((sum, row) => sum + (row[2] ?? 0), 0) / 1024
  const own = mib((row) => row[0] === pid)
  return { own, withChildren: own + mib((row) => row[1] === pid) }
}

/** The value below which this share of the sorted values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

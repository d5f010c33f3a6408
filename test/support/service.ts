import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createKey, type NewKey } from '../../src/actions/create-key.ts'
import { runCell } from '../../src/compose/run-cell.ts'
import { startService, type Replacements, type Service } from '../../src/compose/service.ts'
import { readConfig } from '../../src/config.ts'
import type { ApiKey } from '../../src/core/api-key.ts'
import { lineLog } from '../../src/runtime/line-log.ts'
import { systemClock, systemRandom } from '../../src/runtime/system.ts'
import type { Cell } from '../../src/workers/quarantine.ts'

export type OpenOptions = {
  /** Settings, by the names of their variables. */
  env?: Readonly<Record<string, string>>
  /** Parts to put in place of the usual ones, such as a manual clock. */
  replacements?: Replacements
  /** A folder with earlier data; a fresh one otherwise. */
  dataDir?: string
  key?: NewKey
}

export type TestService = Service & {
  /** The text of a key with all scopes, unless the test asked for others. */
  key: string
  apiKey: ApiKey
  dataDir: string
  /** Every log line so far, down to debug. */
  logLines: string[]
  /** A request with the service's key; a body object is sent as JSON. */
  call(path: string, init?: RequestInit & { json?: unknown; key?: string | null }): Promise<Response>
  /** Another key on the same service. */
  newKey(wish?: Partial<NewKey>): Promise<string>
}

/** A folder that is removed when the test ends, after everything that was opened in it later has been closed. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-test-'))
  atEnd(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}

const endings = new WeakMap<TestContext, (() => Promise<unknown>)[]>()

/** Runs at the end of the test, what came last first: the test runner's own hooks run in the order in which they came. */
export function atEnd(t: TestContext, work: () => Promise<unknown>): void {
  const known = endings.get(t)
  if (known !== undefined) return void known.push(work)
  const works = [work]
  endings.set(t, works)
  t.after(async () => {
    for (const each of works.toReversed()) await each()
  })
}

/** The whole service on a free port, with SQLite and files in a temporary folder. It ends with the test. */
export async function openService(t: TestContext, options: OpenOptions = {}): Promise<TestService> {
  const dataDir = options.dataDir ?? (await temporaryFolder(t))
  const config = readConfig({ PORT: '0', MEDIAGEN_DATA_DIR: dataDir, MEDIAGEN_DRAIN_SECONDS: '0', ...options.env })
  const clock = options.replacements?.clock ?? systemClock
  const logLines: string[] = []
  const log = lineLog({ clock, level: 'debug', write: (line) => void logLines.push(line) })
  let publicUrl = ''
  // In this process, so that suspects meet the same clock and the same engines as all others.
  const openCell = (owner: string): Cell => {
    const stop = new AbortController()
    const ended = runCell(config, { log, ...options.replacements }, { owner, publicUrl, stop: stop.signal })
    return { ended, stop: () => stop.abort() }
  }
  const service = await startService(config, { log, openCell, ...options.replacements })
  publicUrl = service.publicUrl
  atEnd(t, () => service.stop())
  const deps = { store: service.store, clock, random: options.replacements?.random ?? systemRandom }
  const { key: apiKey, text: key } = await createKey(deps, { name: 'test', ...options.key })
  return {
    ...service,
    key,
    apiKey,
    dataDir,
    logLines,
    call: (path, { json, key: other = key, ...init } = {}) => {
      const headers = new Headers(init.headers)
      if (other !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${other}`)
      if (json !== undefined) headers.set('content-type', 'application/json')
      const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
      return fetch(new URL(path, service.url), { ...body, ...init, headers })
    },
    newKey: async (wish = {}) => (await createKey(deps, { name: 'another', ...wish })).text,
  }
}

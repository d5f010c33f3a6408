import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createKey, type NewKey } from '../../src/actions/keys/create-key.ts'
import { runWorkerProcess } from '../../src/compose/worker-process/run.ts'
import { startService, type Replacements, type Service } from '../../src/compose/service.ts'
import { readConfig, type Config } from '../../src/config.ts'
import { SCOPES, type ApiKey } from '../../src/core/keys/api-key.ts'
import { lineLog } from '../../src/runtime/line-log.ts'
import { systemClock, systemRandom } from '../../src/runtime/system.ts'
import type { QuarantineProcess } from '../../src/workers/quarantine.ts'
import { otherDocuments } from './all-routes.ts'
import { recordAnswers, undescribed, type DescribedApi } from './answers-seen.ts'
import { atEnd, temporaryFolder, wholeFile } from './at-end.ts'
import { ensureDatabase } from './empty-database.ts'
import { sharedDiorama } from './shared-diorama.ts'

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
  /** The same service for a caller with another key, with all scopes unless asked for others. */
  withKey(wish?: Partial<NewKey>): Promise<TestService>
}

/**
 * The whole service on a free port, with SQLite and files in a temporary folder. It ends with the test, which fails if an
 * answer went out that the document does not describe.
 */
export async function openService(t: TestContext, options: OpenOptions = {}): Promise<TestService> {
  const dataDir = options.dataDir ?? (await temporaryFolder(t))
  if (options.dataDir === undefined && options.env?.['DATABASE_URL'] === undefined)
    await ensureDatabase(join(dataDir, 'mediagen.db'))
  // One drawing thread: every further one of this process would have to learn its words first.
  const usual = {
    PORT: '0',
    MEDIAGEN_DRAIN_SECONDS: '0',
    MEDIAGEN_RENDER_THREADS: '1',
    // Nobody listens there: no test fetches weights from the real hub.
    MEDIAGEN_MODELS_MIRROR: 'http://127.0.0.1:9',
  }
  const config = readConfig({ ...usual, MEDIAGEN_DATA_DIR: dataDir, ...options.env })
  const clock = options.replacements?.clock ?? systemClock
  const logLines: string[] = []
  const log = lineLog({ clock, level: 'debug', write: (line) => void logLines.push(line) })
  const replacements = { log, openDiorama: sharedDiorama, ...options.replacements }
  // With the same clock and engines as the service, which a process of its own could not share.
  const openQuarantine = (owner: string): QuarantineProcess => {
    const stop = new AbortController()
    const ended = runWorkerProcess(config, replacements, {
      work: 'suspects',
      owner,
      publicUrl: service.publicUrl,
      stop: stop.signal,
    })
    return { ended, stop: () => stop.abort() }
  }
  const service: Service = await startService(config, { openQuarantine, ...replacements })
  atEnd(t, () => service.stop())
  const answersSeen = recordAnswers(Number(new URL(service.url).port))
  const api = await describedOnce(service.url, config)
  atEnd(t, async () => assert.deepEqual(undescribed(api, answersSeen()), []))
  const deps = { store: service.store, clock, random: options.replacements?.random ?? systemRandom }
  const withKey = async (wish: Partial<NewKey> = {}): Promise<TestService> => {
    const { key: apiKey, text: key } = await createKey(deps, { name: 'test', scopes: SCOPES, ...wish })
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
      newKey: async (other = {}) => (await createKey(deps, { name: 'another', ...other })).text,
      withKey,
    }
  }
  return withKey(options.key)
}

/**
 * One service for the tests of a file, which say so at its top: the first that asks opens it. Each has a key of its own there,
 * and sees nothing of what others made with theirs.
 */
export function serviceOfFile(options: OpenOptions = {}): (wish?: Partial<NewKey>) => Promise<TestService> {
  const file = wholeFile()
  let opened: Promise<TestService> | undefined
  // The modules of a file stay when it has ended.
  atEnd(file, () => (opened = undefined))
  return async (wish) => {
    opened ??= openService(file, options)
    return (await opened).withKey(wish)
  }
}

let known: Promise<object[]> | undefined
const others = (): Promise<object[]> => (known ??= otherDocuments())

const described = new Map<string, DescribedApi>()

/** What services say of themselves: asked for once for all of those that have the same routes. */
async function describedOnce(url: string, config: Config): Promise<DescribedApi> {
  const { automatic1111, provenanceIsPublic } = config
  const routes = JSON.stringify({ automatic1111, provenanceIsPublic })
  const api = described.get(routes) ?? (await describedApi(url, config))
  if (api !== undefined) described.set(routes, api)
  return api ?? { paths: {} }
}

/** What the service says of itself, in one document for each interface; one that knows another name alone says nothing here. */
async function describedApi(url: string, { automatic1111 }: Config): Promise<DescribedApi | undefined> {
  const answer = await fetch(`${url}/openapi.json`)
  if (!answer.ok) return undefined
  const native = (await answer.json()) as DescribedApi
  const [openai, sdapi] = (await others()) as DescribedApi[]
  return { paths: { ...native.paths, ...openai?.paths, ...(automatic1111 ? sdapi?.paths : {}) } }
}

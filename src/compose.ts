import packageJson from '../package.json' with { type: 'json' }
import { insist } from './actions/insist.ts'
import { acceptEnvironmentKey } from './actions/manage-keys.ts'
import { ConfigError, type Config, type S3Config } from './config.ts'
import type { Model } from './core/model.ts'
import { openDiorama } from '@mediagen/diorama'
import { builtInModels, DIORAMA_CLIPS, DIORAMA_PICTURES } from './engines/built-in-models.ts'
import { catalogOf } from './engines/catalog.ts'
import { dioramaEngine } from './engines/diorama.ts'
import { findFfmpeg } from './engines/find-ffmpeg.ts'
import { openPlannedEngines, readCatalogPlan, type CatalogPlan } from './engines/open-catalog.ts'
import { sandboxEngine } from './engines/sandbox.ts'
import { localFiles } from './files/local.ts'
import { buildHealthServer, buildServer } from './http/server.ts'
import { ffmpegCover } from './media/ffmpeg-cover.ts'
import { sharpImages } from './media/sharp-images.ts'
import { guardedFetch } from './net/guarded-fetch.ts'
import { loopbackAllowance } from './net/own-addresses.ts'
import type { Catalog, Engine } from './ports/engine.ts'
import type { Files, FileSigner } from './ports/files.ts'
import type { Bell, Clock, GuardedFetch, Log, Random } from './ports/runtime.ts'
import type { Store } from './ports/store.ts'
import { inProcessBell } from './runtime/in-process-bell.ts'
import { lineLog, lineShape } from './runtime/line-log.ts'
import { systemClock, systemRandom } from './runtime/system.ts'
import { openStore } from './store/open-store.ts'
import { janitor } from './workers/janitor.ts'
import { suspectsInTurn } from './workers/suspects.ts'
import { taskWorker } from './workers/task-worker.ts'
import { webhookWorker } from './workers/webhook-worker.ts'

const VERSION = packageJson.version
// As long as the store waits for its database in the first place.
const START_WAIT_MS = 30_000

/** What one process of a fleet does: everything, answer requests, or do the work. */
export const ROLES = ['all', 'api', 'worker'] as const
export type Role = (typeof ROLES)[number]

/** Parts that tests and tools put in place of the usual ones. */
export type Replacements = {
  clock?: Clock
  random?: Random
  log?: Log
  fetch?: GuardedFetch
  wrapStore?: (store: Store) => Store
  wrapFiles?: (files: Files) => Files
  wrapEngine?: (engine: Engine) => Engine
  extraEngines?: readonly Engine[]
  extraModels?: readonly Model[]
  /** Runs once the store is open and before the first request is taken. */
  beforeListening?: (store: Store) => Promise<void>
}

/** A running service. */
export type Service = {
  /** Where it listens. */
  url: string
  /** The base of the addresses that it gives out. */
  publicUrl: string
  store: Store
  /** Takes no new work, lets what runs finish within the grace time, gives the rest back, and closes everything. */
  stop(): Promise<void>
}

/** Puts the parts together and starts them: the only place that knows them all. */
export async function startService(
  config: Config,
  replacements: Replacements = {},
  role: Role = 'all',
): Promise<Service> {
  if (role !== 'all' && config.publicUrl === undefined)
    throw new ConfigError(['MEDIAGEN_PUBLIC_URL must be set for a role: a worker announces what the others serve'])
  // A start that fails closes what it opened: a connection left behind would keep the process from ending.
  await using opened = new AsyncDisposableStack()
  const listening = { host: config.host, port: config.port }
  const deps = await openDeps(config, replacements, { opened, listening })
  const { store, clock, catalog, publicUrl } = deps
  // A worker is asked nothing; one that is not told the key must not end it for those who are.
  const accept = (): Promise<void> => acceptEnvironmentKey(deps, config.apiKey?.reveal())
  // A database that restarts at this very moment is no reason not to start.
  if (role !== 'worker') await insist(deps, accept, AbortSignal.timeout(START_WAIT_MS))
  await replacements.beforeListening?.(store)

  const draining = new AbortController()
  const closing = new AbortController()
  const signals = { draining: draining.signal, closing: closing.signal }
  const build = role === 'worker' ? buildHealthServer : buildServer
  const app = build({ ...deps, imageWaitMs: config.imageWaitMs, version: VERSION, ...signals })
  const suspects = suspectsInTurn(clock)
  const taskWorkers = catalog.engines().map((engine) => taskWorker(deps, engine, suspects))
  const workers = role === 'api' ? [] : [...taskWorkers, webhookWorker(deps), janitor(deps)]

  await app.listen({ host: config.host, port: config.port })
  const address = app.server.address()
  if (address !== null && typeof address === 'object') listening.port = address.port
  for (const worker of workers) worker.start()

  const parts = opened.move()
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    draining.abort()
    await Promise.all(workers.map((worker) => worker.stop(config.drainMs)))
    // What others work on for us may still be ready in time; whoever waits for it is answered first.
    const answered = role === 'api' ? app.close() : undefined
    if (answered !== undefined) await Promise.race([answered, clock.sleep(config.drainMs, closing.signal)])
    closing.abort()
    await (answered ?? app.close())
    await parts.disposeAsync()
  }
  return { url: urlOf(listening), publicUrl: publicUrl(), store, stop: () => (stopping ??= stop()) }
}

type Listening = { host: string; port: number }

/** Everything that requests and work need, opened in the order in which it is needed and closed the other way round. */
async function openDeps(
  config: Config,
  replacements: Replacements,
  { opened, listening }: { opened: AsyncDisposableStack; listening: Listening },
) {
  const clock = replacements.clock ?? systemClock
  const random = replacements.random ?? systemRandom
  const write = (line: string): void => void process.stderr.write(line)
  const log =
    replacements.log ??
    lineLog({ clock, level: config.logLevel, shape: lineShape(config.logFormat, process.stderr), write })
  const same = <T>(part: T): T => part

  const url = config.databaseUrl?.reveal()
  const store = (replacements.wrapStore ?? same)(await openStore({ dataDir: config.dataDir, url, log }))
  opened.defer(() => store.close())
  const bell = await openBell({ url, clock, log })
  opened.defer(() => bell.close())
  const files = (replacements.wrapFiles ?? same)(await openFiles(config, random))
  const signer = await openSigner(config.s3, clock)

  const fetch = replacements.fetch ?? guard(config, clock, () => listening)
  const ffmpeg = await findFfmpeg(config.ffmpeg)
  const catalog = await openCatalog(config, { clock, random, log, ffmpeg }, replacements)
  opened.defer(async () => void (await Promise.all(catalog.engines().map((engine) => engine.close()))))
  const bases = { storageUrl: config.s3?.publicUrl, signedUrl: signer?.base }
  const addresses = { publicUrl: () => config.publicUrl ?? urlOf(listening), ...bases, signer }
  const { maxOutputBytes, retentionMs } = config
  const limits = { limits: config, maxOutputBytes, retentionMs }
  const runtime = { fetch, clock, random, bell, log }
  return { store, files, images: sharpImages(), catalog, ...runtime, ...addresses, ...limits, ...coversBy(ffmpeg) }
}

function urlOf({ host, port }: Listening): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Opens the bytes of one machine, or a bucket where there is one. */
export async function openFiles({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>, random: Random): Promise<Files> {
  if (s3 === undefined) return localFiles(dataDir, random)
  // Loaded only where it is used: the client is large.
  const { s3Files } = await import('./files/s3.ts')
  return s3Files({ ...s3, credentials: credentialsOf(s3) }, dataDir, random)
}

async function openSigner(s3: S3Config | undefined, clock: Clock): Promise<FileSigner | undefined> {
  if (s3?.presignSeconds === undefined) return undefined
  const { s3Signer } = await import('./files/s3-sign.ts')
  return s3Signer({ ...s3, credentials: credentialsOf(s3), seconds: s3.presignSeconds }, clock)
}

function credentialsOf({ accessKeyId, secretAccessKey }: S3Config) {
  const isGiven = accessKeyId !== undefined && secretAccessKey !== undefined
  return isGiven ? { accessKeyId, secretAccessKey: secretAccessKey.reveal() } : undefined
}

type OwnBell = Bell & { close(): Promise<void> }

async function openBell(parts: { url: string | undefined; clock: Clock; log: Log }): Promise<OwnBell> {
  const bell = inProcessBell(parts.clock)
  if (parts.url === undefined) return { ...bell, close: async () => {} }
  const { postgresBell } = await import('./store/postgres/bell.ts')
  return postgresBell({ url: parts.url, bell, log: parts.log })
}

/** Which models there are, by the settings and the config file. All that is wrong with them is told at once. */
export async function readModels(config: Config): Promise<CatalogPlan & { offered: Model[] }> {
  const builtIn = builtInModels(config)
  const { queueTimeoutMs, runTimeoutMs } = config
  const plan = await readCatalogPlan({
    file: config.configFile,
    variable: (name) => config.secret(name)?.reveal(),
    comfyUiUrl: config.comfyUiUrl,
    builtIn,
    timeouts: { queueTimeoutMs, runTimeoutMs },
  })
  if (plan.problems.length > 0) throw new ConfigError(plan.problems)
  return { ...plan, offered: [...(plan.builtIn ? builtIn : []), ...plan.models.map(({ model }) => model)] }
}

// Long enough for a slow name server and a handshake; whoever needs more is not there.
const PROBE_MS = 10_000

/** Looks for ffmpeg and tries, at no cost, whether each provider can be reached. */
export async function checkEngines(config: Config): Promise<{ ok: boolean; what: string; detail: string }[]> {
  const plan = await readModels(config)
  const log = lineLog({ clock: systemClock, level: 'error', write: () => {} })
  const engines = openPlannedEngines(plan, { clock: systemClock, random: systemRandom, log })
  try {
    const probes = engines.map(async (engine) => {
      const found = await engine.probe?.(AbortSignal.timeout(PROBE_MS))
      return { what: engine.id, ok: found?.ok ?? true, detail: found?.detail ?? 'is built in' }
    })
    const ffmpeg = await findFfmpeg(config.ffmpeg)
    const detail = ffmpeg === undefined ? 'none; clips are encoded by the built-in encoder' : `${ffmpeg} works`
    return [{ what: 'ffmpeg', ok: true, detail }, ...(await Promise.all(probes))]
  } finally {
    await Promise.all(engines.map((engine) => engine.close()))
  }
}

function guard(config: Config, clock: Clock, listening: () => { host: string; port: number }): GuardedFetch {
  const named = URL.parse(config.publicUrl ?? '')
  const publicPort = Number(named?.port) || (named?.protocol === 'https:' ? 443 : 80)
  const ownAddresses = (): { host: string; port: number }[] =>
    named === null ? [listening()] : [listening(), { host: named.hostname, port: publicPort }]
  return guardedFetch({ allow: [...loopbackAllowance(config.host), ...config.allowAddresses], clock, ownAddresses })
}

type EngineParts = { clock: Clock; random: Random; log: Log; ffmpeg: string | undefined }

async function openCatalog(config: Config, parts: EngineParts, replacements: Replacements): Promise<Catalog> {
  const plan = await readModels(config)
  const engines = [
    ...openBuiltIn(config, parts.clock, parts.ffmpeg),
    ...(replacements.extraEngines ?? []),
    ...openPlannedEngines(plan, parts),
  ]
  const models = [...plan.offered, ...(replacements.extraModels ?? [])]
  return catalogOf(models, engines.map(replacements.wrapEngine ?? ((engine) => engine)))
}

function coversBy(ffmpeg: string | undefined): { coverOf?: ReturnType<typeof ffmpegCover> } {
  return ffmpeg === undefined ? {} : { coverOf: ffmpegCover(ffmpeg) }
}

function openBuiltIn(config: Config, clock: Clock, ffmpeg: string | undefined): Engine[] {
  const threads = config.renderThreads
  const diorama = openDiorama({ threads, ...(ffmpeg === undefined ? {} : { ffmpeg }) })
  return [
    sandboxEngine(clock),
    dioramaEngine({ id: DIORAMA_PICTURES, diorama, concurrency: threads * 2 }),
    dioramaEngine({ id: DIORAMA_CLIPS, diorama, concurrency: threads }),
  ]
}

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { retryUntilStored } from '../actions/running/retry-until-stored.ts'
import { acceptEnvironmentKey } from '../actions/keys/create-key.ts'
import { ConfigError, type Config } from '../config.ts'
import type { QuarantineProcess } from '../workers/quarantine.ts'
import type { WorkshopProcess, WorkshopOrders } from '../workers/workshop.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import type { OutsideRules, PaceRules } from '../http/server-parts.ts'
import { loopbackAllowance } from '../net/own-addresses.ts'
import { openParts, START_WAIT_MS, type Parts, type Replaceable } from './parts.ts'
import { isGuessed, ownNames, urlHere, type Listening } from './public-url.ts'
import type { Role } from './roles.ts'
import { VERSION } from '../version.ts'
import { forkQuarantine, forkWorkshop } from './worker-process/fork.ts'
import { openScrape, openToOperator } from './telemetry.ts'
import { openWorkers, type ChildProcesses, type Workforce } from './workers.ts'

// For sending the last answers, once no request may wait any longer.
const LAST_WORD_MS = 1_000

/** Parts that tests and tools replace. */
export type Replacements = Replaceable & {
  /** Starts the process in which suspects run. */
  openQuarantine?: (owner: string) => QuarantineProcess
  /** Whether long work may be done in a second process. */
  mayFork?: boolean
  /** How slow a client may be, for tests that cannot wait as long. */
  pace?: PaceRules
  /** How many requests may be held open, for tests that cannot open as many. */
  slots?: NonNullable<OutsideRules['slots']>
  /** Runs once the store is open and before the first request is accepted. */
  beforeListening?: (store: Store) => Promise<void>
}

/** A running service. */
export type Service = {
  /** Its address on this machine. */
  url: string
  /** The base of the URLs in its answers. */
  publicUrl: string
  store: Store
  /** Stops accepting work, lets running work finish within the drain time, releases the rest, and closes everything. */
  stop(): Promise<void>
}

/** Connects the parts and starts them: the only place that knows them all. */
export async function startService(
  config: Config,
  replacements: Replacements = {},
  role: Role = 'all',
): Promise<Service> {
  if (role !== 'all' && config.publicUrl === undefined)
    throw new ConfigError([
      'MEDIAGEN_PUBLIC_URL must be set for a role, because workers announce results that other processes serve',
    ])
  // A failed start closes what it opened: an open connection would keep the process from ending.
  await using opened = new AsyncDisposableStack()
  const listening = { host: config.host, port: config.port }
  const deps = await openParts(config, replacements, { opened, listening, role })
  const { store, clock, publicUrl } = deps
  // A worker receives no requests; if it has no key setting, it must not revoke the key of those that have one.
  const accept = (): Promise<void> => acceptEnvironmentKey(deps, config.apiKey?.reveal())
  // A database that is restarting at this very moment is no reason not to start.
  if (role !== 'worker') await retryUntilStored(deps, accept, AbortSignal.timeout(START_WAIT_MS))
  await replacements.beforeListening?.(store)

  const draining = new AbortController()
  const closing = new AbortController()
  const signals = { draining: draining.signal, closing: closing.signal }
  // A worker needs neither the routes nor the code that reads and describes requests.
  const build =
    role === 'worker'
      ? (await import('../http/health-server.ts')).buildHealthServer
      : (await import('../http/server.ts')).buildServer
  let workers: Workforce | undefined
  const silentMs = (): number | undefined => workers?.silentMs()
  const scrape = openScrape({ ...deps, silentMs }, role)
  const app = build({
    ...deps,
    ...serverSettings(config, replacements),
    scrape,
    silentMs,
    version: VERSION,
    ...signals,
  })
  if (role !== 'api')
    workers = openWorkers(deps, childProcesses(config, replacements, { parts: deps, listening, role }))

  // Before requests are accepted: from then on, a start does not fail.
  const metrics = await openToOperator(config, scrape, deps.log)
  opened.defer(async () => metrics?.close())
  const sockets = openSockets(app.server)
  await app.listen({ host: config.host, port: config.port })
  const address = app.server.address()
  if (address !== null && typeof address === 'object') listening.port = address.port
  if (isGuessed(config))
    deps.log.warn('MEDIAGEN_PUBLIC_URL is not set, so the URLs in responses and webhooks are guesses', {
      webhooks: publicUrl(),
      advice:
        'Set MEDIAGEN_PUBLIC_URL to the address at which callers reach the service, or MEDIAGEN_PUBLIC_HOSTS to its host names.',
    })
  if (loopbackAllowance(config).length > 0)
    deps.log.info('webhooks and image URLs may point to this machine', {
      because: 'only this machine can reach the service',
    })
  workers?.start()

  const parts = opened.move()
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    const begun = clock.elapsed()
    draining.abort()
    await workers?.stop(config.drainMs)
    const answered = app.close()
    // Results from other processes may still arrive in time; requests that wait for them are answered first.
    if (role === 'api') await Promise.race([answered, clock.sleep(config.drainMs, closing.signal)])
    closing.abort()
    await letEnd(sockets, answered, { clock, graceMs: config.drainMs - (clock.elapsed() - begun) })
    await parts.disposeAsync()
  }
  return { url: urlHere(listening), publicUrl: publicUrl(), store, stop: () => (stopping ??= stop()) }
}

type ServingProcess = { parts: Parts; listening: Listening; role: Role }

/** The further processes that this one may start. */
function childProcesses(
  config: Config,
  replacements: Replacements,
  { parts, listening, role }: ServingProcess,
): ChildProcesses {
  const openQuarantine = (owner: string): QuarantineProcess => forkQuarantine({ config, parts, listening }, owner)
  const openWorkshop = (told: WorkshopOrders): WorkshopProcess => forkWorkshop({ config, parts, listening }, told)
  const hasWorkshop = replacements.mayFork === true && role === 'all' && config.workshop
  return {
    openQuarantine: replacements.openQuarantine ?? openQuarantine,
    openWorkshop: hasWorkshop ? openWorkshop : undefined,
  }
}

function serverSettings({ imageWaitMs, adoptRetries, ...config }: Config, { pace, slots }: Replacements) {
  // Processes that share a database count as a fleet, whether or not there are others at this moment.
  const automatic1111 = config.automatic1111 ? { isAlone: config.databaseUrl === undefined } : undefined
  const { trustedProxies, corsOrigins, maxConnections, maxConnectionsPerAddress } = config
  const outside = {
    trustedProxies,
    corsOrigins,
    maxConnections,
    maxConnectionsPerAddress,
    ownNames: ownNames(config),
    pace,
    slots,
  }
  const { provenanceIsPublic } = config
  return { imageWaitMs, adoptRetries, automatic1111, outside, provenanceIsPublic }
}

/**
 * All open connections. The server itself knows only those on which it still expects requests, and closes no others.
 */
function openSockets(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

/**
 * Answers under way have the rest of the drain time; connections that remain then are closed, whatever they wait for.
 */
async function letEnd(
  sockets: ReadonlySet<Socket>,
  answered: Promise<unknown>,
  { clock, graceMs }: { clock: Clock; graceMs: number },
): Promise<void> {
  const over = new AbortController()
  await Promise.race([answered, clock.sleep(Math.max(0, graceMs), over.signal)])
  over.abort()
  const cut = setTimeout(() => sockets.forEach((socket) => socket.destroy()), LAST_WORD_MS)
  await answered
  clearTimeout(cut)
}

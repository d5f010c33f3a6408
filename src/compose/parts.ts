import { readFile } from 'node:fs/promises'
import { retryUntilStored } from '../actions/running/retry-until-stored.ts'
import { keyUses } from '../actions/keys/key-uses.ts'
import { knownPauses } from '../actions/running/pause-engine.ts'
import { rememberKeys } from '../actions/keys/find-caller.ts'
import { rememberProjects } from '../actions/projects/find-project.ts'
import { waitingRoom } from '../actions/tasks/waiting-room.ts'
import type { Model } from '../core/tasks/model.ts'
import { fileUrl } from '../core/files/file-record.ts'
import type { Config } from '../config.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { loopbackAllowance } from '../net/own-addresses.ts'
import type { Engine } from '../ports/engine.ts'
import type { Files } from '../ports/files.ts'
import type { Bell, Clock, GuardedFetch, Log, Random } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import { gatherLines } from '../runtime/gathered-lines.ts'
import { inProcessBell } from '../runtime/in-process-bell.ts'
import { linkedBell, type LinkedBell } from '../runtime/linked-bell.ts'
import { lineLog, lineShape } from '../runtime/line-log.ts'
import { sharedClock } from '../runtime/shared-clock.ts'
import { seatTable } from '../runtime/seat-table.ts'
import { systemClock, systemRandom } from '../runtime/system.ts'
import { watchedClock } from '../runtime/watched-clock.ts'
import { openStore } from '../store/open-store.ts'
import type { CountThere } from '../telemetry/counters.ts'
import { openCatalog } from './catalog.ts'
import { openMarking } from './credentials.ts'
import type { OpenDiorama } from './engines.ts'
import { openFiles, openSigner } from './files.ts'
import { openLocalJudge } from './local-judge.ts'
import { openModeration } from './moderation.ts'
import {
  contactSheetOnFirstUse,
  convertOnFirstUse,
  coverOnFirstUse,
  localModelsOnFirstUse,
  mediaOnFirstUse,
} from './on-first-use.ts'
import { publicUrlOf, type Listening } from './public-url.ts'
import type { Role } from './roles.ts'
import { openSignIn } from './sign-in.ts'
import { openTelemetry } from './telemetry.ts'

// As long as the store waits for its database at the start.
export const START_WAIT_MS = 30_000

export type Replaceable = {
  /** The service's own clock. */
  clock?: Clock
  /** The machine's clock, on which the service's own is based. */
  machineClock?: Clock
  random?: Random
  log?: Log
  fetch?: GuardedFetch
  wrapStore?: (store: Store) => Store
  wrapFiles?: (files: Files) => Files
  wrapEngine?: (engine: Engine) => Engine
  extraEngines?: readonly Engine[]
  openDiorama?: OpenDiorama
  extraModels?: readonly Model[]
  /** Counts in another process instead of this one. */
  count?: CountThere
}

type Opening = {
  opened: AsyncDisposableStack
  listening: Listening
  role: Role
  /** False for a child: its parent has migrated the database to the version that both know. */
  migrates?: boolean
}

/** The parts that requests and workers use. */
export type Parts = Awaited<ReturnType<typeof openParts>>

/** Everything that requests and workers need, opened in dependency order and closed in reverse. */
export async function openParts(config: Config, replacements: Replaceable, opening: Opening) {
  const { opened, listening, role, migrates = true } = opening
  const random = replacements.random ?? systemRandom
  const log = replacements.log ?? openLog(config, opened)
  const same = <T>(part: T): T => part

  const url = config.databaseUrl?.reveal()
  const store = (replacements.wrapStore ?? same)(await openRecords(config, { role, migrates, log }))
  opened.defer(() => store.close())
  const clock =
    replacements.clock ??
    (await openClock({
      url,
      store,
      log,
      opened,
      machine: replacements.machineClock ?? systemClock,
      isChild: !migrates,
    }))
  // SQLite knows by itself whether a key may have changed, and is queried without a network.
  const known =
    url === undefined
      ? store
      : { ...store, keys: rememberKeys(store.keys, clock), projects: rememberProjects(store.projects, clock) }
  const telemetry = await openTelemetry(config, {
    clock,
    random,
    log,
    catalog: () => catalog,
    addressOf: (file) => fileUrl(addresses, file),
    count: replacements.count,
  })
  opened.defer(() => telemetry.close())
  const records = telemetry.store(known)
  const pauses = knownPauses({ store: records, clock, log })
  // Known before the first claim. If the database does not respond at this moment, it is asked again when the answer is
  // needed.
  await pauses.list().catch((error: unknown) => log.warn('the paused engines could not be read', { error }))
  const uses = keyUses({ store: records, clock, log })
  opened.defer(() => uses.close())
  const bell = await openBell({ url, clock, log })
  opened.defer(() => bell.close())
  const files = (replacements.wrapFiles ?? same)(await openFiles(config, random))
  const signer = await openSigner(config.s3, clock)

  const fetch = replacements.fetch ?? guard(config, clock, () => listening)
  const spool: Files['spool'] = (source, limit) => files.spool(source, limit)
  const wrapEngine = (engine: Engine): Engine => telemetry.engine((replacements.wrapEngine ?? same)(engine))
  const closing = new AbortController()
  const { signal: closed } = closing
  const catalog = await openCatalog(
    config,
    { clock, random, log, spool },
    { ...replacements, wrapEngine, role, closed },
  )
  opened.defer(async () => closing.abort())
  opened.defer(async () => void (await Promise.all(catalog.engines().map((engine) => engine.close()))))
  const bases = { storageUrl: config.s3?.publicUrl, signedUrl: signer?.base }
  const addresses = { publicUrl: publicUrlOf(config, listening), ...bases, signer }
  const { maxOutputBytes, retentionMs } = config
  const { maxWaiting } = config
  const bound = maxWaiting === null ? undefined : waitingRoom({ store: records, clock, catalog }, maxWaiting)
  const limits = { limits: config, eventsTo: config.events, maxOutputBytes, retentionMs, waitingRoom: bound }
  const runtime = { fetch, clock, random, bell, log, seats: seatTable() }
  const { meters, tracer } = telemetry
  const seeing = { meters, tracer, logPrompts: config.logPrompts }
  const media = {
    ...mediaOnFirstUse(),
    convertPicture: convertOnFirstUse(),
    bytesAt: (path: string) => readFile(path),
    coverOf: coverOnFirstUse(config.ffmpeg),
    contactSheetOf: contactSheetOnFirstUse(config.ffmpeg),
  }
  const rules = await openModeration(config.moderation, {
    clock,
    log,
    ...media,
    openJudge: (settings) => openLocalJudge(config, settings, { clock, log, opened, images: media.images }),
  })
  const marking = await openMarking(config, { clock, signs: role !== 'api' })
  const signingIn = openSignIn(config.signIn, { clock, log })
  const localModels = localModelsOnFirstUse(config, { clock, random, log })
  opened.defer(() => localModels.close())
  const own = { store: records, keyUses: uses, files, catalog, pauses, localModels, ...marking, ...signingIn }
  return { ...own, ...media, ...rules, ...runtime, ...seeing, ...addresses, ...limits }
}

function openRecords(config: Config, { role, migrates, log }: { role: Role; migrates: boolean; log: Log }) {
  return openStore({
    dataDir: config.dataDir,
    url: config.databaseUrl?.reveal(),
    // A worker shows nobody anything.
    readUrl: role === 'worker' ? undefined : config.databaseReadUrl?.reveal(),
    maxConnections: config.databaseConnections,
    syncsApart: true,
    migrates,
    log,
  })
}

/** The log on standard error. Its buffer is written when everything else is closed. */
function openLog({ logFormat, logLevel: level }: Config, opened: AsyncDisposableStack): Log {
  const clock = systemClock
  const lines = gatherLines({ clock, write: (text) => void process.stderr.write(text) })
  opened.defer(() => lines.close())
  return lineLog({
    clock,
    level,
    shape: lineShape(logFormat, process.stderr),
    write: (line, urgent) => lines.add(line, urgent),
  })
}

type ClockParts = {
  url: string | undefined
  store: Store
  log: Log
  opened: AsyncDisposableStack
  machine: Clock
  isChild: boolean
}

/** The machine's own clock, or the database's if processes on several machines share one; compared with the records. */
async function openClock({ url, store, log, opened, machine, isChild }: ClockParts): Promise<Clock> {
  // A database that is restarting at this very moment is no reason not to start.
  const patience = AbortSignal.timeout(START_WAIT_MS)
  const open = async <T extends { close(): Promise<void> }>(make: () => Promise<T>): Promise<T> => {
    const clock = await retryUntilStored({ clock: machine, log }, make, patience)
    opened.defer(() => clock.close())
    return clock
  }
  const own = url === undefined ? machine : await open(() => sharedClock(machine, store, log))
  return open(() => watchedClock({ own, chores: store.chores, log, isChild }))
}

/** PostgreSQL carries a bell to all processes; any other has to be linked. */
type OwnBell = Bell & Partial<Pick<LinkedBell, 'link' | 'hear'>> & { close(): Promise<void> }

async function openBell(parts: { url: string | undefined; clock: Clock; log: Log }): Promise<OwnBell> {
  const bell = inProcessBell(parts.clock)
  if (parts.url === undefined) return { ...linkedBell(bell), close: async () => {} }
  const { postgresBell } = await import('../store/postgres/bell.ts')
  return postgresBell({ url: parts.url, bell, log: parts.log })
}

function guard(config: Config, clock: Clock, listening: () => Listening): GuardedFetch {
  const named = URL.parse(config.publicUrl ?? '')
  const publicPort = Number(named?.port) || (named?.protocol === 'https:' ? 443 : 80)
  const ownAddresses = (): Listening[] =>
    named === null ? [listening()] : [listening(), { host: named.hostname, port: publicPort }]
  return guardedFetch({
    allow: config.allowAddresses,
    allowOnWebPorts: loopbackAllowance(config),
    clock,
    ownAddresses,
  })
}

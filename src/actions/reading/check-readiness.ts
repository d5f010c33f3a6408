import type { Catalog } from '../../ports/engine.ts'
import type { Files } from '../../ports/files.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

export type ReadinessDeps = {
  store: Pick<Store, 'ping' | 'owners'>
  files: Pick<Files, 'spool' | 'open'>
  catalog: Pick<Catalog, 'engines'>
  clock: Clock
  log: Log
  /** How long the others have not seen a heartbeat of this process; undefined if it runs no tasks. */
  silentMs?: () => number | undefined
}

/**
 * What prevents this process from working, and what is merely worth knowing: sentences without addresses or secrets.
 */
export type Readiness = { problems: string[]; notes: string[] }

// Less than the usual timeout of a probe, so that it receives the reason instead of nothing.
const ANSWER_WITHIN_MS = 4_000
// Anyone may ask, and the check of the files is a write.
const FILES_AT_MOST_EVERY_MS = 2_000
// Anyone may ask, as often as they like, but nobody needs a fresher answer than this.
const SHARED_FOR_MS = 1_000
// After this time, the others consider it dead and take over its work.
const SILENT_MS = 6_000
// None of our files has such an id.
const NO_FILE = 'readiness'

/**
 * Checks everything that this process needs. The checks are separate, so that one that hangs does not hide the others.
 */
export function readinessCheck(deps: ReadinessDeps): () => Promise<Readiness> {
  let looked: { at: number; files: Promise<string | undefined> } | undefined
  const files = (): Promise<string | undefined> => {
    const now = deps.clock.elapsed()
    if (looked === undefined || now - looked.at >= FILES_AT_MOST_EVERY_MS)
      looked = {
        at: now,
        files: problemOf(deps, 'The file storage cannot write or read files.', () => tryFiles(deps.files)),
      }
    return looked.files
  }
  const look = async (): Promise<Readiness> => {
    const [database, storage, company] = await Promise.all([
      problemOf(deps, 'The database is not responding.', () => deps.store.ping()),
      files(),
      lonely(deps),
    ])
    const problems = [database, storage, silence(deps.silentMs?.() ?? 0)].filter((each) => each !== undefined)
    const resting = deps.catalog.engines().filter((engine) => engine.ready?.() === false)
    const rests = resting.map(
      ({ id }) => `The engine '${id}' keeps failing to start jobs, so it is temporarily paused.`,
    )
    return { problems, notes: [...rests, ...company] }
  }
  let shared: { at: number; readiness: Promise<Readiness> } | undefined
  return () => {
    const now = deps.clock.elapsed()
    if (shared === undefined || now - shared.at >= SHARED_FOR_MS) shared = { at: now, readiness: look() }
    return shared.readiness
  }
}

function silence(silentMs: number): string | undefined {
  if (silentMs <= SILENT_MS) return undefined
  return `This process has sent no heartbeat for ${Math.round(silentMs / 1_000)} s, so other processes take over its work.`
}

/** If this process only takes requests, there may be no worker. */
async function lonely({ store, silentMs, log }: ReadinessDeps): Promise<string[]> {
  if (silentMs?.() !== undefined) return []
  try {
    const alive = (await store.owners.list()).filter(({ gone }) => !gone)
    return alive.length > 0 ? [] : ['No worker process is running, so tasks stay queued until one starts.']
  } catch (error) {
    log.debug('the list of worker processes could not be read', { error })
    return []
  }
}

async function tryFiles(files: ReadinessDeps['files']): Promise<void> {
  const spooled = await files.spool(aByte(), { maxBytes: 1, tooLarge: 'internal_error' })
  await spooled.discard()
  const none = await files.open(NO_FILE)
  none?.destroy()
}

async function* aByte(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1)
}

/** The problem, if the check fails or takes too long. The reason goes to the log: it may contain addresses. */
async function problemOf(
  { clock, log }: ReadinessDeps,
  problem: string,
  look: () => Promise<void>,
): Promise<string | undefined> {
  const over = new AbortController()
  const late = async (): Promise<void> => {
    await clock.sleep(ANSWER_WITHIN_MS, over.signal)
    if (!over.signal.aborted) throw new Error(`no response within ${ANSWER_WITHIN_MS} ms`)
  }
  try {
    await Promise.race([look(), late()])
    return undefined
  } catch (error) {
    log.warn('not ready', { problem, error })
    return problem
  } finally {
    over.abort()
  }
}

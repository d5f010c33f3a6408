import { AppError } from '../core/errors.ts'
import type { LocalModels, ModelDownload } from '../ports/local-models.ts'
import type { Clock, Log } from '../ports/runtime.ts'
import { addModel, checkOrder, type Adding, type WeightsDeps } from './add-model.ts'
import { removeModel } from './keep-house.ts'
import { curatedOrder } from './model-order.ts'
import { readDownloads } from './pending-models.ts'
import { availableModels, installedModels } from './weights-view.ts'

/** The model store as a service offers it to operators. Downloads run on while requests come and go, and end with `close`. */
export function openLocalModels(deps: WeightsDeps, log: Log): LocalModels & { close(): Promise<void> } {
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>()

  const speeds = watchSpeeds(deps.clock)

  const downloadOf = async (id: string): Promise<ModelDownload | undefined> =>
    (await readDownloads(deps.places)).find((each) => each.id === id)

  const stop = async (id: string): Promise<void> => {
    const download = running.get(id)
    download?.stop.abort(new AppError('cancelled', 'The download was stopped.'))
    await download?.ended
  }

  return {
    available: () => availableModels(deps),
    installed: () => installedModels(deps, ({ why }) => log.warn('a local model is skipped', { why })),
    downloads: async () => speeds.of(await readDownloads(deps.places)),
    async add(name, { acceptsLicence, allowsUnpinned }) {
      const order = curatedOrder(name, deps.mirrors)
      const adding: Adding = { acceptedLicence: acceptsLicence, allowsUnpinned }
      await checkOrder(deps, order, adding)
      if (!running.has(name)) {
        const stopping = new AbortController()
        const begun = Promise.withResolvers<void>()
        const work = async (): Promise<void> => {
          try {
            await addModel(deps, order, {
              ...adding,
              signal: stopping.signal,
              onBegun: begun.resolve,
              // A command is at it: the request here does not wait for its end.
              onEvent: ({ kind }) => void (kind === 'waiting' && begun.resolve()),
            })
            log.info('a local model was added', { model: name })
          } catch (error) {
            if (!stopping.signal.aborted) log.warn('a local model could not be added', { model: name, error })
          } finally {
            running.delete(name)
            begun.resolve()
          }
        }
        running.set(name, { stop: stopping, ended: work() })
        await begun.promise
      }
      const { id, title } = order
      const started = await downloadOf(id)
      // It was so quick that it has ended already.
      const startedAt = new Date(deps.clock.now()).toISOString()
      return started ?? { id, title, state: 'running', bytes: 0, totalBytes: undefined, startedAt, error: undefined }
    },
    async remove(id) {
      await stop(id)
      const { freedBytes } = await removeModel(deps, id)
      log.info('a local model was removed', { model: id, freedBytes })
    },
    async close() {
      await Promise.all([...running.keys()].map(stop))
    },
  }
}

// Long enough that a pause of a server is no standstill, short enough that an old speed is soon forgotten.
const SPEED_WINDOW_MS = 15_000
const LEAST_WINDOW_MS = 500

/** Tells speeds by what those who asked before were told, so that downloads of other processes have one, too. */
function watchSpeeds(clock: Clock): { of: (downloads: readonly ModelDownload[]) => ModelDownload[] } {
  let seen: { at: number; bytes: ReadonlyMap<string, number> }[] = []
  return {
    of(downloads) {
      const at = clock.elapsed()
      seen = seen.filter((look) => at - look.at <= SPEED_WINDOW_MS)
      const told = downloads.map((download) => {
        const before = seen.find(({ bytes }) => bytes.has(download.id))
        const ms = at - (before?.at ?? at)
        if (download.state !== 'running' || before === undefined || ms < LEAST_WINDOW_MS) return download
        const arrived = download.bytes - (before.bytes.get(download.id) ?? 0)
        return { ...download, bytesPerSecond: Math.max(0, Math.round((arrived / ms) * 1000)) }
      })
      seen.push({ at, bytes: new Map(downloads.map(({ id, bytes }) => [id, bytes])) })
      return told
    },
  }
}

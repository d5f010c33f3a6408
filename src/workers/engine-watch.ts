import { turnEngine, type TurnEngineDeps } from '../actions/events/turn-engine.ts'
import type { Engine } from '../ports/engine.ts'
import type { Log } from '../ports/runtime.ts'
import type { Worker } from './loop.ts'

export type EngineWatchDeps = TurnEngineDeps & { log: Log }

const LOOK_EVERY_MS = 10_000
// Less than an engine rests after failures, so that one that rests is seen, and more than a moment that passes by itself.
const DOWN_AFTER_MS = 20_000
// Between two rests stands one more try, which may take a minute until it fails: that is not yet an engine that works.
const UP_AFTER_MS = 120_000

type Seen = { isDown: boolean; since: number }

/** Watches the engines of this process, and tells when one takes no jobs, and when it takes some again. */
export function engineWatch(
  deps: EngineWatchDeps,
  engines: readonly Engine[],
  owner: () => string | undefined,
): Worker {
  const { clock, log } = deps
  const stopping = new AbortController()
  const seen = new Map<string, Seen>()
  let running: Promise<void> | undefined

  const look = async (engine: Engine, process: string): Promise<void> => {
    const reason = engine.restsFor?.() ?? null
    // A provider that asks us to come back later is busy, and well.
    const isDown = engine.ready?.() === false && reason !== 'busy'
    const now = clock.elapsed()
    const before = seen.get(engine.id)
    const since = before?.isDown === isDown ? before.since : now
    seen.set(engine.id, { isDown, since })
    if (now - since < (isDown ? DOWN_AFTER_MS : UP_AFTER_MS)) return
    const isNew = await turnEngine(deps, { engine: engine.id, isDown, reason, process })
    if (isNew) log.warn(isDown ? 'engine down' : 'engine up', { engine: engine.id, reason })
  }
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, stopping.signal)
      const process = owner()
      if (process === undefined || stopping.signal.aborted) continue
      for (const engine of engines)
        await look(engine, process).catch((error: unknown) =>
          log.warn('the state of an engine could not be reported', { engine: engine.id, error }),
        )
    }
  }
  return {
    start() {
      running ??= loop()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

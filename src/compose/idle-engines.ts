import type { Model } from '../core/model.ts'
import type { Engine } from '../ports/engine.ts'
import { onFirstUse } from './on-first-use.ts'

/** Stands for the engines where nothing is started: codecs and providers are loaded when a job has to be stopped. */
export function idleEngines(models: readonly Model[], open: () => Promise<Engine[]>): Engine[] {
  let opened = false
  const engines = onFirstUse(async () => {
    opened = true
    return new Map((await open()).map((engine) => [engine.id, engine]))
  })
  const ids = new Set(models.map(({ engine }) => engine))
  const refuse = async (): Promise<never> => {
    throw new Error('this process answers requests and starts nothing')
  }
  return [...ids].map((id) => ({
    id,
    safeToRestart: false,
    concurrency: 0,
    start: refuse,
    status: refuse,
    cancel: async (operation, model) => (await engines()).get(id)?.cancel(operation, model),
    close: async () => {
      if (opened) await (await engines()).get(id)?.close()
    },
  }))
}

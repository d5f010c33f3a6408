import type { Config } from '../config.ts'
import type { Trial } from '../engines/local/try-model.ts'

export { RUNTIME_IS_FETCHED } from '../engines/local/bare/install-runtime.ts'

import type { Clock, Log } from '../ports/runtime.ts'
import { readInstalledModels } from '../weights/installed-models.ts'
import { readModels } from './catalog.ts'
import { localPlace } from './local-place.ts'
import { clipsOnFirstUse } from './on-first-use.ts'
import { weightsFolder } from './weights.ts'

type Trying = { clock: Clock; log: Log; signal: AbortSignal; onBegun: (what: string) => void }

/**
 * Tries a model on this machine as the service would run it; undefined for models that cannot be tried without a
 * picture.
 */
export async function tryInstalledModel(config: Config, id: string, trying: Trying): Promise<Trial | undefined> {
  const { clock, log, signal, onBegun } = trying
  const [{ openLocalEngine }, { trialOf, tryModel, TRIAL_OPTIONS }] = await Promise.all([
    import('../engines/local/open-local.ts'),
    import('../engines/local/try-model.ts'),
  ])
  const local = (await readInstalledModels(weightsFolder(config))).find((each) => each.id === id)
  const what = local === undefined ? undefined : trialOf(local)
  if (local === undefined || what === undefined) return undefined
  const plan = await readModels(config)
  const model = plan.all.find((each) => each.id === id && each.kind === local.kind)
  const settings = plan.engines.find((each) => each.type === 'local')
  if (model === undefined || settings === undefined) return undefined
  onBegun(what)
  const engine = openLocalEngine(settings, {
    clock,
    log,
    local: localPlace(config),
    writeClip: clipsOnFirstUse(),
    modelSettings: () => ({ options: TRIAL_OPTIONS, inputs: {}, local }),
    models: [local],
  })
  try {
    return await tryModel(engine, { model, what }, { clock, signal })
  } finally {
    await engine.close()
  }
}

import type { Model } from '../core/tasks/model.ts'
import type { Engine } from '../ports/engine.ts'
import type { Files } from '../ports/files.ts'
import type { WriteClip } from '../ports/images.ts'
import type { Clock, Log, Random } from '../ports/runtime.ts'
import type { ModelSettings } from './model-settings.ts'
import type { EnginePlan, Plan, PlannedModel } from './config/plan-catalog.ts'
import type { LocalPlace } from './local/open-local.ts'
import { resilientEngine, withBreaker } from './resilient.ts'

export type EngineDeps = {
  clock: Clock
  random: Random
  log: Log
  /** Where engines put what is too large for memory; absent if nothing is made. */
  spool?: Files['spool']
  /** Where runtimes of local models are kept and downloaded from; absent if none may be started. */
  local?: LocalPlace
  /** Writes the frames of a locally made clip as a file; absent if nothing is made. */
  writeClip?: WriteClip
  /** Facts about a model that was added after the engines were opened. */
  settingsOf?: (kind: Model['kind'], id: string) => ModelSettings | undefined
}

/** Opens the engines of a plan. Nothing is connected yet: the first job loads its provider. */
export async function openPlannedEngines(plan: Plan, deps: EngineDeps): Promise<Engine[]> {
  const models = new Map(plan.models.map(({ model }) => [`${model.kind} ${model.id}`, model]))
  const open = async (each: EnginePlan): Promise<Engine> => {
    if ('pool' in each && each.pool !== undefined) return openPool(each, each.pool, { deps, models: plan.models })
    return withBreaker(withCap(await openEngine(each, deps, plan.models), each), deps.clock)
  }
  const engines = await Promise.all(plan.engines.map(open))
  const inner = new Map(engines.map((engine) => [engine.id, engine]))
  const modelOf = (kind: Model['kind'], id: string): Model | undefined => models.get(`${kind} ${id}`)
  return [...inner.values()].map((engine) => {
    const others = plan.models
      .filter(({ model }) => model.engine === engine.id)
      .flatMap(({ model }) => (model.fallbacks ?? []).map((id) => inner.get(modelOf(model.kind, id)?.engine ?? '')))
    return resilientEngine(engine, {
      modelOf,
      engineOf: (model) => inner.get(model.engine),
      fallbacksAreSafe: others.every((other) => other?.safeToRestart === true),
    })
  })
}

function withCap(engine: Engine, { fleetConcurrency }: EnginePlan): Engine {
  return fleetConcurrency === undefined ? engine : { ...engine, fleetConcurrency }
}

const NO_SETTINGS: ModelSettings = { options: {}, inputs: {} }

function settingsFinder(deps: EngineDeps, models: readonly PlannedModel[]) {
  const settings = new Map(models.map((each) => [`${each.model.kind} ${each.model.id}`, each.settings]))
  return (kind: Model['kind'], id: string): ModelSettings =>
    deps.settingsOf?.(kind, id) ?? settings.get(`${kind} ${id}`) ?? NO_SETTINGS
}

/** Each kind of engine is loaded only if the plan has one. */
async function openEngine(plan: EnginePlan, deps: EngineDeps, models: readonly PlannedModel[]): Promise<Engine> {
  const modelSettings = settingsFinder(deps, models)
  switch (plan.type) {
    case 'ai-sdk':
      return (await import('./ai-sdk/engine.ts')).aiSdkEngine({ ...plan, ...deps, modelSettings })
    case 'local':
      return (await import('./local/open-local.ts')).openLocalEngine(plan, {
        ...deps,
        modelSettings,
        models: models.flatMap(({ model, settings: { local } }) =>
          local !== undefined && model.engine === plan.id ? [local] : [],
        ),
      })
    case 'comfyui':
    case 'openai-compatible':
      return (await serverOpener(plan, deps, models))(plan.baseURL)
  }
}

type ServerPlan = Extract<EnginePlan, { type: 'comfyui' | 'openai-compatible' }>

/** Opens servers of one kind, one for each URL. */
async function serverOpener(
  plan: ServerPlan,
  deps: EngineDeps,
  models: readonly PlannedModel[],
): Promise<(baseURL: string) => Engine> {
  const modelSettings = settingsFinder(deps, models)
  if (plan.type === 'comfyui') {
    const own = models.map(({ model }) => model).filter(({ engine }) => engine === plan.id)
    const { comfyUiEngine } = await import('./comfyui/engine.ts')
    return (baseURL) => comfyUiEngine({ ...plan, ...deps, baseURL, modelSettings, models: own })
  }
  const { openAiCompatibleEngine } = await import('./openai-compatible/engine.ts')
  return (baseURL) => openAiCompatibleEngine({ ...plan, ...deps, baseURL, modelSettings })
}

/** Several servers as one engine. Each has its own breaker, so the pool itself has none. */
async function openPool(
  plan: ServerPlan,
  { baseURLs, dns, perServer: usual }: NonNullable<ServerPlan['pool']>,
  { deps, models }: { deps: EngineDeps; models: readonly PlannedModel[] },
): Promise<Engine> {
  const openServer = await serverOpener(plan, deps, models)
  const { poolEngine } = await import('./pool/pool.ts')
  const perServer = plan.fleetConcurrency ?? usual
  const pool = poolEngine({
    id: plan.id,
    concurrency: plan.concurrency,
    baseURLs,
    dns,
    perServer,
    open: (baseURL) => withBreaker(openServer(baseURL), deps.clock),
    clock: deps.clock,
    log: deps.log,
  })
  // Behind a DNS name, the current servers determine the capacity.
  return dns ? pool : { ...pool, fleetConcurrency: perServer * baseURLs.length }
}

import { ConfigError, type Config } from '../config.ts'
import type { Model } from '../core/tasks/model.ts'
import { builtInModels } from '../engines/built-in-models.ts'
import { catalogOf, catalogWithoutEngines } from '../engines/catalog.ts'
import type { PriceTable } from '../engines/config/price-table.ts'
import { readCatalogPlan, type CatalogPlan } from '../engines/read-catalog-plan.ts'
import { followInstalledModels, readInstalledModels, type ReportProblem } from '../weights/installed-models.ts'
import type { Catalog, Engine } from '../ports/engine.ts'
import type { EngineDeps } from '../engines/open-engines.ts'
import type { OpenDiorama } from './engines.ts'
import type { Role } from './roles.ts'
import { weightsFolder } from './weights.ts'

/** The models from the settings and the config file, including retired ones. All problems are reported at once. */
export async function readModels(
  config: Config,
  { priceTable, report }: { priceTable?: PriceTable; report?: ReportProblem } = {},
): Promise<CatalogPlan & { all: Model[] }> {
  const builtIn = builtInModels(config)
  const { queueTimeoutMs, runTimeoutMs } = config
  const plan = await readCatalogPlan({
    file: config.configFile,
    prices: config.pricesFile,
    priceTable,
    variable: (name) => config.secret(name)?.reveal(),
    comfyUiUrls: config.comfyUiUrls,
    installed: () => readInstalledModels(weightsFolder(config), report),
    builtIn,
    timeouts: { queueTimeoutMs, runTimeoutMs },
  })
  if (plan.problems.length > 0) throw new ConfigError(plan.problems)
  const all = [...(plan.builtIn ? builtIn : []), ...plan.models.map(({ model }) => model)]
  return { ...plan, all: all.map((model) => withAliases(model, plan.aliases)) }
}

function withAliases(model: Model, planned: CatalogPlan['aliases']): Model {
  const own = planned.filter((each) => each.model === model.id && each.kind === model.kind)
  return own.length === 0 ? model : { ...model, aliases: own.map(({ alias }) => alias) }
}

type Catalogued = {
  role: Role
  /** Ends with the service. */
  closed: AbortSignal
  extraModels?: readonly Model[]
  extraEngines?: readonly Engine[]
  wrapEngine?: (engine: Engine) => Engine
  openDiorama?: OpenDiorama
}

/**
 * The models, and the engines behind them. A process that only answers requests starts and stops nothing, so it has no
 * engines. Models that are installed or removed while the service runs are updated automatically.
 */
export async function openCatalog(config: Config, deps: EngineDeps, catalogued: Catalogued): Promise<Catalog> {
  const { clock, log } = deps
  const report: ReportProblem = ({ why }) => log.warn('a local model is left out', { why })
  const plan = await readModels(config, { report })
  let planned = plan.models
  const settingsOf: EngineDeps['settingsOf'] = (kind, id) =>
    planned.find(({ model }) => model.kind === kind && model.id === id)?.settings
  const engines = await openAll(config, plan, { ...deps, settingsOf }, catalogued)
  const open = (models: readonly Model[]): Catalog => {
    const all = [...models, ...(catalogued.extraModels ?? [])]
    const { providers } = plan
    return engines === undefined
      ? catalogWithoutEngines(all, clock, providers)
      : catalogOf(all, engines, clock, providers)
  }
  let current = open(plan.all)
  const onChange = async (): Promise<void> => {
    try {
      const now = await readModels(config, { report })
      const isLocal = ({ engine }: Model): boolean => engine.split(':')[0] === 'local'
      // Other changes of the config file take effect at the next start, as always.
      current = open([...plan.all.filter((model) => !isLocal(model)), ...now.all.filter(isLocal)])
      planned = [
        ...plan.models.filter(({ model }) => !isLocal(model)),
        ...now.models.filter(({ model }) => isLocal(model)),
      ]
      log.info('the local models have changed', { models: now.all.filter(isLocal).map(({ id }) => id) })
    } catch (error) {
      log.warn('the local models could not be reloaded', { error })
    }
  }
  void followInstalledModels({ folder: weightsFolder(config), clock, signal: catalogued.closed, onChange })
  return {
    find: (kind, id) => current.find(kind, id),
    named: (kind, name) => current.named(kind, name),
    list: () => current.list(),
    all: () => current.all(),
    providers: () => current.providers(),
    engine: (id) => current.engine(id),
    engines: () => current.engines(),
  }
}

async function openAll(
  config: Config,
  plan: CatalogPlan,
  deps: EngineDeps,
  { role, openDiorama, extraEngines = [], wrapEngine = (engine) => engine }: Catalogued,
): Promise<Engine[] | undefined> {
  if (role === 'api') return undefined
  const { openEngines } = await import('./engines.ts')
  const opened = await openEngines(config, plan, { ...deps, openDiorama })
  // A model of the operator with the name of a built-in one replaces it.
  const ours = opened.filter(({ id }) => !extraEngines.some((extra) => extra.id === id))
  return [...ours, ...extraEngines].map(wrapEngine)
}

import { ConfigError, type Config } from '../config.ts'
import type { Model } from '../core/tasks/model.ts'
import { builtInModels } from '../engines/built-in-models.ts'
import { catalogOf, catalogWithoutEngines } from '../engines/catalog.ts'
import type { PriceTable } from '../engines/config/price-table.ts'
import { readCatalogPlan, type CatalogPlan } from '../engines/read-catalog-plan.ts'
import type { Catalog, Engine } from '../ports/engine.ts'
import type { EngineDeps } from '../engines/open-engines.ts'
import type { OpenDiorama } from './engines.ts'
import type { Role } from './roles.ts'

/**
 * Which models there are, by the settings and the config file, also those that have retired. All that is wrong with them is
 * told at once.
 */
export async function readModels(
  config: Config,
  { priceTable }: { priceTable?: PriceTable } = {},
): Promise<CatalogPlan & { all: Model[] }> {
  const builtIn = builtInModels(config)
  const { queueTimeoutMs, runTimeoutMs } = config
  const plan = await readCatalogPlan({
    file: config.configFile,
    prices: config.pricesFile,
    priceTable,
    variable: (name) => config.secret(name)?.reveal(),
    comfyUiUrl: config.comfyUiUrl,
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
  extraModels?: readonly Model[]
  extraEngines?: readonly Engine[]
  wrapEngine?: (engine: Engine) => Engine
  openDiorama?: OpenDiorama
}

/** The models, and the engines behind them. A process that only answers requests starts and stops nothing, so it has none. */
export async function openCatalog(config: Config, deps: EngineDeps, catalogued: Catalogued): Promise<Catalog> {
  const plan = await readModels(config)
  const models = [...plan.all, ...(catalogued.extraModels ?? [])]
  if (catalogued.role === 'api') return catalogWithoutEngines(models, deps.clock)
  const { openEngines } = await import('./engines.ts')
  const engines = [
    ...(await openEngines(config, plan, { ...deps, openDiorama: catalogued.openDiorama })),
    ...(catalogued.extraEngines ?? []),
  ]
  return catalogOf(models, engines.map(catalogued.wrapEngine ?? ((engine) => engine)), deps.clock)
}

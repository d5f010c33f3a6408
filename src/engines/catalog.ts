import { hasRetired, type Model } from '../core/tasks/model.ts'
import type { Catalog, Engine, OfferedProvider } from '../ports/engine.ts'
import type { Clock } from '../ports/runtime.ts'

type Now = Pick<Clock, 'now'>

/** Models and the engines behind them. A model whose engine is missing is a mistake in our own composition. */
export function catalogOf(
  models: readonly Model[],
  engines: readonly Engine[],
  clock: Now,
  providers: readonly OfferedProvider[] = [],
): Catalog {
  const byId = new Map(engines.map((engine) => [engine.id, engine]))
  for (const model of models) {
    if (!byId.has(model.engine)) throw new Error(`the model ${model.id} names an unknown engine, ${model.engine}`)
  }
  return { ...catalogWithoutEngines(models, clock, providers), engine: (id) => byId.get(id), engines: () => engines }
}

/** Only the models, for a process that makes nothing itself. */
export function catalogWithoutEngines(
  models: readonly Model[],
  clock: Now,
  providers: readonly OfferedProvider[] = [],
): Catalog {
  const byId = new Map(models.map((model) => [`${model.kind} ${model.id}`, model]))
  if (byId.size !== models.length) throw new Error('two models have the same kind and id')
  const byAlias = new Map(
    models.flatMap((model) => (model.aliases ?? []).map((alias) => [`${model.kind} ${alias}`, model] as const)),
  )
  return {
    find: (kind, id) => byId.get(`${kind} ${id}`),
    named: (kind, name) => byId.get(`${kind} ${name}`) ?? byAlias.get(`${kind} ${name}`),
    list: () => models.filter((model) => !hasRetired(model, clock.now())),
    all: () => models,
    providers: () =>
      providers
        .map((each) => ({ ...each, models: each.models.filter((model) => !hasRetired(model, clock.now())) }))
        .filter((each) => each.models.length > 0),
    engine: () => undefined,
    engines: () => [],
  }
}

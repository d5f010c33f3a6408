import type { Model } from '../core/model.ts'
import type { Catalog, Engine } from '../ports/engine.ts'

/** Models and the engines behind them. A model whose engine is missing is a mistake in our own composition. */
export function catalogOf(models: readonly Model[], engines: readonly Engine[]): Catalog {
  const byId = new Map(engines.map((engine) => [engine.id, engine]))
  for (const model of models) {
    if (!byId.has(model.engine)) throw new Error(`the model ${model.id} names an unknown engine, ${model.engine}`)
  }
  return { ...catalogWithoutEngines(models), engine: (id) => byId.get(id), engines: () => engines }
}

/** The models alone, for a process that makes nothing itself. */
export function catalogWithoutEngines(models: readonly Model[]): Catalog {
  const byName = new Map(models.map((model) => [`${model.kind} ${model.id}`, model]))
  if (byName.size !== models.length) throw new Error('two models have the same kind and id')
  return {
    find: (kind, id) => byName.get(`${kind} ${id}`),
    list: () => models,
    engine: () => undefined,
    engines: () => [],
  }
}

import { rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { AppError } from '../core/errors.ts'
import type { Model } from '../core/tasks/model.ts'
import { isRecord } from '../engines/config/check-fields.ts'
import { readJsonFile, type PricesFile } from '../engines/config/read-prices-file.ts'
import { mapLiteLlmPrices, type MappedPrices } from '../engines/litellm/map-prices.ts'
import { readModels } from './catalog.ts'

export type PriceImport = {
  /** The imported prices of the offered models, next to the current ones. */
  models: { before: Model; after: Model }[]
  /** Models for which the file has no price, or none that can be used. */
  without: string[]
  remarks: MappedPrices['remarks']
  content: PricesFile
}

/** The prices in LiteLLM's public file for the models of these settings. Nothing is written yet. */
export async function importPrices(
  config: Config,
  path: string,
  { believeZero, asOf }: { believeZero: boolean; asOf: string },
): Promise<PriceImport> {
  const file = await readPublicFile(path)
  const { all: before, models: planned } = await readModels(config)
  const sold = planned.flatMap(({ model, sold: by }) => (by === undefined ? [] : [{ ...by, kind: model.kind }]))
  const { prices, remarks } = mapLiteLlmPrices(file, sold, believeZero)
  const table = new Map(Object.entries(prices).map(([name, rules]) => [name, { rules, asOf }]))
  const { all: after } = await readModels(config, { priceTable: table })
  const models = before.flatMap((model, index) => {
    const other = after[index]
    return other === undefined ? [] : [{ before: model, after: other }]
  })
  const without = planned.filter(
    ({ model, sold: by }) => by !== undefined && !table.has(`${by.provider} ${model.kind} ${by.model}`),
  )
  return { models, without: without.map(({ model }) => model.id), remarks, content: { asOf, prices } }
}

/** Replaces the file atomically: a service that starts meanwhile reads the old one or the new one. */
export async function writePrices(path: string, content: PricesFile): Promise<string> {
  const target = resolve(path)
  await writeFile(`${target}.new`, `${JSON.stringify(content, null, 2)}\n`)
  await rename(`${target}.new`, target)
  return target
}

async function readPublicFile(path: string): Promise<unknown> {
  const refuse = (why: string): AppError =>
    new AppError('invalid_parameter', `The price file '${path}' cannot be used: ${why}.`)
  const value = await readJsonFile(resolve(path)).catch((error: unknown) => {
    throw refuse(error instanceof Error ? error.message : String(error))
  })
  if (value === undefined) throw refuse('there is no such file')
  const entries = isRecord(value) ? Object.values(value) : []
  const isList = entries.some((entry) => isRecord(entry) && typeof entry['litellm_provider'] === 'string')
  if (!isList) throw refuse('it is not the list of prices that LiteLLM publishes, model_prices_and_context_window.json')
  return value
}

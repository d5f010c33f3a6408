import type { LocalModel } from '../core/local-model.ts'
import type { Model } from '../core/tasks/model.ts'
import { readWorkflows, usualWorkflows } from './comfyui/read-workflows.ts'
import { checkConfig } from './config/check-config.ts'
import { planCatalog, type Plan } from './config/plan-catalog.ts'
import { readConfigFile } from './config/read-config-file.ts'
import type { PriceTable } from './config/price-table.ts'
import { readPricesFile } from './config/read-prices-file.ts'
import type { MediagenConfig } from './define-config.ts'

export type CatalogInput = {
  /** The config file; undefined looks for one in the working directory. */
  file: string | undefined
  /** The file of imported prices; undefined looks for one in the working directory. */
  prices?: string | undefined
  /** Prices instead of those in the file. */
  priceTable?: PriceTable | undefined
  variable: (name: string) => string | undefined
  comfyUiUrls: readonly string[] | undefined
  /** The models whose files are installed on this machine; absent if there is no such store. */
  installed?: (() => Promise<readonly LocalModel[]>) | undefined
  builtIn: readonly Model[]
  timeouts: Pick<Model, 'queueTimeoutMs' | 'runTimeoutMs'>
}

export type CatalogPlan = Plan & { builtIn: boolean; file: string | undefined }

/** Reads the config file and decides on engines and models; opens nothing. */
export async function readCatalogPlan({ installed: readInstalled, ...input }: CatalogInput): Promise<CatalogPlan> {
  const read = await readConfigFile(input.file)
  if (read !== undefined && 'problem' in read) return { ...EMPTY, problems: [read.problem] }
  const checked = read === undefined ? { config: {}, problems: [] } : checkConfig(read.value)
  const file = read?.path
  if (checked.problems.length > 0) return { ...EMPTY, file, problems: inFile(file, checked.problems) }
  const { config } = checked
  const builtIn = config.builtIn !== false
  const taken = new Set(builtIn ? input.builtIn.map(({ kind, id }) => `${kind} ${id}`) : [])
  const baseURL = input.comfyUiUrls
  const comfyui = baseURL === undefined ? undefined : { baseURL, workflows: usualWorkflows() }
  const { workflows, problems } = await readWorkflows(workflowFolders(config, comfyui))
  const given = input.priceTable
  const imported = given === undefined ? await readPricesFile(input.prices) : { prices: given, problems: [] }
  const installed = await readInstalled?.()
  const plan = planCatalog({
    ...input,
    ...(installed === undefined ? {} : { installed }),
    config,
    comfyui,
    workflows,
    taken,
    prices: imported.prices,
  })
  if (comfyui !== undefined && problems.length === 0 && !plan.engines.some(({ id }) => id.split(':')[0] === 'comfyui'))
    problems.push(
      `MEDIAGEN_COMFYUI_URL is set, but no file in ${comfyui.workflows} describes a model: see docs/models.md`,
    )
  const all = [...inFile(file, [...problems, ...plan.problems]), ...imported.problems]
  return { ...plan, problems: all, builtIn, file }
}

const EMPTY: CatalogPlan = {
  engines: [],
  models: [],
  aliases: [],
  providers: [],
  problems: [],
  builtIn: true,
  file: undefined,
}

function inFile(file: string | undefined, problems: readonly string[]): string[] {
  return file === undefined ? [...problems] : problems.map((problem) => `${file}: ${problem}`)
}

function workflowFolders({ engines = {} }: MediagenConfig, comfyui: { workflows: string } | undefined): string[] {
  const named = Object.values(engines).filter(({ type }) => type === 'comfyui')
  return [
    ...named.map(({ workflows }) => workflows ?? usualWorkflows()),
    ...(comfyui === undefined ? [] : [comfyui.workflows]),
  ]
}

import type { Model } from '../core/model.ts'
import { usualWorkflows } from './comfyui/workflow-folder.ts'
import { workflowModels } from './comfyui/workflow-models.ts'
import { checkConfig } from './config/check-config.ts'
import { planCatalog, type Plan } from './config/plan-catalog.ts'
import { readConfigFile } from './config/read-config-file.ts'
import type { MediagenConfig } from './define-config.ts'

export type CatalogInput = {
  /** The config file; undefined looks for one in the working directory. */
  file: string | undefined
  variable: (name: string) => string | undefined
  comfyUiUrl: string | undefined
  builtIn: readonly Model[]
  timeouts: Pick<Model, 'queueTimeoutMs' | 'runTimeoutMs'>
}

export type CatalogPlan = Plan & { builtIn: boolean; file: string | undefined }

/** Reads the config file and decides on engines and models; opens nothing. */
export async function readCatalogPlan(input: CatalogInput): Promise<CatalogPlan> {
  const read = await readConfigFile(input.file)
  if (read !== undefined && 'problem' in read) return { ...EMPTY, problems: [read.problem] }
  const checked = read === undefined ? { config: {}, problems: [] } : checkConfig(read.value)
  const file = read?.path
  if (checked.problems.length > 0) return { ...EMPTY, file, problems: inFile(file, checked.problems) }
  const { config } = checked
  const builtIn = config.builtIn !== false
  const taken = new Set(builtIn ? input.builtIn.map(({ kind, id }) => `${kind} ${id}`) : [])
  const found = await comfyUi(input.comfyUiUrl)
  const plan = planCatalog({ ...input, config, comfyui: found.comfyui, taken })
  const workflows = await Promise.all(namedWorkflows(config).map((folder) => workflowModels(folder, 'comfyui')))
  const problems = [...found.problems, ...workflows.flatMap((each) => each.problems), ...plan.problems]
  return { ...plan, problems: inFile(file, problems), builtIn, file }
}

const EMPTY: CatalogPlan = { engines: [], models: [], problems: [], builtIn: true, file: undefined }

function inFile(file: string | undefined, problems: readonly string[]): string[] {
  return file === undefined ? [...problems] : problems.map((problem) => `${file}: ${problem}`)
}

type ComfyUi = NonNullable<Parameters<typeof planCatalog>[0]['comfyui']>

async function comfyUi(baseURL: string | undefined): Promise<{ comfyui: ComfyUi | undefined; problems: string[] }> {
  if (baseURL === undefined) return { comfyui: undefined, problems: [] }
  const workflows = usualWorkflows()
  const { models, problems } = await workflowModels(workflows, 'comfyui')
  if (Object.keys(models).length === 0 && problems.length === 0)
    problems.push(`MEDIAGEN_COMFYUI_URL is set, but no file in ${workflows} describes a model: see docs/models.md`)
  return { comfyui: { baseURL, workflows, models }, problems }
}

function namedWorkflows({ engines = {} }: MediagenConfig): string[] {
  return Object.values(engines).flatMap((engine) =>
    engine.type === 'comfyui' ? [engine.workflows ?? usualWorkflows()] : [],
  )
}

import type { Model } from '../core/model.ts'
import type { Engine } from '../ports/engine.ts'
import type { Clock, Log, Random } from '../ports/runtime.ts'
import { aiSdkEngine } from './ai-sdk/engine.ts'
import type { ModelSettings } from './ai-sdk/call-options.ts'
import { comfyUiEngine } from './comfyui/engine.ts'
import { readWorkflows } from './comfyui/read-workflows.ts'
import { checkConfig } from './config/check-config.ts'
import { planCatalog, type EnginePlan, type Plan, type PlannedModel } from './config/plan-catalog.ts'
import { readConfigFile } from './config/read-config-file.ts'
import type { MediagenConfig } from './define-config.ts'
import { openAiCompatibleEngine } from './openai-compatible/engine.ts'
import { resilientEngine } from './resilient.ts'

export type CatalogInput = {
  /** The config file; undefined looks for one in the working directory. */
  file: string | undefined
  variable: (name: string) => string | undefined
  comfyUiUrl: string | undefined
  builtIn: readonly Model[]
  timeouts: Pick<Model, 'queueTimeoutMs' | 'runTimeoutMs'>
}

export type CatalogPlan = Plan & { builtIn: boolean; file: string | undefined }

export type EngineDeps = { clock: Clock; random: Random; log: Log }

const WORKFLOWS = './workflows'

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
  const baseURL = input.comfyUiUrl
  const comfyui = baseURL === undefined ? undefined : { baseURL, workflows: WORKFLOWS }
  const { workflows, problems } = await readWorkflows(workflowFolders(config, comfyui))
  const plan = planCatalog({ ...input, config, comfyui, workflows, taken })
  if (comfyui !== undefined && problems.length === 0 && !plan.engines.some(({ id }) => id.split(':')[0] === 'comfyui'))
    problems.push(`MEDIAGEN_COMFYUI_URL is set, but no file in ${WORKFLOWS} describes a model: see docs/models.md`)
  return { ...plan, problems: inFile(file, [...problems, ...plan.problems]), builtIn, file }
}

const EMPTY: CatalogPlan = { engines: [], models: [], problems: [], builtIn: true, file: undefined }

function inFile(file: string | undefined, problems: readonly string[]): string[] {
  return file === undefined ? [...problems] : problems.map((problem) => `${file}: ${problem}`)
}

function workflowFolders({ engines = {} }: MediagenConfig, comfyui: { workflows: string } | undefined): string[] {
  const named = Object.values(engines).filter(({ type }) => type === 'comfyui')
  return [
    ...named.map(({ workflows }) => workflows ?? WORKFLOWS),
    ...(comfyui === undefined ? [] : [comfyui.workflows]),
  ]
}

/** Opens the engines of a plan. Nothing is connected yet: providers are loaded when the first job comes. */
export function openPlannedEngines(plan: Plan, deps: EngineDeps): Engine[] {
  const models = new Map(plan.models.map(({ model }) => [`${model.kind} ${model.id}`, model]))
  const inner = new Map(plan.engines.map((each) => [each.id, withCap(openEngine(each, deps, plan.models), each)]))
  const modelOf = (kind: Model['kind'], id: string): Model | undefined => models.get(`${kind} ${id}`)
  return [...inner.values()].map((engine) => {
    const others = plan.models
      .filter(({ model }) => model.engine === engine.id)
      .flatMap(({ model }) => (model.fallbacks ?? []).map((id) => inner.get(modelOf(model.kind, id)?.engine ?? '')))
    return resilientEngine(engine, {
      clock: deps.clock,
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

function openEngine(plan: EnginePlan, deps: EngineDeps, models: readonly PlannedModel[]): Engine {
  const settings = new Map(models.map((each) => [`${each.model.kind} ${each.model.id}`, each.settings]))
  const modelSettings = (kind: Model['kind'], id: string): ModelSettings => settings.get(`${kind} ${id}`) ?? NO_SETTINGS
  switch (plan.type) {
    case 'ai-sdk':
      return aiSdkEngine({ ...plan, ...deps, modelSettings })
    case 'comfyui': {
      const own = models.map(({ model }) => model).filter(({ engine }) => engine === plan.id)
      return comfyUiEngine({ ...plan, ...deps, modelSettings, models: own })
    }
    case 'openai-compatible':
      return openAiCompatibleEngine({ ...plan, clock: deps.clock, modelSettings })
  }
}

import type { LocalModel } from '../../core/local-model.ts'
import type { Model } from '../../core/tasks/model.ts'
import type { OfferedProvider } from '../../ports/engine.ts'
import type { ModelSettings } from '../model-settings.ts'
import { PROVIDERS, providerRow } from '../ai-sdk/providers.ts'
import type { ProviderRow } from '../ai-sdk/provider-row.ts'
import { describeWorkflow, type DescribedWorkflow } from '../comfyui/describe-workflow.ts'
import { usualWorkflows, type Workflows } from '../comfyui/read-workflows.ts'
import type { EngineConfig, LocalConfig, MediagenConfig, ModelConfig } from '../define-config.ts'
import { comfyUiAbilities, localAbilities, sdkAbilities, serverAbilities, type Abilities } from './abilities.ts'
import { CURATED } from './curated.ts'
import { installedModel, plannedLocal } from './plan-local.ts'
import { planAliases, type PlannedAlias } from './plan-aliases.ts'
import { planModel } from './plan-model.ts'
import type { PriceInput } from './plan-price.ts'
import { planServers, type Servers } from './plan-servers.ts'
import { isOn, missing, planProviders, settingsOf } from './plan-providers.ts'
import type { PriceTable } from './price-table.ts'

export type EnginePlan = { id: string; concurrency: number; fleetConcurrency?: number } & (
  | { type: 'ai-sdk'; row: ProviderRow; settings: Readonly<Record<string, string>> }
  | ({ type: 'comfyui'; workflows: string; key: string | undefined; keepMetadata?: boolean } & Servers)
  | ({ type: 'openai-compatible'; key: string | undefined } & Servers)
  | { type: 'local'; local: LocalConfig }
)

export type PlannedModel = { model: Model; settings: ModelSettings; sold?: PriceInput['sold'] }

export type Plan = {
  engines: EnginePlan[]
  models: PlannedModel[]
  aliases: PlannedAlias[]
  /** Those that have ready-made models, whether their key is set or not. */
  providers: readonly OfferedProvider[]
  problems: string[]
}

export type PlanInput = {
  config: MediagenConfig
  /** A variable of the environment; only the config knows its source. */
  variable: (name: string) => string | undefined
  timeouts: Pick<Model, 'queueTimeoutMs' | 'runTimeoutMs'>
  /** A ComfyUI that was set by its variable, and the folder of its workflow files. */
  comfyui: { baseURL: string | readonly string[]; workflows: string } | undefined
  /** The workflow files of every ComfyUI. */
  workflows?: Workflows
  /** Prices that the operator imported. */
  prices?: PriceTable
  /** Models whose files are installed on this machine. */
  installed?: readonly LocalModel[] | undefined
  /** Names of the built-in models, as `kind id`. */
  taken: ReadonlySet<string>
}

// Concurrent calls of one process to a provider; a job that only waits counts for nothing.
const CONCURRENCY = { 'ai-sdk': 16, comfyui: 8, 'openai-compatible': 8 } as const

// ComfyUI works on one job at a time and forgets its queue when it restarts: waiting tasks are safer, and treated more
// fairly, with us.
const COMFYUI_FLEET_CONCURRENCY = 1

// One machine draws one picture at a time: two that share its cores or its card take longer than one after the other.
const LOCAL_CONCURRENCY = 1

/** Decides which engines and models exist. All problems are reported, not only the first. */
export function planCatalog(input: PlanInput): Plan {
  const problems: string[] = []
  const engines = new Map<string, EnginePlan>()
  const models = new Map<string, PlannedModel>()

  const add = (id: string, asked: ModelConfig, source: 'config' | 'found'): void => {
    const engine = planEngine(asked.engine, input)
    if ('problem' in engine) {
      problems.push(`models.${id}: ${engine.problem}`)
      return
    }
    const name = `${asked.kind} ${id}`
    if (source === 'config' && input.taken.has(name))
      problems.push(`models.${id}: a built-in model has this name; set builtIn: false, or choose another`)
    if (source === 'found' && (models.has(name) || input.taken.has(name))) return
    const described = describe(engine, asked, input.workflows)
    const lane = laneOf(engine, id, described.model)
    const abilities = abilitiesOf(lane, described)
    const sold = soldAs(asked, input.config)
    const prices = { sold, imported: input.prices ?? new Map() }
    const { timeouts } = input
    const planned = planModel({ id, asked: described.model, engine: lane.id, abilities, timeouts, prices })
    const wrong = [...described.problems, ...planned.problems]
    problems.push(...wrong.map((problem) => `models.${id}: ${problem}`))
    engines.set(lane.id, lane)
    models.set(name, { ...planned, settings: { ...planned.settings, ...localOf(id, asked, input) }, sold })
  }

  for (const name of Object.keys(input.config.engines ?? {})) {
    const engine = planEngine(name, input)
    if ('problem' in engine) problems.push(`engines.${name}: ${engine.problem}`)
  }
  const own = Object.entries(input.config.models ?? {}).map(([id, asked]): [string, ModelConfig] => [
    id,
    { ...asked, model: asked.model ?? id },
  ])
  const offered = found(input)
  const namesOf = (all: [string, ModelConfig][]): string[] => all.map(([id, { kind }]) => `${kind} ${id}`)
  const named = new Set([...input.taken, ...namesOf(own)])
  const aliases = planAliases(input.config.aliases, { named, found: new Set(namesOf(offered)) })
  const hidden = new Set(aliases.aliases.map(({ kind, alias }) => `${kind} ${alias}`))
  for (const [id, asked] of own) add(id, asked, 'config')
  for (const [id, asked] of offered) if (!hidden.has(`${asked.kind} ${id}`)) add(id, asked, 'found')
  // A model may be installed while the service runs, so its engine exists beforehand.
  const isOurs = input.installed !== undefined && input.config.engines?.['local'] === undefined
  const local = isOurs ? planEngine('local', input) : undefined
  if (local !== undefined && !('problem' in local)) engines.set(local.id, local)
  problems.push(...aliases.problems)
  const all = new Set([...models.keys(), ...input.taken])
  for (const { model } of models.values())
    problems.push(...fallbackProblems(model, models), ...successorProblems(model, all))
  const providers = planProviders(input)
  const planned = { engines: [...engines.values()], models: [...models.values()] }
  return { ...planned, aliases: aliases.aliases, providers, problems }
}

/** What the local engine has to know about a model; undefined for models of others. */
function localOf(id: string, asked: ModelConfig, { installed = [] }: PlanInput): { local?: LocalModel } {
  if (asked.files === undefined) return {}
  return { local: installed.find((each) => each.id === id && each.files === asked.files) ?? plannedLocal(id, asked) }
}

/** A provider's name for a model in price lists. At a custom URL, it may be anybody's model, at any price. */
function soldAs({ engine, model }: ModelConfig, { engines = {} }: MediagenConfig): PriceInput['sold'] {
  const named = engines[engine]
  const provider = named?.type ?? engine
  return providerRow(provider) === undefined || named?.baseURL !== undefined ? undefined : { provider, model }
}

/** What a workflow file adds to a model; other engines add nothing. */
function describe(engine: EnginePlan, asked: ModelConfig, workflows: Workflows | undefined): DescribedWorkflow {
  const nothing = { model: asked, ownSize: false, problems: [] }
  if (engine.type !== 'comfyui') return nothing
  const workflow = workflows?.get(engine.workflows)?.get(asked.model)
  if (workflow === undefined)
    return { ...nothing, problems: [`there is no workflow file '${asked.model}' in ${engine.workflows}`] }
  return workflow === 'broken' ? nothing : describeWorkflow(workflow, asked)
}

/** A model with its own limit has its own queue; otherwise, the models of an engine share one. */
function laneOf(engine: EnginePlan, id: string, { concurrency, fleetConcurrency }: ModelConfig): EnginePlan {
  if (concurrency === undefined && fleetConcurrency === undefined) return engine
  return {
    ...engine,
    id: `${engine.id}:${id}`,
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(fleetConcurrency === undefined ? {} : { fleetConcurrency }),
  }
}

/** The default models: the sets of providers whose key is set, and ComfyUI's workflow files. */
function found(input: PlanInput): [string, ModelConfig][] {
  const { config, variable, comfyui, workflows, installed = [] } = input
  // Others wait for a program that runs them.
  const mayDraw = config.engines?.['local'] === undefined
  const drawing = installed.filter(
    ({ does, kind, driver }) =>
      mayDraw &&
      (driver !== 'sd-server' || variable('MEDIAGEN_SD_SERVER') !== undefined) &&
      !(kind === 'video' && driver === 'sd-server') &&
      does !== 'moderate',
  )
  const curated = Object.entries(config.curated === false ? {} : CURATED).flatMap(([provider, set]) => {
    const row = providerRow(provider)
    if (row === undefined || !isOn(row, variable)) return []
    return Object.entries(set).map(([id, model]): [string, ModelConfig] => [id, { ...model, engine: provider }])
  })
  const local = drawing.map((model): [string, ModelConfig] => [model.id, installedModel(model)])
  return [
    ...local,
    ...curated,
    ...foundWorkflows(comfyui === undefined ? undefined : workflows?.get(comfyui.workflows)),
  ]
}

/** A file without a head is left for the config to name. */
function foundWorkflows(files: ReturnType<Workflows['get']> = new Map()): [string, ModelConfig][] {
  return [...files].flatMap(([file, workflow]): [string, ModelConfig][] => {
    if (workflow === 'broken' || workflow.head.kind === undefined) return []
    return [[file.replace(/\.json$/, ''), { kind: workflow.head.kind, engine: 'comfyui', model: file }]]
  })
}

function planEngine(name: string, input: PlanInput): EnginePlan | { problem: string } {
  const { config, variable, comfyui } = input
  const named = config.engines?.[name]
  if (named !== undefined) {
    const plan = planNamed(name, named, variable)
    const { fleetConcurrency } = named
    return 'problem' in plan || fleetConcurrency === undefined ? plan : { ...plan, fleetConcurrency }
  }
  const row = providerRow(name)
  if (row !== undefined) return planProvider(name, row, settingsOf(row, variable), undefined)
  if (name === 'comfyui' && comfyui !== undefined) {
    return planNamed(name, { type: 'comfyui', ...comfyui }, variable)
  }
  if (name === 'local') {
    const { local = {} } = config
    const { fleetConcurrency = LOCAL_CONCURRENCY } = local
    return { id: name, type: 'local', local, concurrency: LOCAL_CONCURRENCY, fleetConcurrency }
  }
  const hint =
    name === 'comfyui'
      ? 'set MEDIAGEN_COMFYUI_URL, or name a server under engines'
      : `known: ${Object.keys(PROVIDERS).join(', ')}, comfyui, local, and the engines of this file`
  return { problem: `there is no engine '${name}': ${hint}` }
}

function planNamed(id: string, asked: EngineConfig, variable: PlanInput['variable']): EnginePlan | { problem: string } {
  const key = asked.keyVariable === undefined ? undefined : variable(asked.keyVariable)
  if (asked.keyVariable !== undefined && key === undefined)
    return { problem: `the variable ${asked.keyVariable} is not set` }
  if (asked.type === 'comfyui' || asked.type === 'openai-compatible') return planOwnServers(id, asked, key)
  const row = providerRow(asked.type)
  if (row === undefined)
    return {
      problem: `there is no type '${asked.type}': known: ${Object.keys(PROVIDERS).join(', ')}, comfyui, openai-compatible`,
    }
  if (Array.isArray(asked.baseURL) || asked.discovery !== undefined)
    return {
      problem: `lists of servers and discovery work only with comfyui and openai-compatible, not with ${asked.type}`,
    }
  const settings = {
    ...settingsOf(row, variable),
    ...asked.settings,
    ...(typeof asked.baseURL === 'string' ? { baseURL: asked.baseURL } : {}),
    ...(key === undefined ? {} : { [keySetting(row)]: key }),
  }
  return planProvider(id, row, settings, asked.concurrency)
}

/** The operator's own servers. */
function planOwnServers(id: string, asked: EngineConfig, key: string | undefined): EnginePlan | { problem: string } {
  const isComfyUi = asked.type === 'comfyui'
  const servers = planServers(asked, CONCURRENCY[isComfyUi ? 'comfyui' : 'openai-compatible'])
  if ('problem' in servers) return servers
  if (!isComfyUi) return { id, type: 'openai-compatible', key, ...servers }
  const { workflows = usualWorkflows(), keepMetadata = false } = asked
  return { id, type: 'comfyui', workflows, key, keepMetadata, fleetConcurrency: COMFYUI_FLEET_CONCURRENCY, ...servers }
}

function planProvider(
  id: string,
  row: ProviderRow,
  settings: Record<string, string>,
  concurrency: number | undefined,
): EnginePlan | { problem: string } {
  const gaps = missing(row, settings)
  if (gaps.length > 0) {
    const names = gaps.map((need) =>
      need
        .split('|')
        .map((setting) => row.variables[setting]?.[0] ?? setting)
        .join(' or '),
    )
    return { problem: `${row.name} requires ${names.join(' and ')}` }
  }
  return { id, type: 'ai-sdk', row, settings, concurrency: concurrency ?? CONCURRENCY['ai-sdk'] }
}

function keySetting(row: ProviderRow): string {
  return Object.hasOwn(row.variables, 'apiToken') ? 'apiToken' : 'apiKey'
}

function abilitiesOf(engine: EnginePlan, { model, ownSize }: DescribedWorkflow): Abilities {
  switch (engine.type) {
    case 'ai-sdk':
      return sdkAbilities(model, engine.row)
    case 'comfyui':
      return comfyUiAbilities(model, engine.id, ownSize)
    case 'openai-compatible':
      return serverAbilities(model, engine.id)
    case 'local':
      return localAbilities(model)
  }
}

function fallbackProblems(model: Model, models: ReadonlyMap<string, PlannedModel>): string[] {
  return (model.fallbacks ?? [])
    .filter((id) => id === model.id || !models.has(`${model.kind} ${id}`))
    .map((id) => `models.${model.id}: the fallback '${id}' is not another ${model.kind} model in this file`)
}

function successorProblems({ id, kind, successor }: Model, all: ReadonlySet<string>): string[] {
  if (successor === undefined || (successor !== id && all.has(`${kind} ${successor}`))) return []
  return [`models.${id}: the successor '${successor}' is not another ${kind} model in this file`]
}

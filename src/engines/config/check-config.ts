import { LONGEST_PROMPT_CHARACTERS, MAX_PROMPT_CHARACTERS } from '../../core/tasks/generation-request.ts'
import { DIORAMA_CLIPS, DIORAMA_PICTURES } from '../built-in-models.ts'
import type { MediagenConfig } from '../define-config.ts'
import * as field from './check-fields.ts'
import { localProblems } from './plan-local.ts'
import { priceContradictions, priceProblems } from './check-price.ts'
import { takesProblems } from './check-takes.ts'

const CONFIG = {
  builtIn: field.flag,
  curated: field.flag,
  engines: field.record,
  models: field.record,
  local: field.record,
  aliases: field.record,
}

const ENGINE = {
  type: field.text,
  baseURL: field.addresses,
  discovery: field.oneOf('dns'),
  keyVariable: field.variable,
  settings: field.texts,
  concurrency: field.whole(1, 1000),
  fleetConcurrency: field.whole(1, 100_000),
  workflows: field.text,
  keepMetadata: field.flag,
}

const DAY_SECONDS = 86_400

const LOCAL = {
  device: field.oneOf('auto', 'cpu', 'gpu'),
  threads: field.whole(1, 1024),
  unloadAfterSeconds: field.whole(1, DAY_SECONDS),
  memoryGB: field.whole(1, 100_000),
  loras: field.text,
  fleetConcurrency: field.whole(1, 100_000),
}

/** The fields of a model, in the config and at the head of a workflow file. */
export const MODEL = {
  kind: field.oneOf('image', 'video'),
  engine: field.text,
  model: field.text,
  files: field.texts,
  family: field.text,
  driver: field.oneOf('bare', 'sd-server'),
  description: field.text,
  does: field.oneOf('generate', 'upscale', 'cutout'),
  options: field.record,
  inputs: field.texts,
  references: field.listOf((role) => role !== '', 'roles such as first_frame'),
  maxReferences: field.whole(0, 100),
  ratios: field.ratioList,
  resolutions: field.resolutionList,
  sizes: field.sizeList,
  free: field.freeSize,
  seed: field.flag,
  maxPromptCharacters: field.whole(MAX_PROMPT_CHARACTERS, LONGEST_PROMPT_CHARACTERS),
  seconds: field.whole(1, 600),
  takes: field.record,
  concurrency: field.whole(1, 1000),
  fleetConcurrency: field.whole(1, 100_000),
  queueTimeoutSeconds: field.whole(1, 30 * DAY_SECONDS),
  timeoutSeconds: field.whole(1, 30 * DAY_SECONDS),
  price: field.anything,
  fallbacks: field.listOf((name) => name !== '', 'model names'),
  retires: field.day,
  successor: field.text,
}

const ALIAS = { kind: field.oneOf('image', 'video'), model: field.text }

// Tasks queue under the name of their engine, and a colon marks a model's own queue.
const ENGINE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/
const BUILT_IN_ENGINES: readonly string[] = ['sandbox', DIORAMA_PICTURES, DIORAMA_CLIPS]
const MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$/

/** Checks the form of a config file; the meaning, such as whether an engine exists, is checked later. */
export function checkConfig(value: unknown): { config: MediagenConfig; problems: string[] } {
  const problems = field.checkFields('config', value, CONFIG)
  const config = field.isRecord(value) ? value : {}
  for (const [name, engine] of entries(config['engines'])) {
    if (!ENGINE_NAME.test(name) || BUILT_IN_ENGINES.includes(name))
      problems.push(`engines: '${name}' cannot be the name of an engine`)
    problems.push(...field.checkFields(`engines.${name}`, engine, ENGINE, ['type']))
  }
  // An engine of the operator may have had this name before ours did.
  const ownLocal = entries(config['engines']).some(([name]) => name === 'local')
  for (const [name, model] of entries(config['models'])) {
    if (!MODEL_NAME.test(name)) problems.push(`models: '${name}' cannot be the name of a model`)
    problems.push(...modelProblems(`models.${name}`, model, ownLocal))
  }
  problems.push(...field.checkFields('local', config['local'] ?? {}, LOCAL))
  for (const [name, alias] of entries(config['aliases'])) {
    if (!MODEL_NAME.test(name)) problems.push(`aliases: '${name}' cannot be the name of a model`)
    if (typeof alias === 'string' && alias.trim() !== '') continue
    if (field.isRecord(alias)) problems.push(...field.checkFields(`aliases.${name}`, alias, ALIAS, ['kind', 'model']))
    else problems.push(`aliases.${name} must be the name of a model, or { kind: 'video', model: '…' }`)
  }
  return { config, problems }
}

function modelProblems(where: string, model: unknown, ownLocal: boolean): string[] {
  const isLocal = !ownLocal && field.isRecord(model) && model['engine'] === 'local'
  return [
    ...field.checkFields(where, model, MODEL, ['kind', 'engine', isLocal ? 'files' : 'model']),
    ...contradictions(where, model),
    ...localProblems(where, model, isLocal),
  ]
}

/** Fields that say something twice, or nothing. */
export function contradictions(where: string, model: unknown): string[] {
  if (!field.isRecord(model)) return []
  const problems: string[] = []
  const ways = ['ratios', 'sizes', 'free'].filter((name) => model[name] !== undefined)
  if (ways.length > 1) problems.push(`${where} has ${ways.join(' and ')}; set only one of them`)
  for (const name of ['ratios', 'sizes']) {
    if (Array.isArray(model[name]) && model[name].length === 0) problems.push(`${where}.${name} must not be empty`)
  }
  const { price, kind } = model
  if (price !== undefined)
    problems.push(...priceProblems(`${where}.price`, price), ...priceContradictions(`${where}.price`, price, kind))
  if (field.isRecord(model['takes'])) problems.push(...takesProblems(`${where}.takes`, model['takes'], model))
  if (model['successor'] !== undefined && model['retires'] === undefined)
    problems.push(`${where}.successor has no effect without retires`)
  return problems
}

function entries(value: unknown): [string, unknown][] {
  return field.isRecord(value) ? Object.entries(value) : []
}

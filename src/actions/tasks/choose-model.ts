import { type ApiKey, hasScope } from '../../core/keys/api-key.ts'
import { AppError } from '../../core/errors.ts'
import { checkPromptLength, type GenerationRequest } from '../../core/tasks/generation-request.ts'
import { hasRetired, type Model, retirementNotice } from '../../core/tasks/model.ts'
import { seedFromPrompt } from '../../core/tasks/group.ts'
import { resolveSize } from '../../core/tasks/size.ts'
import { checkSettings, effectiveSettings } from '../../core/tasks/takes.ts'
import type { EffectiveParameters } from '../../core/tasks/task.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import type { WordList } from '../../core/text/word-list.ts'
import type { Catalog } from '../../ports/engine.ts'
import type { ImageFacts } from '../../ports/images.ts'
import type { Clock, Log } from '../../ports/runtime.ts'

export type ChooseModelDeps = { catalog: Catalog; clock: Clock }

type Asked = { caller: ApiKey; request: GenerationRequest }

/** The model that a caller names, directly or by an alias. The permissions of a key name models, never aliases. */
export function chooseModel({ catalog, clock }: ChooseModelDeps, { caller, request }: Asked): Model {
  const { kind } = request
  if (!hasScope(caller, kind === 'image' ? 'images:write' : 'videos:write')) {
    throw new AppError('insufficient_scope', `This API key may not create ${kind}s.`)
  }
  const model = catalog.named(kind, request.model)
  const usable = (): Model[] => catalog.list().filter((each) => each.kind === kind && mayUse(caller, each.id))
  const known = (): string =>
    `Known: ${usable()
      .map(({ id }) => id)
      .join(', ')}.`
  if (model === undefined) {
    const names = usable().flatMap(({ id, aliases = [] }) => [id, ...aliases])
    const near = didYouMean(request.model, names)
    const turnedOff = mayUse(caller, request.model) ? howToTurnOn(catalog, kind, request.model) : undefined
    const message = turnedOff ?? `There is no ${kind} model '${request.model.slice(0, 80)}'.${near} ${known()}`
    throw new AppError('model_not_found', message, { param: 'model' })
  }
  if (!mayUse(caller, model.id)) {
    throw new AppError('model_not_allowed', `This API key may not use the model '${model.id}'.`, { param: 'model' })
  }
  if (hasRetired(model, clock.now())) {
    const notice = retirementNotice(model, clock.now()) ?? ''
    throw new AppError('model_not_found', model.successor === undefined ? `${notice} ${known()}` : notice, {
      param: 'model',
    })
  }
  if (request.seed !== null && model.seed === 'none') {
    throw new AppError('invalid_parameter', `The model '${model.id}' does not accept a seed. Leave it out.`, {
      param: 'seed',
    })
  }
  checkPromptLength(model, request.prompt)
  checkSettings(model, request.settings)
  return model
}

/** What the operator has to do for a known model whose provider has no key. */
function howToTurnOn(catalog: Catalog, kind: Model['kind'], id: string): string | undefined {
  const provider = catalog
    .providers()
    .find(({ isOn, models }) => !isOn && models.some((model) => model.kind === kind && model.id === id))
  if (provider === undefined) return undefined
  const { name, variables } = provider
  return `The ${kind} model '${id}' is not turned on. To use models of ${name}, set ${variables.join(' and ')} and restart the service.`
}

/** What a receipt says about the requested name: that it is an alias, and that its model will be shut down soon. */
export function modelWarnings(model: Model, asked: string, nowMs: number): string[] {
  const notice = retirementNotice(model, nowMs)
  return [
    ...(asked === model.id ? [] : [`model: '${asked}' is an alias of '${model.id}'.`]),
    ...(notice === undefined ? [] : [`model: ${notice}`]),
  ]
}

/** Whether a key may use this model. */
export function mayUse(caller: ApiKey, modelId: string): boolean {
  return caller.models === null || caller.models.includes(modelId)
}

/** Whether the shape depends on the first reference. */
export function isShapeOpen({ aspectRatio, size }: Pick<GenerationRequest, 'aspectRatio' | 'size'>): boolean {
  return aspectRatio === null && (size === null || /^(auto|\d+[pk])$/i.test(size))
}

/** Decides what the engine will be told, from the request and the shape of the first reference. */
export function decideParameters(
  model: Model,
  asked: Pick<GenerationRequest, 'aspectRatio' | 'size' | 'seed' | 'prompt' | 'settings'>,
  first?: ImageFacts,
): { parameters: EffectiveParameters; warnings: string[] } {
  const { warnings, ...size } = resolveSize(model.sizes, asked, first)
  const seed = asked.seed ?? (model.seed === 'from-prompt' ? seedFromPrompt(asked.prompt) : null)
  const settings = effectiveSettings(model, asked.settings)
  return { parameters: { ...size, seed, ...(settings === undefined ? {} : { settings }) }, warnings }
}

export type WordDeps = {
  log: Log
  /** Words that the operator refuses; absent if there is no list. */
  words?: WordList | undefined
}

/**
 * Refuses a prompt that contains a word of the operator's list. Only the operator learns which one: a caller who knows
 * it would spell it differently.
 */
export function refuseWords(deps: WordDeps, { caller, request }: { caller: ApiKey; request: GenerationRequest }): void {
  const line = deps.words?.(request.prompt)
  if (line === undefined) return
  const { kind, model } = request
  deps.log.info('a prompt was refused by the word list', { keyId: caller.id, kind, model, line })
  const message = 'The rules of this service do not allow the prompt. Nothing was started or charged.'
  throw new AppError('content_policy_violation', message, { param: 'prompt' })
}

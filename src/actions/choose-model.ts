import { hasScope, type ApiKey } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import type { GenerationRequest } from '../core/generation-request.ts'
import type { Model } from '../core/model.ts'
import { hasRetired, retirementNotice } from '../core/retirement.ts'
import type { Catalog } from '../ports/engine.ts'
import type { Clock } from '../ports/runtime.ts'

export type ChooseModelDeps = { catalog: Catalog; clock: Clock }

type Asked = { caller: ApiKey; request: GenerationRequest }

/** The model that a caller names, itself or by an alias. What a key may use is said of models, whatever they are called. */
export function chooseModel({ catalog, clock }: ChooseModelDeps, { caller, request }: Asked): Model {
  const { kind } = request
  if (!hasScope(caller, kind === 'image' ? 'images:write' : 'videos:write')) {
    throw new AppError('insufficient_scope', `This API key may not make ${kind}s.`)
  }
  const model = catalog.named(kind, request.model)
  const known = (): string => {
    const ids = catalog.list().filter((each) => each.kind === kind && mayUse(caller, each.id))
    return `Known: ${ids.map(({ id }) => id).join(', ')}.`
  }
  if (model === undefined) {
    const message = `There is no ${kind} model '${request.model.slice(0, 80)}'. ${known()}`
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
    throw new AppError('invalid_parameter', `The model '${model.id}' takes no seed. Leave it out.`, { param: 'seed' })
  }
  return model
}

/** What a receipt says of the name that was asked for: that it is an alias, and that its model is about to go. */
export function modelWarnings(model: Model, asked: string, nowMs: number): string[] {
  const notice = retirementNotice(model, nowMs)
  return [
    ...(asked === model.id ? [] : [`model: '${asked}' is an alias here; the model is '${model.id}'.`]),
    ...(notice === undefined ? [] : [`model: ${notice}`]),
  ]
}

function mayUse(caller: ApiKey, modelId: string): boolean {
  return caller.models === null || caller.models.includes(modelId)
}

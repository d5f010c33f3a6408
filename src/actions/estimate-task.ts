import { carrySize } from '../core/carry-size.ts'
import { estimateCost, joinEstimates, type Estimate } from '../core/cost.ts'
import { AppError } from '../core/errors.ts'
import type { Model } from '../core/model.ts'
import type { Asked } from '../core/possible-outputs.ts'
import { resolveSize } from '../core/size.ts'
import type { Catalog } from '../ports/engine.ts'
import type { Clock } from '../ports/runtime.ts'
import { modelWarnings } from './choose-model.ts'
import { checkTask, type CheckTaskDeps, type CreateTaskInput } from './create-task.ts'
import { decideParameters, isShapeOpen } from './decide-parameters.ts'
import { refuseWords, type WordDeps } from './refuse-words.ts'

export type EstimateDeps = CheckTaskDeps & WordDeps & { catalog: Catalog; clock: Clock }

export type EstimateInput = Omit<CreateTaskInput, 'idempotencyKey' | 'remixOf'>

export type TaskEstimate = {
  model: Model
  /** What one task would cost, whichever model makes it. */
  estimate: Estimate
  /** The models that may take over, and so have a say in it. */
  fallbacks: readonly Model[]
  /** What its receipt would say. */
  warnings: string[]
}

type Wish = Asked & { seed: number | null }

// Which shape a fallback is asked for follows from what the first model made of a picture that nobody has seen.
const UNDECIDED: Asked['effective'] = { ratio: 'auto', width: null, height: null, resolution: null }

/** What a request would cost, checked like one that is meant. Nothing is stored, fetched or asked of a provider. */
export async function estimateTask(deps: EstimateDeps, input: EstimateInput): Promise<TaskEstimate> {
  const { request, references } = input
  try {
    const model = checkTask(deps, input)
    refuseWords(deps, input)
    const first = references[0]
    const { parameters, warnings } = decideParameters(model, request, first?.from === 'bytes' ? first.facts : undefined)
    const effective = first?.from === 'url' && isShapeOpen(request) ? null : parameters
    const { aspectRatio: askedRatio, size: askedSize, seed } = request
    const wish: Wish = { askedRatio, askedSize, effective, references, seed }
    const notices = modelWarnings(model, request.model, deps.clock.now())
    return {
      model,
      ...estimateWithFallbacks(deps.catalog, model, wish),
      warnings: [...(input.warnings ?? []), ...notices, ...(effective === null ? [] : warnings)],
    }
  } finally {
    await Promise.all(references.map(async (each) => (each.from === 'bytes' ? each.spooled.discard() : undefined)))
  }
}

/** What a task would cost that its own model makes, or one of those that may take over. */
export function estimateWithFallbacks(
  catalog: Pick<Catalog, 'find'>,
  model: Model,
  wish: Wish,
): Pick<TaskEstimate, 'estimate' | 'fallbacks'> {
  const able = (model.fallbacks ?? []).flatMap((id) => {
    const other = catalog.find(model.kind, id)
    const asked = other === undefined ? undefined : carriedTo(other, wish)
    return other === undefined || asked === undefined ? [] : [{ other, estimate: estimateCost(other, asked) }]
  })
  return {
    estimate: joinEstimates([estimateCost(model, wish), ...able.map(({ estimate }) => estimate)]),
    fallbacks: able.map(({ other }) => other),
  }
}

/** The wish in the terms of another model; undefined where that could not make it. */
function carriedTo(model: Model, wish: Wish): Asked | undefined {
  if (wish.references.length > model.maxReferences || (wish.seed !== null && model.seed === 'none')) return undefined
  if (wish.effective === null) return { ...wish, effective: UNDECIDED }
  try {
    return { ...wish, effective: resolveSize(model.sizes, carrySize(wish.effective)) }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

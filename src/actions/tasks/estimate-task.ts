import type { Estimate } from '../../core/money/cost.ts'
import type { Model } from '../../core/tasks/model.ts'
import type { Catalog } from '../../ports/engine.ts'
import type { Clock } from '../../ports/runtime.ts'
import { decideParameters, isShapeOpen, modelWarnings, refuseWords, type WordDeps } from './choose-model.ts'
import { checkTask, type CheckTaskDeps, type CreateTaskInput } from './create-task.ts'
import { estimateWithFallbacks, type AdmissionWish } from './admission.ts'

export type EstimateDeps = CheckTaskDeps & WordDeps & { catalog: Catalog; clock: Clock }

export type EstimateInput = Omit<CreateTaskInput, 'idempotencyKey' | 'remixOf'>

export type TaskEstimate = {
  model: Model
  /** The cost of one task with any of the models that may make it. */
  estimate: Estimate
  /** The fallbacks, whose prices count too. */
  fallbacks: readonly Model[]
  /** The warnings that its receipt would have. */
  warnings: string[]
}

/**
 * Estimates the cost of a request, with the same checks as a real one. Nothing is stored, fetched or sent to a
 * provider.
 */
export async function estimateTask(deps: EstimateDeps, input: EstimateInput): Promise<TaskEstimate> {
  const { request, references } = input
  try {
    const { model, references: pictures } = checkTask(deps, input)
    refuseWords(deps, input)
    const first = pictures[0]
    const { parameters, warnings } = decideParameters(model, request, first?.from === 'bytes' ? first.facts : undefined)
    const isUnseen = first !== undefined && first.from !== 'bytes'
    const effective = isUnseen && isShapeOpen(request) ? null : parameters
    const { aspectRatio: askedRatio, size: askedSize, seed, settings } = request
    const wish: AdmissionWish = { askedRatio, askedSize, effective, references: pictures, seed, settings }
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

import {
  type AccountLimits,
  hasBudget,
  type Holds,
  isProjectAccount,
  limitsOn,
  needsAccount,
  periodEnds,
  periodOf,
  type Refusal,
  userAccountId,
} from '../../core/money/account.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import { limitsAt, type Project } from '../../core/projects/project.ts'
import { carrySize } from '../../core/tasks/resolution.ts'
import { type Estimate, estimateCost, joinEstimates } from '../../core/money/cost.ts'
import { AppError } from '../../core/errors.ts'
import type { Model } from '../../core/tasks/model.ts'
import type { Asked } from '../../core/tasks/possible-outputs.ts'
import { takesPictures, type WithRole } from '../../core/tasks/roles.ts'
import { resolveSize } from '../../core/tasks/size.ts'
import { checkSettings } from '../../core/tasks/takes.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Catalog } from '../../ports/engine.ts'
import type { Clock } from '../../ports/runtime.ts'

/** What a task requests, as far as its price depends on it. */
export type AdmissionWish = Asked & { references: readonly WithRole[]; seed: number | null }

// The shape requested from a fallback depends on what the first model makes of a picture that nobody has seen yet.
const UNDECIDED: Asked['effective'] = { ratio: 'auto', width: null, height: null, resolution: null }

/** What one task would cost with any of the models that may make it, and the fallbacks. */
type WholeEstimate = { estimate: Estimate; fallbacks: readonly Model[] }

/** The cost of a task if its own model or one of its fallbacks makes it. */
export function estimateWithFallbacks(
  catalog: Pick<Catalog, 'find'>,
  model: Model,
  wish: AdmissionWish,
): WholeEstimate {
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

/** The request in the terms of another model; undefined if that model could not make it. */
function carriedTo(model: Model, wish: AdmissionWish): Asked | undefined {
  if (!takesPictures(model, wish.references) || (wish.seed !== null && model.seed === 'none')) return undefined
  try {
    checkSettings(model, wish.settings)
    if (wish.effective === null) return { ...wish, effective: UNDECIDED }
    return { ...wish, effective: resolveSize(model.sizes, carrySize(wish.effective)) }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** What each task of a request takes from the limits of its end user, key and project, and what these allow. */
export type Admission = { holds: Holds | null; limits: AccountLimits[] }

const NOTHING: Admission = { holds: null, limits: [] }

/** All tasks of a request are alike, so one stands for them. */
type Asking = {
  caller: ApiKey
  /** The project in which it is made. */
  project: Project | null
  model: Model
  task: Task
  /** The pictures it is made from, which are not stored with the task yet. */
  references: readonly WithRole[]
}

type AdmissionDeps = { clock: Clock; catalog: Pick<Catalog, 'find'> }

/** What a task of this caller takes from the limits. Keys without limits take nothing, and cost no time. */
export function admissionOf(deps: AdmissionDeps, asking: Asking): Admission {
  const now = deps.clock.now()
  const { endUser } = asking.task
  const caller = { ...asking.caller, limits: limitsAt(asking.caller.limits, asking.caller.raise, now) }
  const project = asking.project && {
    ...asking.project,
    limits: limitsAt(asking.project.limits, asking.project.raise, now),
  }
  const users = endUser === null || caller.userLimits === null ? [] : [userAccountId(caller.id, endUser)]
  const known = [...users, caller.id, ...(project === null ? [] : [project.id])].map((id) => ({
    id,
    limits: limitsOn(id, caller, project ?? undefined),
  }))
  const held = known.filter(({ limits }) => needsAccount(limits))
  if (held.length === 0) return NOTHING
  const micros = reservedFor(deps, asking, held.find(({ limits }) => hasBudget(limits))?.id)
  const accounts = held.map(({ id }) => id)
  return { holds: { accounts, micros, ...periodOf(now) }, limits: held.map(({ limits }) => limits) }
}

/** The maximum cost of a task. If it is unknown, no budget can hold it. */
function reservedFor(
  { catalog }: AdmissionDeps,
  { model, task, references }: Asking,
  budgeted: string | undefined,
): number {
  const { estimate } = estimateWithFallbacks(catalog, model, { ...task, references, seed: task.askedSeed })
  if (estimate.kind === 'exact') return estimate.micros
  if (estimate.kind === 'range') return estimate.maxMicros
  if (budgeted === undefined) return 0
  const message =
    `${isProjectAccount(budgeted) ? 'The project of this API key' : 'This API key'} has a budget, but the cost of the model '${model.id}' is unknown: ` +
    `${estimate.reason} Use a model with a price, or ask the operator to set one.`
  throw new AppError('budget_exceeded', message, { param: 'model' })
}

/**
 * If the operator wants to know the cost of everything, neither a model without a price nor a fallback without one is
 * allowed.
 */
export function refuseUnpriced(
  { catalog, limits }: { catalog: Pick<Catalog, 'find'>; limits: { unpriced?: 'allow' | 'refuse' } },
  model: Model,
): void {
  if (limits.unpriced !== 'refuse') return
  const makers = [model, ...(model.fallbacks ?? []).flatMap((id) => catalog.find(model.kind, id) ?? [])]
  const unknown = makers.find(({ price }) => price === undefined)
  if (unknown === undefined) return
  const which = unknown === model ? 'it has no price' : `its fallback '${unknown.id}' has no price`
  const message =
    `The model '${model.id}' may not be used here, because ${which} and the operator allows only models with a price. ` +
    'Use a model with a price, or ask the operator to set one.'
  throw new AppError('model_not_allowed', message, { param: 'model' })
}

function nameOf(account: string): string {
  if (isProjectAccount(account)) return 'the project of this API key'
  return account.includes('/') ? 'this end user' : 'this API key'
}

/** Why a request was refused, and when a retry makes sense. */
export function refusalError({ by, account }: Refusal, holds: Holds | null, nowMs: number): AppError {
  const whose = nameOf(account)
  if (by === 'waiting' || holds === null) {
    return new AppError('queue_full', `The queue of ${whose} is full. Try again when some tasks have started.`)
  }
  const { dayEndsAt, monthEndsAt } = periodEnds(holds)
  const resetsAt = by === 'day' ? dayEndsAt : monthEndsAt
  const message =
    `This request would exceed the budget of ${whose} for the ${by}, including reservations for running tasks. ` +
    `The next ${by} begins at ${new Date(resetsAt).toISOString()}; unused reservations are released earlier.`
  return new AppError('budget_exceeded', message, { retryAfterSeconds: (resetsAt - nowMs) / 1000 })
}

import type { ApiKey } from '../../core/keys/api-key.ts'
import { AppError } from '../../core/errors.ts'
import { fileIdIn } from '../../core/files/file-record.ts'
import { fingerprint } from '../../core/tasks/fingerprint.ts'
import { keptRequest, type GenerationRequest } from '../../core/tasks/generation-request.ts'
import { seedAt, seedWarnings, type GroupPosition } from '../../core/tasks/group.ts'
import type { Model } from '../../core/tasks/model.ts'
import { assignRoles, checkMask, inOrder, pictureCount, roleRefused, rolesTaken } from '../../core/tasks/roles.ts'
import { newTaskId } from '../../core/tasks/task-id.ts'
import { freshTask, type Task } from '../../core/tasks/task.ts'
import type { Catalog } from '../../ports/engine.ts'
import type { Store } from '../../ports/store.ts'
import type { IdempotencyRecord } from '../../ports/store/task-queue.ts'
import { admissionOf, refuseUnpriced } from './admission.ts'
import type { Origin } from './announce.ts'
import {
  chooseModel,
  type ChooseModelDeps,
  decideParameters,
  isShapeOpen,
  mayUse,
  modelWarnings,
  refuseWords,
  type WordDeps,
} from './choose-model.ts'
import { type KnownPauses, refuseWhilePaused } from '../running/pause-engine.ts'
import { readGroup } from '../reading/read-task.ts'
import { fetchReference, inTurnOf, type ReadReference, roleOf } from './read-references.ts'
import { projectToMakeIn } from '../projects/find-project.ts'
import type { WaitingRoom } from './waiting-room.ts'
import { copyUploads, uploadIdOf, type UseUploadDeps } from '../uploads/use-uploads.ts'
import { namedClips } from './own-clips.ts'
import {
  conflict,
  type KnownReference,
  type NewReference,
  repeatedTask,
  storeTasks,
  type StoreTasksDeps,
} from './store-tasks.ts'

export type { KnownReference, NewReference } from './store-tasks.ts'

export type CreateTaskDeps = StoreTasksDeps &
  UseUploadDeps &
  WordDeps & {
    catalog: Catalog
    store: Pick<Store, 'projects'>
    /** Which engines operators have paused; absent if that is not checked. */
    pauses?: KnownPauses
    /** The limit on all waiting tasks; absent if there is none. */
    waitingRoom?: WaitingRoom | undefined
  }

export type CreateTaskInput = {
  caller: ApiKey
  request: GenerationRequest
  references: NewReference[]
  /** Parameters that the interface knows but ignores; the receipt says so. */
  warnings?: readonly string[]
  idempotencyKey: string | null
  /** The request that asks for it. */
  origin?: Origin
  /** The end user for whom the caller asks; nobody in particular if absent. */
  endUser?: string | null
  /** The video that is remixed. */
  remixOf?: string
  /** Whether somebody waits for the result in the same request. */
  isAwaited?: boolean
}

export type CreateTasksInput = CreateTaskInput & { count: number }

// With more than these, nobody reads to the end.
const MOST_NAMED = 5
const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000

/**
 * Accepts a task: once this resolves, it is on disk and will end, whatever happens to us. Nothing is stored halfway.
 */
export async function createTask(deps: CreateTaskDeps, input: CreateTaskInput): Promise<Task> {
  return onlyTask(await createTasks(deps, { ...input, count: 1 }))
}

/** The task of a request for one. */
export function onlyTask([task]: readonly Task[]): Task {
  if (task === undefined) throw new AppError('task_not_found', 'The task was deleted before this retry.')
  return task
}

/** Accepts a request: as many tasks as results, in order, each with its own start and receipt. */
export async function createTasks(deps: CreateTaskDeps, given: CreateTasksInput): Promise<Task[]> {
  const held: ReadReference[] = given.references.filter((reference) => reference.from === 'bytes')
  try {
    const { model, references: asked } = checkTask(deps, given)
    const input = { ...given, references: asked }
    const idempotency = idempotencyRecord(deps, input)
    const earlier = await findEarlier(deps, input.caller, idempotency)
    if (earlier !== undefined) return await readGroup(deps, earlier)
    const project = await projectToMakeIn(deps, input.caller)
    refuseUnpriced(deps, model)
    refuseWords(deps, input)
    if (input.isAwaited === true && deps.pauses !== undefined) await refuseWhilePaused(deps.pauses, model)
    await deps.waitingRoom?.enter(input.count)
    const uploaded = await copyUploads(deps, input.caller, { references: input.references, held })
    const named = await namedClips(deps, input.caller, uploaded)
    const references = await gatherReferences(deps, { ...input, references: named }, held)
    checkMask(references)
    const [first, ...others] = newTasks(deps, { input, model, references })
    const { holds, limits } = admissionOf(deps, { caller: input.caller, project, model, task: first, references })
    const tasks = [{ ...first, holds }, ...others.map((task) => ({ ...task, holds }))] as const
    return await storeTasks(deps, { tasks, references, idempotency, limits, origin: input.origin })
  } finally {
    // Kept bytes have moved; the rest belongs to a request that was refused or repeated.
    await Promise.all(held.map(({ spooled }) => spooled.discard()))
  }
}

export type CheckTaskDeps = ChooseModelDeps & Pick<StoreTasksDeps, 'limits' | 'fetch'>

/**
 * A request that follows every rule which can be checked without its pictures: its model, and its pictures in order.
 */
export function checkTask(
  deps: CheckTaskDeps,
  input: Pick<CreateTaskInput, 'caller' | 'request' | 'references'>,
): { model: Model; references: NewReference[] } {
  const model = chooseModel(deps, input)
  refuseForeignRoles(deps, model, input)
  const references = assignRoles(model, inOrder(input.references))
  checkReferences(deps, model, { ...input, references })
  return { model, references }
}

/** Names other models that the caller could use for what this one does not support. */
function refuseForeignRoles(
  { catalog }: CheckTaskDeps,
  model: Model,
  { caller, references }: Pick<CreateTaskInput, 'caller' | 'references'>,
): void {
  const taken = rolesTaken(model)
  const foreign = references.find(({ role }) => role !== undefined && !taken.includes(role))?.role
  if (foreign === undefined) return
  const able = catalog.list().filter((each) => each.kind === model.kind && mayUse(caller, each.id))
  const others = able.filter((each) => rolesTaken(each).includes(foreign)).map(({ id }) => id)
  throw roleRefused(model, foreign, others.slice(0, MOST_NAMED))
}

function checkReferences(
  deps: CheckTaskDeps,
  model: Model,
  { request, references }: Pick<CreateTaskInput, 'request' | 'references'>,
): void {
  const most = Math.min(deps.limits.maxImages, model.maxReferences)
  checkMask(references)
  const count = pictureCount(references)
  if (count > most) {
    const message = `${count} images were given; the model '${model.id}' accepts at most ${most}.`
    throw new AppError('too_many_images', message, { param: 'image' })
  }
  if (request.webhookUrl !== null && !deps.fetch.mayTry(request.webhookUrl)) {
    const message = 'The webhook URL is not public. The service does not call private, local or special addresses.'
    throw new AppError('invalid_webhook_url', message, { param: 'webhookUrl' })
  }
}

function idempotencyRecord(deps: CreateTaskDeps, input: CreateTasksInput): IdempotencyRecord | null {
  if (input.idempotencyKey === null) return null
  // A single result is the default from before several could be requested: an explicit 1 makes no difference.
  const count = input.count === 1 ? null : input.count
  return {
    key: input.idempotencyKey,
    fingerprint: fingerprint({ ...askedFor(deps, input), count }),
    // By the clock of the process that follows a jump first, or last: keeping it too long costs nothing.
    expiresAt: (deps.clock.latest?.() ?? deps.clock.now()) + IDEMPOTENCY_MS,
  }
}

/** The content of a request, picture by picture, so that two can be compared. */
export function askedFor(
  deps: CreateTaskDeps,
  { request, references, remixOf, endUser }: CreateTaskInput,
): Readonly<Record<string, unknown>> {
  // A result of ours is the same picture under all of its URLs, and each signed URL is a different text.
  const pictures = references.map((each) => {
    const picture = nameOf(deps, each)
    return each.role === undefined ? picture : { picture, role: each.role }
  })
  return { ...request, references: pictures, remixOf, endUser: endUser ?? undefined }
}

function nameOf(deps: CreateTaskDeps, reference: NewReference): string {
  const uploadId = uploadIdOf(deps, reference)
  if (uploadId !== undefined) return uploadId
  if (reference.from === 'task') return `task ${reference.taskId}`
  if (reference.from === 'upload') return reference.uploadId
  return reference.from === 'url' ? (fileIdIn(deps, reference.url) ?? reference.url) : reference.spooled.sha256
}

async function findEarlier(
  deps: CreateTaskDeps,
  caller: ApiKey,
  record: IdempotencyRecord | null,
): Promise<Task | undefined> {
  if (record === null) return undefined
  const repeat = await deps.store.tasks.findRepeat(caller.id, record.key, deps.clock.now())
  if (repeat === undefined) return undefined
  if (repeat.fingerprint !== record.fingerprint) throw conflict()
  return repeatedTask(deps, repeat.taskId)
}

/**
 * Images are answered in the same request, so their references are fetched now; the worker fetches those of a video.
 */
async function gatherReferences(
  deps: CreateTaskDeps,
  input: Pick<CreateTaskInput, 'caller' | 'request'> & { references: KnownReference[] },
  held: ReadReference[],
): Promise<KnownReference[]> {
  if (input.request.kind === 'video') return input.references
  const gathered = await Promise.allSettled(
    input.references.map(async (reference): Promise<KnownReference> => {
      if (reference.from === 'bytes') return reference
      const read = await fetchReference(inTurnOf(deps, input.caller.id), reference)
      held.push(read)
      return { from: 'bytes', ...read, ...roleOf(reference) }
    }),
  )
  // All have arrived or failed before the first failure is thrown: nobody would discard what arrives later.
  return gathered.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
}

type Accepted = { input: CreateTasksInput; model: Model; references: KnownReference[] }

function newTasks(deps: CreateTaskDeps, accepted: Accepted): [Task, ...Task[]] {
  const { count } = accepted.input
  const first = newTask(deps, accepted, { position: 0, count })
  if (count === 1) return [first]
  const others = Array.from({ length: count - 1 }, (_, n) => newTask(deps, accepted, { position: n + 1, count }))
  const groupIds = [first, ...others].map(({ id }) => id)
  return [{ ...first, groupIds }, ...others.map((task) => ({ ...task, groupIds }))]
}

function newTask(deps: CreateTaskDeps, { input, model, references }: Accepted, place: GroupPosition): Task {
  const { request, caller } = input
  const now = deps.clock.now()
  const first = references[0]
  const { parameters, warnings } = decideParameters(model, request, first?.from === 'bytes' ? first.facts : undefined)
  // What is spread comes first: behind other properties, the engine copies one by one, which took longer than all the rest.
  return freshTask({
    ...keptRequest(request),
    id: newTaskId(deps.random.bytes),
    keyId: caller.id,
    project: caller.project,
    model: model.id,
    engine: model.engine,
    // The shape of a picture that only the worker will fetch is not known yet.
    effective:
      first?.from === 'url' && isShapeOpen(request) ? null : { ...parameters, seed: seedAt(parameters.seed, place) },
    warnings: [
      ...(input.warnings ?? []),
      ...modelWarnings(model, request.model, now),
      ...warnings,
      ...seedWarnings(request.seed, place),
    ],
    remixOf: input.remixOf ?? null,
    traceParent: input.origin?.trace ?? null,
    endUser: input.endUser ?? null,
    createdAt: now,
    queueDeadlineAt: now + model.queueTimeoutMs,
  })
}

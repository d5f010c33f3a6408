import type { ApiKey } from '../core/api-key.ts'
import { AppError, Interrupted } from '../core/errors.ts'
import { fileIdIn, type FileRecord } from '../core/file-record.ts'
import { fingerprint } from '../core/fingerprint.ts'
import type { GenerationRequest } from '../core/generation-request.ts'
import type { Model } from '../core/model.ts'
import { newTaskId } from '../core/task-id.ts'
import { freshTask, type Reference, type Task } from '../core/task.ts'
import type { Catalog } from '../ports/engine.ts'
import type { Bell } from '../ports/runtime.ts'
import type { Seats } from '../ports/seats.ts'
import type { Store } from '../ports/store.ts'
import type { IdempotencyRecord, InsertOutcome, NewTask } from '../ports/store/task-queue.ts'
import { chooseModel, modelWarnings } from './choose-model.ts'
import { decideParameters } from './decide-parameters.ts'
import { fetchReference, inTurnOf, keepReference, type ReadReference, type ReferenceDeps } from './read-references.ts'

export type NewReference = { from: 'url'; url: string } | ({ from: 'bytes' } & ReadReference)

export type CreateTaskDeps = ReferenceDeps & {
  store: Pick<Store, 'tasks' | 'queue'>
  catalog: Catalog
  bell: Bell
  seats: Seats
}

export type CreateTaskInput = {
  caller: ApiKey
  request: GenerationRequest
  references: NewReference[]
  /** What the interface knows and we passed over; the receipt says so. */
  warnings?: readonly string[]
  idempotencyKey: string | null
}

const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000

/** Accepts a task: once this resolves, it is on disk and will end, whatever happens to us. Nothing is stored half-way. */
export async function createTask(deps: CreateTaskDeps, input: CreateTaskInput): Promise<Task> {
  const held: ReadReference[] = input.references.filter((reference) => reference.from === 'bytes')
  try {
    const model = chooseModel(deps, input)
    checkReferences(deps, model, input)
    const idempotency = idempotencyRecord(deps, input)
    const earlier = await findEarlier(deps, input.caller, idempotency)
    if (earlier !== undefined) return earlier
    const references = await gatherReferences(deps, input, held)
    return await store(deps, { input, model, references, idempotency })
  } finally {
    // Kept bytes have moved; what is left belongs to a request that was refused or repeated.
    await Promise.all(held.map(({ spooled }) => spooled.discard()))
  }
}

function checkReferences(deps: CreateTaskDeps, model: Model, { request, references }: CreateTaskInput): void {
  const most = Math.min(deps.limits.maxImages, model.maxReferences)
  if (references.length > most) {
    const message = `${references.length} images were given; the model '${model.id}' takes at most ${most}.`
    throw new AppError('too_many_images', message, { param: 'image' })
  }
  if (request.webhookUrl !== null && !deps.fetch.mayTry(request.webhookUrl)) {
    const message = 'The webhook address is not public. Private, local and special addresses are not called.'
    throw new AppError('invalid_webhook_url', message, { param: 'webhookUrl' })
  }
}

function idempotencyRecord(deps: CreateTaskDeps, input: CreateTaskInput): IdempotencyRecord | null {
  if (input.idempotencyKey === null) return null
  // A result of ours is the same picture under whichever of its addresses, and each signed one is another text.
  const references = input.references.map((each) =>
    each.from === 'url' ? (fileIdIn(deps, each.url) ?? each.url) : each.spooled.sha256,
  )
  return {
    key: input.idempotencyKey,
    fingerprint: fingerprint({ ...input.request, references }),
    expiresAt: deps.clock.now() + IDEMPOTENCY_MS,
  }
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
  return deps.store.tasks.find(repeat.taskId)
}

/** Images are answered in the same request, so their references are fetched now; the worker fetches a video's. */
async function gatherReferences(
  deps: CreateTaskDeps,
  input: CreateTaskInput,
  held: ReadReference[],
): Promise<NewReference[]> {
  if (input.request.kind === 'video') return input.references
  const gathered = await Promise.allSettled(
    input.references.map(async (reference): Promise<NewReference> => {
      if (reference.from === 'bytes') return reference
      const read = await fetchReference(inTurnOf(deps, input.caller.id), reference.url)
      held.push(read)
      return { from: 'bytes', ...read }
    }),
  )
  // All have arrived or failed before the first failure is told: what arrives later would be discarded by nobody.
  return gathered.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
}

type Accepted = {
  input: CreateTaskInput
  model: Model
  references: NewReference[]
  idempotency: IdempotencyRecord | null
}

async function store(deps: CreateTaskDeps, accepted: Accepted): Promise<Task> {
  const task = newTask(deps, accepted)
  const records: FileRecord[] = []
  try {
    for (const [position, reference] of accepted.references.entries()) {
      task.references.push(await keepOne(deps, reference, { taskId: task.id, keyId: task.keyId, position }, records))
    }
    const outcome = await insert(deps, { task, references: records, idempotency: accepted.idempotency })
    if (outcome.kind === 'inserted') return task
    await removeAll(deps, records)
    const earlier = outcome.kind === 'repeated' ? await deps.store.tasks.find(outcome.taskId) : undefined
    if (earlier === undefined) throw conflict()
    return earlier
  } catch (error) {
    // The task may be there all the same, and then it needs its pictures; if it is not, the sweep finds them.
    if (!(error instanceof Interrupted)) await removeAll(deps, records)
    throw error
  }
}

/** Inserts a task, where this process has room together with the claim of the next, and tells the others of it. */
async function insert(deps: CreateTaskDeps, entry: NewTask): Promise<InsertOutcome> {
  const { id, engine } = entry.task
  const offered = deps.seats.offer(engine)
  let isTaken = false
  const seat = offered && {
    claim: offered.claim,
    take: (tasks: Task[]): void => {
      isTaken = tasks.some((task) => task.id === id)
      offered.take(tasks)
    },
  }
  const outcome = await deps.store.queue.insert(entry, seat).finally(() => offered?.letGo())
  // One that is in work already needs nobody to come for it.
  if (outcome.kind === 'inserted' && !isTaken) deps.bell.ring(`work:${engine}`)
  return outcome
}

async function keepOne(
  deps: CreateTaskDeps,
  reference: NewReference,
  owner: { taskId: string; keyId: string; position: number },
  records: FileRecord[],
): Promise<Reference> {
  if (reference.from === 'url') return reference
  const kept = await keepReference(deps, reference, owner)
  records.push(kept.record)
  return kept.reference
}

function newTask(deps: CreateTaskDeps, { input, model, references }: Accepted): Task {
  const { request, caller } = input
  const now = deps.clock.now()
  const first = references[0]
  const { parameters, warnings } = decideParameters(model, request, first?.from === 'bytes' ? first.facts : undefined)
  const shapeIsOpen = request.aspectRatio === null && (request.size === null || /^(auto|\d+p)$/i.test(request.size))
  return freshTask({
    id: newTaskId(deps.random.bytes),
    keyId: caller.id,
    kind: request.kind,
    model: model.id,
    engine: model.engine,
    prompt: request.prompt,
    askedRatio: request.aspectRatio,
    askedSize: request.size,
    askedSeed: request.seed,
    // The shape of a picture that only the worker will fetch is not known yet.
    effective: first?.from === 'url' && shapeIsOpen ? null : parameters,
    warnings: [...(input.warnings ?? []), ...modelWarnings(model, request.model, now), ...warnings],
    webhookUrl: request.webhookUrl,
    createdAt: now,
    queueDeadlineAt: now + model.queueTimeoutMs,
  })
}

async function removeAll(deps: CreateTaskDeps, records: FileRecord[]): Promise<void> {
  await Promise.all(records.splice(0).map(({ id }) => deps.files.remove(id)))
}

function conflict(): AppError {
  const message =
    'This Idempotency-Key was used for another request within 24 hours. Use a fresh key for each new request.'
  return new AppError('idempotency_conflict', message)
}

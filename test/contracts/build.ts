import type { ApiKey } from '../../src/core/keys/api-key.ts'
import type { AuditEntry } from '../../src/core/keys/audit.ts'
import type { FileRecord } from '../../src/core/files/file-record.ts'
import { NO_LIMITS } from '../../src/core/money/limits.ts'
import { freshTask, type Task } from '../../src/core/tasks/task.ts'
import type { Store } from '../../src/ports/store.ts'
import type { DeliveryClaim } from '../../src/ports/store/deliveries.ts'
import type { ClaimRequest, NewTask, Outcome } from '../../src/ports/store/task-queue.ts'
import type { UsageSum } from '../../src/ports/store/usage.ts'

/** When the tests begin. */
export const T = 1_700_000_000_000
export const HOUR = 3_600_000

export function aKey(id: string, changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id,
    name: `key ${id}`,
    hash: `hash of ${id}`,
    hint: 'mg_abcd…',
    scopes: ['images:write', 'videos:write'],
    models: null,
    createdAt: T,
    expiresAt: null,
    revokedAt: null,
    webhookSecrets: [{ secret: 'whsec_c2VjcmV0', expiresAt: null }],
    limits: { ...NO_LIMITS, inWork: 3 },
    userLimits: { ...NO_LIMITS, perDayMicros: 5_000_000 },
    former: null,
    lastUsedAt: null,
    version: 0,
    person: null,
    project: null,
    role: null,
    raise: null,
    ...changes,
  }
}

export function anEntry(keyId: string, changes: Partial<AuditEntry> = {}): AuditEntry {
  const change = { field: 'name', from: 'Ö, "x"', to: null }
  return { at: T, actor: { keyId: 'k9', name: 'somebody' }, action: 'edit', keyId, changes: [change], ...changes }
}

export function aTask(id: string, changes: Partial<Task> = {}): Task {
  const createdAt = changes.createdAt ?? T
  return freshTask({
    id,
    keyId: 'k1',
    kind: 'video',
    model: 'diorama',
    engine: 'e',
    prompt: 'a red boat',
    askedSize: '1280x720',
    effective: { width: 1280, height: 720, ratio: '16:9', seed: 7 } as unknown as Task['effective'],
    createdAt,
    queueDeadlineAt: createdAt + HOUR,
    ...changes,
  })
}

export function aFile(id: string, taskId: string, changes: Partial<FileRecord> = {}): FileRecord {
  return {
    id,
    taskId,
    keyId: 'k1',
    role: 'output',
    position: 0,
    mediaType: 'video/mp4',
    extension: 'mp4',
    bytes: 5_000_000_000,
    sha256: 'ab'.repeat(32),
    width: 1280,
    height: 720,
    durationMs: 4000,
    createdAt: T,
    credentials: { present: true, valid: true, signer: 'a "signer"', source: 'service' },
    pictureHash: null,
    clip: { fps: 23.976, hasAudio: true },
    ...changes,
  }
}

export function anOutcome(task: Pick<Task, 'id' | 'webhookUrl'>, changes: Partial<Outcome> = {}): Outcome {
  const status = changes.status ?? 'success'
  const finishedAt = changes.finishedAt ?? T + 9_000
  const url = task.webhookUrl
  return {
    status,
    error: status === 'failed' ? { code: 'provider_error', message: 'The model failed.' } : null,
    finishedAt,
    files: [],
    warnings: [],
    deliveries:
      url === null
        ? []
        : [
            {
              id: `msg_${task.id}`,
              event: 'task.completed',
              url,
              host: new URL(url).host,
              body: `{"id":"${task.id}"}`,
            },
          ],
    usage: {
      taskId: task.id,
      keyId: 'k1',
      kind: 'video',
      model: 'diorama',
      engine: 'e',
      status,
      units: 4.25,
      priceMicros: 85_000,
      endUser: null,
      at: finishedAt,
    },
    cost: { micros: 85_000 },
    stopJob: false,
    settlement: null,
    ...changes,
  }
}

/** What a key used that ended at this time or later, added up by day, kind and model. */
export async function usageOf(store: Pick<Store, 'usage'>, keyId: string, from = 0): Promise<UsageSum[]> {
  return (await store.usage.sums(keyId, from, 1_000)).sums
}

/** How many tasks are on a key's bill. */
export async function billed(store: Pick<Store, 'usage'>, keyId: string): Promise<number> {
  return (await usageOf(store, keyId)).reduce((sum, { tasks }) => sum + tasks, 0)
}

/** The process that the tests claim for, unless they say otherwise; it has joined every store. */
export const OWNER = 'o1'

export function aClaim(token: string, changes: Partial<ClaimRequest> = {}): ClaimRequest {
  const limit = changes.limit ?? 1
  return { engine: 'e', owner: OWNER, token, now: T, limit, wakeLimit: limit, crowd: 0, cap: null, ...changes }
}

export function aDeliveryClaim(token: string, changes: Partial<DeliveryClaim> = {}): DeliveryClaim {
  const now = changes.now ?? T + 10_000
  return { token, now, leaseUntil: now + 30_000, limit: 100, perHost: 8, hostLimits: {}, ...changes }
}

/** What others do when this owner has died: its rows are free again. */
export async function buried(store: Store, owner = OWNER, now = T, witnessed = false): Promise<void> {
  await store.owners.bury([{ id: owner, beat: null }], { witnessed, now })
  if (owner === OWNER) await store.owners.join(OWNER)
}

/** Inserts tasks in this order, making the keys that are missing. They come in one turn, so that they share a commit. */
export async function insertAll(store: Store, tasks: readonly (Task | NewTask)[]): Promise<void> {
  const entries = tasks.map((each) => ('task' in each ? each : { task: each, references: [], idempotency: null }))
  for (const keyId of new Set(entries.map(({ task }) => task.keyId))) {
    if ((await store.keys.find(keyId)) === undefined) await store.keys.insert(aKey(keyId))
  }
  await Promise.all(entries.map((entry) => store.queue.insert(entry)))
}

/** Brings tasks with a webhook to their end, so that each has a delivery: `msg_10000`, `msg_10001` … */
export async function insertDeliveries(store: Store, hosts: readonly string[], at = T + 9_000): Promise<void> {
  const tasks = hosts.map((host, index) => aTask(String(10_000 + index), { webhookUrl: `https://${host}/hook` }))
  await insertAll(store, tasks)
  await Promise.all(
    tasks.map((task, index) => store.queue.finishAny(task.id, anOutcome(task, { finishedAt: at + index }))),
  )
}

export function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

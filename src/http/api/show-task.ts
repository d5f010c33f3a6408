import { addressFile, type AddressDeps } from '../../actions/reading/read-task.ts'
import type { DeliveryRecord } from '../../actions/webhooks/deliveries.ts'
import type { Foresight } from '../../actions/reading/foresee-end.ts'
import type { Receipt } from '../../actions/reading/read-receipt.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import { usdOf } from '../../core/money/cost.ts'
import type { SecondsRange } from '../../core/tasks/durations.ts'
import { type FileRecord, hasThumbnail, thumbnailUrl } from '../../core/files/file-record.ts'
import type { EffectiveParameters, Task } from '../../core/tasks/task.ts'
import { costSeconds, eventNumber } from '../../core/webhook.ts'
import {
  type DeliverySchema,
  type ReceiptSchema,
  showAsked,
  showSettings,
  type TaskFile,
  type TaskSummary,
} from './task-schemas.ts'
import type { Static } from '../answer/schema.ts'

/** A task in brief. */
export function showSummary(task: Task, eta: SecondsRange | null): Static<typeof TaskSummary> {
  const { id, kind, model, status, step, progress, error } = task
  const times = { created: seconds(task.createdAt), started: orNull(task.startedAt), finished: orNull(task.finishedAt) }
  return { id, object: 'task', kind, model, status, step, progress, ...times, eta, error }
}

/** A task in full. */
export async function showReceipt(
  receipt: Receipt,
  foresight: Foresight,
  { addresses: deps, caller }: { addresses: AddressDeps; caller: Pick<ApiKey, 'id'> },
): Promise<Static<typeof ReceiptSchema>> {
  const { task } = receipt
  const ended = task.finishedAt
  return {
    ...showSummary(task, await foresight.left(task, receipt.queuePosition)),
    queue_position: receipt.queuePosition,
    waits_for: waitsFor(task),
    end_user: task.endUser,
    prompt: task.prompt,
    asked: showAsked(task),
    effective: task.effective === null ? null : showEffective(task.effective),
    warnings: receipt.warnings,
    group: task.groupIds,
    remix_of: task.remixOf,
    attempts: task.attempts,
    queue_seconds:
      task.startedAt === null && ended === null ? null : costSeconds(task.createdAt, task.startedAt ?? ended ?? 0),
    run_seconds: ended === null ? null : costSeconds(task.startedAt, ended),
    cost: showCost(task),
    deadline: seconds(task.runDeadlineAt ?? task.queueDeadlineAt),
    webhook_url: task.webhookUrl,
    files: await Promise.all(receipt.files.map((file) => showFile(file, receipt, deps))),
    deliveries: receipt.deliveries.map(showDelivery),
    own: task.keyId === caller.id,
  }
}

function waitsFor({ parkedBy, finishedAt, keyId }: Task): 'key' | 'user' | null {
  if (parkedBy === null || finishedAt !== null) return null
  return parkedBy === keyId ? 'key' : 'user'
}

/** A delivery with its attempts. */
export function showDelivery({ delivery, attempts }: DeliveryRecord): Static<typeof DeliverySchema> {
  return {
    number: eventNumber(delivery.event),
    webhook_id: delivery.id,
    event: delivery.event,
    url: delivery.url,
    status: delivery.status,
    next_attempt: delivery.status === 'pending' && delivery.leaseToken === null ? seconds(delivery.nextRunAt) : null,
    attempts: attempts.map(({ number, at, durationMs, status, error, answer }) => ({
      number,
      at: seconds(at),
      duration_ms: durationMs,
      status,
      error,
      answer,
    })),
  }
}

async function showFile(
  file: FileRecord,
  { task, files: all }: Receipt,
  deps: AddressDeps,
): Promise<Static<typeof TaskFile>> {
  const { role, mediaType, bytes, sha256, width, height, durationMs, credentials } = file
  const address = role === 'reference' ? null : await addressFile(deps, file)
  const cover = all.find((other) => other.role === 'cover' && other.position === file.position) ?? null
  return {
    url: address?.url ?? null,
    url_expires_at: address?.expiresAt ?? null,
    thumbnail_url: address !== null && hasThumbnail(file, cover) ? thumbnailUrl(deps, file) : null,
    role,
    reference_role: (role === 'reference' ? task.references[file.position]?.role : undefined) ?? null,
    type: mediaType,
    bytes,
    sha256,
    width,
    height,
    seconds: orNull(durationMs),
    ...showClip(file),
    credentials,
  }
}

/** Facts about a clip other than its length. */
export function showClip({ clip }: Pick<FileRecord, 'clip'>): { fps: number | null; has_audio: boolean | null } {
  return { fps: clip?.fps ?? null, has_audio: clip?.hasAudio ?? null }
}

function showEffective(effective: EffectiveParameters): Static<typeof ReceiptSchema>['effective'] {
  const { ratio, width, height, resolution, seed, settings } = effective
  return { aspect_ratio: ratio, width, height, resolution, seed, ...showSettings(settings) }
}

/** The cost, once it is decided. */
export function showCost({ cost, finishedAt }: Task): Static<typeof ReceiptSchema>['cost'] {
  if (finishedAt === null) return null
  const { micros = null, source = null, basis = 'It ended before costs were recorded.' } = cost ?? {}
  return { usd: usdOf(micros), source, basis }
}

function seconds(ms: number): number {
  return ms / 1000
}

function orNull(ms: number | null): number | null {
  return ms === null ? null : seconds(ms)
}

import { readReceipt } from '../../actions/reading/read-receipt.ts'
import { addressFile } from '../../actions/reading/read-task.ts'
import { ERRORS } from '../../core/errors.ts'
import type { FileRecord } from '../../core/files/file-record.ts'
import { usdOf } from '../../core/money/cost.ts'
import { askedOf } from '../../core/tasks/generation-request.ts'
import { isFinal, type Task } from '../../core/tasks/task.ts'
import { costSeconds } from '../../core/webhook.ts'
import { asAsked } from '../edge/request-headers.ts'
import { LONGEST_WAIT_SECONDS } from './arguments.ts'
import { adviceFor, type Content, type ToolAnswer, type ToolCall } from './tool.ts'

/** The receipt's facts about a result: enough to download, check and use it. */
export type ShownFile = ReturnType<typeof showFile>
export type ShownReceipt = Awaited<ReturnType<typeof showReceipt>>

/** A task in a list. */
export function showSummary(task: Task) {
  const { id, kind, model, status, progress, error } = task
  return { task_id: id, kind, model, status, progress, created: task.createdAt / 1000, error: showError(error) }
}

/** Everything that an assistant needs to know about a task, under the names of the receipt, and what to call next. */
export async function showReceipt({ parts, caller, request }: ToolCall, id: string) {
  const { task, files, queuePosition, warnings } = await readReceipt(parts, caller, id)
  const addresses = asAsked(parts, request)
  const { startedAt, finishedAt, effective } = task
  return {
    ...showSummary(task),
    step: task.step,
    queue_position: queuePosition,
    started: startedAt === null ? null : startedAt / 1000,
    finished: finishedAt === null ? null : finishedAt / 1000,
    run_seconds: finishedAt === null ? null : costSeconds(startedAt, finishedAt),
    prompt: task.prompt,
    asked: askedOf(task),
    effective: effective === null ? null : showEffective(effective),
    cost: task.cost === null ? null : { usd: usdOf(task.cost.micros), basis: task.cost.basis ?? null },
    warnings,
    // The results come first, then their covers.
    files: await Promise.all(
      [...ofRole(files, 'output'), ...ofRole(files, 'cover')].map(async (file) =>
        showFile(file, await addressFile(addresses, file)),
      ),
    ),
    next: isFinal(task.status) ? null : nextCall(id),
  }
}

function ofRole(files: readonly FileRecord[], role: FileRecord['role']): FileRecord[] {
  return files.filter((file) => file.role === role)
}

function nextCall(taskId: string) {
  return { tool: 'get_task', arguments: { task_id: taskId, wait_seconds: LONGEST_WAIT_SECONDS } }
}

function showEffective({ ratio, width, height, resolution, seed, settings }: NonNullable<Task['effective']>) {
  return { aspect_ratio: ratio, width, height, resolution, seed, ...settings }
}

function showError(error: Task['error']) {
  if (error === null) return null
  return { ...error, retryable: ERRORS[error.code].retryable, advice: adviceFor(error.code) }
}

function showFile(file: FileRecord, { url, expiresAt }: { url: string; expiresAt: number | null }) {
  const { id, role, mediaType, extension, bytes, sha256, width, height, durationMs, credentials } = file
  return {
    file_id: id,
    name: `${id}.${extension}`,
    role,
    url,
    url_expires_at: expiresAt,
    type: mediaType,
    bytes,
    sha256,
    width,
    height,
    seconds: durationMs === null ? null : durationMs / 1000,
    credentials,
  }
}

/** Describes a task; for a successful one, shows a small picture and the URL of the original. */
export async function showTask(call: ToolCall, task: Task, notes: readonly string[] = []): Promise<ToolAnswer> {
  const receipt = await showReceipt(call, task.id)
  const made = receipt.status === 'success' ? await call.parts.previews.of(task) : []
  const previews = made === 'later' ? [] : made
  const seen =
    made === 'later' ? ['Its preview is not ready yet: call get_task to see it.'] : made.map(({ what }) => what)
  const lines = [sentence(receipt), ...notes, ...seen, ...receipt.warnings.map((text) => `Warning: ${text}`)]
  return {
    content: [
      { type: 'text', text: lines.join('\n') },
      ...previews.map(({ data, mimeType }): Content => ({ type: 'image', data, mimeType })),
      ...receipt.files.filter(({ role }) => role === 'output').map(linkTo),
    ],
    structuredContent: receipt,
  }
}

function sentence(receipt: ShownReceipt): string {
  const { task_id: id, status, error, kind } = receipt
  if (status === 'success') {
    const addresses = receipt.files.filter(({ role }) => role === 'output').map(({ url }) => url)
    return `Task ${id} is done. The ${kind} is at ${addresses.join(' and ')}`
  }
  if (error !== null) return `Task ${id} failed with ${error.code}: ${error.message} ${error.advice}`
  const { queue_position: place, progress } = receipt
  const where = place === null ? `running, ${progress} % done` : `queued at position ${place}`
  const call = JSON.stringify(receipt.next?.arguments ?? {})
  return `Task ${id} is ${where}. It continues in the background. Call get_task with ${call} to wait for it.`
}

function linkTo(file: ShownFile): Content {
  const { name, url: uri, type: mimeType, bytes: size, sha256, width, height, seconds } = file
  const shape = width === null || height === null ? '' : `${width}x${height}, `
  const length = seconds === null ? '' : `${seconds} s, `
  const description = `The original: ${shape}${length}${size} bytes, sha256 ${sha256}`
  return { type: 'resource_link', uri, name, mimeType, size, description }
}

/** Whether a call that creates something has failed. */
export function hasFailed({ status }: Task): boolean {
  return isFinal(status) && status !== 'success'
}

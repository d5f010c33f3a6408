import { readOutputs } from '../../../actions/reading/read-task.ts'
import type { FileRecord } from '../../../core/files/file-record.ts'
import type { Task, TaskStatus } from '../../../core/tasks/task.ts'
import type { Static } from '../../answer/schema.ts'
import type { ServerParts } from '../../server-parts.ts'
import type { Video } from '../operations.ts'

const STATUS_HERE = {
  pending: 'queued',
  processing: 'in_progress',
  success: 'completed',
  failed: 'failed',
} as const satisfies Record<TaskStatus, string>

/** Shows a task of any interface as a video. */
export async function showVideo(parts: ServerParts, task: Task): Promise<Static<typeof Video>> {
  const [output] = task.status === 'success' ? await readOutputs(parts, task.id) : []
  return {
    id: task.id,
    object: 'video',
    model: task.model,
    status: STATUS_HERE[task.status],
    progress: task.status === 'success' ? 100 : Math.floor(task.progress),
    created_at: Math.floor(task.createdAt / 1000),
    completed_at: task.finishedAt === null ? null : Math.floor(task.finishedAt / 1000),
    expires_at: null,
    prompt: task.prompt,
    seconds: secondsOf(parts, task, output?.file),
    size: sizeOf(output?.file) ?? sizeOf(task.effective),
    remixed_from_video_id: task.remixOf,
    // A failure without a reason would be polled for ever by some.
    error: task.status === 'failed' ? (task.error ?? { code: 'internal_error', message: 'The task failed.' }) : null,
  }
}

/** How long the clip is, at once where the model always makes the same: gateways count by what the first answer says. */
function secondsOf({ catalog }: ServerParts, { model, settings }: Task, file: FileRecord | undefined): string | null {
  const seconds = settings?.seconds ?? catalog.find('video', model)?.seconds ?? (file?.durationMs ?? 0) / 1000
  return seconds > 0 ? String(Math.round(seconds * 10) / 10) : null
}

function sizeOf(sides: { width: number | null; height: number | null } | null | undefined): string | null {
  const { width = null, height = null } = sides ?? {}
  return width === null || height === null ? null : `${width}x${height}`
}

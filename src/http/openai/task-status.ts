import type { TaskStatus } from '../../core/tasks/task.ts'

/** The pace that these clients keep where nobody tells them another. */
export const POLL_AFTER_MS = 5_000

/** How a task stands, in the words of these clients. */
export const STATUS_HERE = {
  pending: 'queued',
  processing: 'in_progress',
  success: 'completed',
  failed: 'failed',
} as const satisfies Record<TaskStatus, string>

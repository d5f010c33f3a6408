import type { TaskStatus } from '../../core/tasks/task.ts'

/** The default polling interval of these clients. */
export const POLL_AFTER_MS = 5_000

/** The status of a task, in these clients' terms. */
export const STATUS_HERE = {
  pending: 'queued',
  processing: 'in_progress',
  success: 'completed',
  failed: 'failed',
} as const satisfies Record<TaskStatus, string>

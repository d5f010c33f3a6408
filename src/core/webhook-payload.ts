import { fileUrl, type FileBases, type FileRecord } from './file-record.ts'
import type { TaskError } from './task.ts'

type Finished = {
  id: string
  startedAt: number | null
  finishedAt: number
  error: TaskError | null
  outputs: readonly Pick<FileRecord, 'id' | 'extension'>[]
  bases: FileBases
}

/** The body of the completion webhook, as the text that is signed and sent on every attempt. */
export function webhookBody(task: Finished): string {
  const taskCostTime = costSeconds(task.startedAt, task.finishedAt)
  return JSON.stringify({
    id: task.id,
    object: 'task_result',
    created: Math.floor(task.finishedAt / 1000),
    status: task.error === null ? 'success' : 'failed',
    result: {
      images: task.outputs.map((file) => ({
        fileUrl: fileUrl(task.bases, file),
        fileType: file.extension,
        taskCostTime,
      })),
    },
    error: task.error === null ? null : task.error.message,
    taskCostTime,
  })
}

/** Seconds from the start of processing to the result, with at most three decimals; 0 for a task that never started. */
export function costSeconds(startedAt: number | null, finishedAt: number): number {
  return startedAt === null ? 0 : Math.max(0, finishedAt - startedAt) / 1000
}

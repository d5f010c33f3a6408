import type { FileRecord } from '../core/files/file-record.ts'
import type { Stage } from '../core/moderation.ts'
import type { Task } from '../core/tasks/task.ts'
import type { Pixels } from './images.ts'

/** A reference or a result, as the moderator sees it. */
export type JudgedFile = Pick<FileRecord, 'mediaType' | 'bytes' | 'sha256' | 'width' | 'height' | 'durationMs'> & {
  /** A small picture of it as a `data:` URL; null if none could be made. */
  preview: string | null
}

/** What the moderator is asked: references before the start, results after it. */
export type Question = Pick<Task, 'keyId' | 'kind' | 'model' | 'prompt'> & {
  stage: Stage
  taskId: string
  files: readonly JudgedFile[]
}

/** The verdict; `unknown` if there was no intelligible answer within its time. */
export type ModerationVerdict =
  | { kind: 'allowed' }
  /** The reason is meant for the caller; null if none was given. */
  | { kind: 'refused'; reason: string | null }
  | { kind: 'unknown' }

/**
 * Rates how unsafe for work a picture is, from 0 to 1, or says why it cannot. `limit` is called once its model is
 * loaded and its turn has come, and ends it.
 */
export type JudgePicture = (
  picture: Pixels,
  limit: () => AbortSignal,
) => Promise<{ score: number } | { trouble: string }>

/** The operator's moderator of prompts and results. */
export interface Moderator {
  readonly stages: ReadonlySet<Stage>
  /** True if work continues, with a warning, while there is no verdict; otherwise it waits. */
  readonly failsOpen: boolean
  /** Asks once. It never throws; the signal ends it early, as `unknown`. */
  ask(question: Question, signal: AbortSignal): Promise<ModerationVerdict>
}

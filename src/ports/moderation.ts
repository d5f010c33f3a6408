import type { FileRecord } from '../core/files/file-record.ts'
import type { Stage } from '../core/moderation.ts'
import type { Task } from '../core/tasks/task.ts'
import type { Pixels } from './images.ts'

/** A reference or a result, as the judge sees it. */
export type JudgedFile = Pick<FileRecord, 'mediaType' | 'bytes' | 'sha256' | 'width' | 'height' | 'durationMs'> & {
  /** A small picture of it as a `data:` address; null where none could be made. */
  preview: string | null
}

/** What the judge is asked: references before the start, results after it. */
export type Question = Pick<Task, 'keyId' | 'kind' | 'model' | 'prompt'> & {
  stage: Stage
  taskId: string
  files: readonly JudgedFile[]
}

/** What the judge says; `unknown` when it said nothing that can be understood within its time. */
export type ModerationVerdict =
  | { kind: 'allowed' }
  /** The reason is meant for the caller; null where none was given. */
  | { kind: 'refused'; reason: string | null }
  | { kind: 'unknown' }

/**
 * Tells how unfit for work a picture is, from 0 to 1, or why it cannot. `limit` is called once its model is loaded and its turn has come, and ends it.
 */
export type JudgePicture = (
  picture: Pixels,
  limit: () => AbortSignal,
) => Promise<{ score: number } | { trouble: string }>

/** Whoever the operator lets judge prompts and results. */
export interface Moderator {
  readonly stages: ReadonlySet<Stage>
  /** True when work goes on, with a warning, while nobody judges; otherwise it waits. */
  readonly failsOpen: boolean
  /** Asks once. It never throws; the signal ends it early, as `unknown`. */
  ask(question: Question, signal: AbortSignal): Promise<ModerationVerdict>
}

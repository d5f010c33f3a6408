import type { LocalFile, ReplacedFile } from './credentials.ts'
import type { StepFailure } from './result-step.ts'

/** What came of an order to mark a file: a marked one, or the word that files of its kind are not marked. */
export type Watermarking = ({ kind: 'marked' } & ReplacedFile) | { kind: 'left' } | StepFailure

/** A mark in pixels or sound that the operator's own hook makes. */
export interface Watermark {
  mark(file: LocalFile, signal?: AbortSignal): Promise<Watermarking>
  /** Whether a result that cannot be marked is no result. */
  isRequired: boolean
}

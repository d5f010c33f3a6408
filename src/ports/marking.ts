import type { FileCredentials, OriginClaim } from '../core/files/credentials.ts'

/** Why a step between a result and its keeping did not happen. */
export type StepFailure = {
  kind: 'failed'
  /** Fits behind "because". */
  reason: string
  /**
   * Whose fault it is: the file's, so that another try is in vain; perhaps the file's, which another try would show; or that of
   * something outside, such as a process that was killed, which says nothing of the file.
   */
  fault: 'file' | 'unsure' | 'outside'
}

/** A file that replaces another one. */
export type ReplacedFile = {
  /** It, from its beginning. */
  open(): AsyncIterable<Uint8Array>
  /** Removes it. May be called twice. */
  discard(): Promise<void>
}

/** A file on this machine. */
export type LocalFile = { path: string; mediaType: string; bytes: number }

/** What came of an order to sign. */
export type Signing =
  /** It carries credentials already, and stays as it is. */
  | { kind: 'there'; valid: boolean; signer: string | null }
  | ({
      kind: 'signed'
      signer: string | null
      /** What the receipt has to say of it. */
      warnings?: readonly string[]
    } & ReplacedFile)
  | StepFailure

/** What a file that somebody brought says of itself; `valid` is null where that could not be checked. */
export type BroughtCredentials = Pick<FileCredentials, 'present' | 'valid' | 'signer'>

/** Content Credentials: statements of origin inside of files (C2PA). */
export interface Credentials {
  /** Tells by structure alone whether a file carries credentials. */
  isSigned(path: string): Promise<boolean>
  /** Reads and checks what a file of anybody says of its origin; absent where nobody can. */
  check?: (file: LocalFile, asker: string) => Promise<BroughtCredentials>
  /** Signs a file that carries none; absent where the operator has nothing signed. */
  sign?: (file: LocalFile, claim: OriginClaim, inputs: readonly LocalFile[], asker: string) => Promise<Signing>
  /** Whether a result that cannot be signed is no result. */
  isRequired: boolean
}

/** What came of an order to mark a file: a marked one, or the word that files of its kind are not marked. */
export type Watermarking = ({ kind: 'marked' } & ReplacedFile) | { kind: 'left' } | StepFailure

/** A mark in pixels or sound that the operator's own hook makes. */
export interface Watermark {
  mark(file: LocalFile, signal?: AbortSignal): Promise<Watermarking>
  /** Whether a result that cannot be marked is no result. */
  isRequired: boolean
}

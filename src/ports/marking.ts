import type { FileCredentials, OriginClaim } from '../core/files/credentials.ts'

/** Why a step between a result and its storage did not happen. */
export type StepFailure = {
  kind: 'failed'
  /** Fits behind "because". */
  reason: string
  /**
   * Where the fault lies: in the file, so that a retry is useless; perhaps in the file, which a retry would show; or
   * outside, such as a killed process, which says nothing about the file.
   */
  fault: 'file' | 'unsure' | 'outside'
}

/** A file that replaces another one. */
export type ReplacedFile = {
  /** The file, from its beginning. */
  open(): AsyncIterable<Uint8Array>
  /** Removes it. May be called twice. */
  discard(): Promise<void>
}

/** A file on this machine. */
export type LocalFile = { path: string; mediaType: string; bytes: number }

/** The outcome of an order to sign. */
export type Signing =
  /** It carries credentials already, and stays unchanged. */
  | { kind: 'there'; valid: boolean; signer: string | null }
  | ({
      kind: 'signed'
      signer: string | null
      /** The receipt's warnings about it. */
      warnings?: readonly string[]
    } & ReplacedFile)
  | StepFailure

/** What an uploaded file says about itself; `valid` is null if that could not be checked. */
export type BroughtCredentials = Pick<FileCredentials, 'present' | 'valid' | 'signer'>

/** Content Credentials: statements of origin inside files (C2PA). */
export interface Credentials {
  /** Whether a file carries credentials, judged only by its structure; `whole` is all of it, if that is in memory. */
  isSigned(path: string, whole?: Uint8Array): Promise<boolean>
  /** Reads and checks what any file says about its origin; absent if this process cannot. */
  check?: (file: LocalFile, asker: string) => Promise<BroughtCredentials>
  /** Signs a file without credentials; absent if the operator has signing turned off. */
  sign?: (file: LocalFile, claim: OriginClaim, inputs: readonly LocalFile[], asker: string) => Promise<Signing>
  /** Whether a result that cannot be signed is worthless. */
  isRequired: boolean
}

/** The outcome of an order to mark a file: a marked one, or the statement that files of its kind are not marked. */
export type Watermarking = ({ kind: 'marked' } & ReplacedFile) | { kind: 'left' } | StepFailure

/** A mark in pixels or sound, made by the operator's own hook. */
export interface Watermark {
  mark(file: LocalFile, signal?: AbortSignal): Promise<Watermarking>
  /** Whether a result that cannot be marked is worthless. */
  isRequired: boolean
}

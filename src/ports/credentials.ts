import type { FileCredentials, OriginClaim } from '../core/files/credentials.ts'
import type { StepFailure } from './result-step.ts'

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

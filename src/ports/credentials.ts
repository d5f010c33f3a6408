import type { OriginClaim } from '../core/files/credentials.ts'
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

/** Content Credentials: statements of origin inside of files (C2PA). */
export interface Credentials {
  /** Tells by structure alone whether a file carries credentials. */
  isSigned(path: string): Promise<boolean>
  /** Signs a file that carries none; absent where the operator has nothing signed. */
  sign?: (file: LocalFile, claim: OriginClaim, inputs: readonly LocalFile[], asker: string) => Promise<Signing>
  /** Whether a result that cannot be signed is no result. */
  isRequired: boolean
}

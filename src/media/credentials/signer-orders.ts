import type { OriginClaim } from '../../core/files/credentials.ts'
import type { LocalFile } from '../../ports/credentials.ts'
import type { Allowance } from '../decoder-orders.ts'

/** What is to be done with a file: signed into another one, or only read. */
export type SignerWork =
  | {
      kind: 'sign'
      file: LocalFile
      /** Where the signed file goes. */
      into: string
      claim: OriginClaim
      inputs: readonly LocalFile[]
      generator: { name: string; version: string }
    }
  | { kind: 'read'; file: LocalFile }

/** Who signs: certificates without the root, the signer's own first, and its key. */
export type Identity = { chain: readonly Uint8Array[]; pem: string }

export type SignerOrder = { work: SignerWork; identity: Identity | undefined; allowance: Allowance }

/** What a file says of itself. */
export type FoundCredentials = {
  kind: 'found'
  valid: boolean
  signer: string | null
  /** The codes of what is wrong, in C2PA's words. */
  problems: readonly string[]
  /** The whole story as JSON. */
  story: string
}

export type SignerResult = FoundCredentials | { kind: 'none' } | { kind: 'signed' }

export type SignerReport =
  | { kind: 'ready' }
  | { kind: 'done'; result: SignerResult }
  | { kind: 'failed'; message: string }
  /** Reading or writing a file failed: that is the machine's fault. */
  | { kind: 'outside'; message: string }
  | { kind: 'over'; what: 'time' | 'memory' }

/** What the thread that holds the library is told, and what it says: it never has the key. */
export type ThreadOrder = { work: SignerWork; signing: { name: string; bytes: number } | undefined }
export type ThreadReport =
  | { kind: 'claim'; claim: Uint8Array }
  | Extract<SignerReport, { kind: 'done' | 'failed' | 'outside' }>

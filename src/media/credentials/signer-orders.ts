import type { OriginClaim } from '../../core/files/credentials.ts'
import type { LocalFile } from '../../ports/marking.ts'
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
  | {
      kind: 'read'
      file: LocalFile
      /** Whether the whole story is wanted: a stranger's may be as large as the file. */
      wantsStory: boolean
    }

/** How the signature is made, and how many bytes are left for it. */
export type SignatureForm = { name: string; bytes: number }

export type SignerOrder = { work: SignerWork; signing: SignatureForm | undefined; allowance: Allowance }

/** What the service answers to a claim: the signature, or nothing where none could be made. */
export type SignerReply = { reply: { signature: Uint8Array<ArrayBuffer> | null } }

/** What a file says of itself. */
export type FoundCredentials = {
  kind: 'found'
  valid: boolean
  signer: string | null
  /** The codes of what is wrong, in C2PA's words. */
  problems: readonly string[]
  /** The whole story as JSON; empty where it was not wanted. */
  story: string
}

export type SignerResult =
  | FoundCredentials
  | { kind: 'none' }
  | {
      kind: 'signed'
      /** How many inputs it does not tell of, because what they say of themselves cannot be read. */
      leftOut: number
    }

export type SignerReport =
  | { kind: 'ready' }
  /** It wants these bytes signed: the key never leaves the service. */
  | { kind: 'ask'; claim: Uint8Array }
  | { kind: 'done'; result: SignerResult }
  | { kind: 'failed'; message: string }
  /** Reading or writing a file failed: that is the machine's fault. */
  | { kind: 'outside'; message: string }
  | { kind: 'over'; what: 'time' | 'memory' }

/** What the thread that holds the library is told, and what it says. */
export type ThreadOrder = Pick<SignerOrder, 'work' | 'signing'>
export type ThreadReport = Exclude<SignerReport, { kind: 'ready' | 'over' }>

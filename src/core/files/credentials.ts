import type { OperatorHook } from '../operator-hook.ts'

/** What a file says of its own origin (C2PA), as far as anybody looked. */
export type FileCredentials = {
  /** Whether it carries a manifest. */
  present: boolean
  /** Whether the manifest is whole and fits the bytes; null where there is none, or nobody checked it. */
  valid: boolean | null
  /** Who signed, by the certificate; null where there is none, or nobody read it. */
  signer: string | null
  /** Whether it came so from the provider or was signed by this service; null where there is none. */
  source: 'provider' | 'service' | null
}

export const NO_CREDENTIALS: FileCredentials = { present: false, valid: null, signer: null, source: null }

/** Whether results are signed: never, wherever that can be done, or else the task fails. */
export const CREDENTIALS_MODES = ['off', 'on', 'required'] as const

export type CredentialsMode = (typeof CREDENTIALS_MODES)[number]

export type CredentialsSettings = {
  mode: CredentialsMode
  /** The files of the certificates, the signer's own first, and of its key where that is a file; absent where the mode is `off`. */
  files: { certificates: string; key: string | undefined } | undefined
  /** Who signs where the key is kept elsewhere. */
  signer: OperatorHook | undefined
  /** The authority that confirms the time of a signature (RFC 3161). */
  timeStampUrl: string | undefined
}

/** The operator's hook that marks results; where it is required, one without a mark is not kept. */
export type WatermarkSettings = { hook: OperatorHook; isRequired: boolean }

/** How a result came about, in the words of IPTC's NewsCodes. */
export type DigitalSourceType =
  | 'trainedAlgorithmicMedia'
  | 'compositeWithTrainedAlgorithmicMedia'
  /** Drawn by rules, without a trained model. */
  | 'algorithmicMedia'

/** What is stated of a result. Never its prompt: that is the caller's. */
export type OriginClaim = {
  model: string
  taskId: string
  /** When it was made, in milliseconds since 1970. */
  at: number
  sourceType: DigitalSourceType
  /** Whether it is a changed picture, the first of the inputs, rather than a new work. */
  isEdit: boolean
}

const NO_MODEL_BEHIND = new Set(['diorama', 'sandbox'])

/** The origin of what this engine made, with or without pictures of the caller. */
export function sourceTypeOf(engine: string, hasReferences: boolean): DigitalSourceType {
  if (NO_MODEL_BEHIND.has(engine)) return 'algorithmicMedia'
  return hasReferences ? 'compositeWithTrainedAlgorithmicMedia' : 'trainedAlgorithmicMedia'
}

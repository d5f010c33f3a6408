import type { OperatorHook } from '../operator-hook.ts'

/** What a file says about its own origin (C2PA), as far as anybody has looked. */
export type FileCredentials = {
  /** Whether it carries a manifest. */
  present: boolean
  /** Whether the manifest is intact and matches the bytes; null if there is none, or if it was not checked. */
  valid: boolean | null
  /** The signer, according to the certificate; null if there is none, or if it was not read. */
  signer: string | null
  /** Whether the provider or this service signed it; null if nobody did. */
  source: 'provider' | 'service' | null
}

export const NO_CREDENTIALS: FileCredentials = { present: false, valid: null, signer: null, source: null }

/** Whether results are signed: never, whenever possible, or always, so that the task fails otherwise. */
export const CREDENTIALS_MODES = ['off', 'on', 'required'] as const

export type CredentialsMode = (typeof CREDENTIALS_MODES)[number]

export type CredentialsSettings = {
  mode: CredentialsMode
  /** The certificate files, the signer's own first, and the key file if there is one; absent if the mode is `off`. */
  files: { certificates: string; key: string | undefined } | undefined
  /** The signer, if the key is kept elsewhere. */
  signer: OperatorHook | undefined
  /** The authority that confirms the time of a signature (RFC 3161). */
  timeStampUrl: string | undefined
}

/** The operator's hook that marks results; if it is required, a result without a mark is not kept. */
export type WatermarkSettings = { hook: OperatorHook; isRequired: boolean }

/** How a result was made, in the terms of IPTC's NewsCodes. */
export type DigitalSourceType =
  | 'trainedAlgorithmicMedia'
  | 'compositeWithTrainedAlgorithmicMedia'
  /** Drawn by rules, without a trained model. */
  | 'algorithmicMedia'

/** What is stated about a result. Never its prompt, which belongs to the caller. */
export type OriginClaim = {
  model: string
  taskId: string
  /** When it was made, in milliseconds since 1970. */
  at: number
  sourceType: DigitalSourceType
  /** Whether it is a changed picture, the first of the inputs, instead of a new work. */
  isEdit: boolean
}

const NO_MODEL_BEHIND = new Set(['diorama', 'sandbox'])

/** The origin of this engine's results, with or without pictures of the caller. */
export function sourceTypeOf(engine: string, hasReferences: boolean): DigitalSourceType {
  if (NO_MODEL_BEHIND.has(engine)) return 'algorithmicMedia'
  return hasReferences ? 'compositeWithTrainedAlgorithmicMedia' : 'trainedAlgorithmicMedia'
}

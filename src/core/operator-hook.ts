import type { Secret } from './keys/secret.ts'

/** A hook of the operator: a URL, or a command on this machine. */
export type OperatorHook = { timeoutMs: number } & (
  | { url: string; token: Secret | undefined }
  | { command: readonly string[] }
)

import type { Secret } from './keys/secret.ts'

/** Something of the operator's own that is asked on the way: an address, or a command on this machine. */
export type OperatorHook = { timeoutMs: number } & (
  | { url: string; token: Secret | undefined }
  | { command: readonly string[] }
)

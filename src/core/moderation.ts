import type { Secret } from './keys/secret.ts'

/** When the operator's moderator is asked: before a start, and before a result is shown. */
export const STAGES = ['prompt', 'result'] as const
export type Stage = (typeof STAGES)[number]

/** What the operator wants checked in addition to the models' own checks. */
export type ModerationSettings = {
  /** A file with one word or phrase per line. */
  readonly wordsFile: string | undefined
  readonly hook: HookSettings | undefined
  readonly judge: JudgeSettings | undefined
}

/** When the moderator is asked, and what happens while it does not respond. */
type AskSettings = {
  readonly stages: readonly Stage[]
  /** True if work continues, with a warning, while there is no verdict; otherwise it waits. */
  readonly failsOpen: boolean
  readonly timeoutMs: number
}

/** Who is asked about prompts and results, and how. */
export type HookSettings = AskSettings & { readonly url: string; readonly secret: Secret | undefined }

/** A model on this machine that judges pictures: a score this high or higher is refused. */
export type JudgeSettings = AskSettings & { readonly model: string; readonly threshold: number }

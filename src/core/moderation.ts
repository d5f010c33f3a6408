import type { Secret } from './keys/secret.ts'

/** When the operator's own judge is asked: before a start, and before a result is shown. */
export const STAGES = ['prompt', 'result'] as const
export type Stage = (typeof STAGES)[number]

/** What the operator wants checked beside what models refuse by themselves. */
export type ModerationSettings = {
  /** A file with a word or phrase a line. */
  readonly wordsFile: string | undefined
  readonly hook: HookSettings | undefined
  readonly judge: JudgeSettings | undefined
}

/** When somebody is asked, and what holds while nobody answers. */
type AskSettings = {
  readonly stages: readonly Stage[]
  /** True when work goes on, with a warning, while nobody judges; otherwise it waits. */
  readonly failsOpen: boolean
  readonly timeoutMs: number
}

/** Who is asked about prompts and results, and how. */
export type HookSettings = AskSettings & { readonly url: string; readonly secret: Secret | undefined }

/** A model on this machine that judges pictures: what it scores this high, or higher, is refused. */
export type JudgeSettings = AskSettings & { readonly model: string; readonly threshold: number }

import type { ApiKey } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import type { GenerationRequest } from '../core/generation-request.ts'
import type { WordList } from '../core/word-list.ts'
import type { Log } from '../ports/runtime.ts'

export type WordDeps = {
  log: Log
  /** Words that the operator refuses; absent where there is no list. */
  words?: WordList | undefined
}

/** Refuses a prompt that holds a word of the operator's list. Which one, only the operator learns: who knows it, spells it otherwise. */
export function refuseWords(deps: WordDeps, { caller, request }: { caller: ApiKey; request: GenerationRequest }): void {
  const line = deps.words?.(request.prompt)
  if (line === undefined) return
  const { kind, model } = request
  deps.log.info('a prompt was refused by the list of words', { keyId: caller.id, kind, model, line })
  const message = 'The prompt is refused by the rules of this service. Nothing was started, and nothing is charged.'
  throw new AppError('content_policy_violation', message, { param: 'prompt' })
}

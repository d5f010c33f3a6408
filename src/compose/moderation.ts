import type { Moderation } from '../actions/running/ask-moderator.ts'
import { ConfigError } from '../config.ts'
import type { HookSettings, JudgeSettings, ModerationSettings } from '../core/moderation.ts'
import type { WordList } from '../core/text/word-list.ts'
import { httpModerator } from '../moderation/http-moderator.ts'
import { allModerators } from '../moderation/local-moderator.ts'
import { readWordsFile } from '../moderation/read-words-file.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import type { Moderator } from '../ports/moderation.ts'
import type { Clock, Log } from '../ports/runtime.ts'

// The operator named the address, so a private one is allowed. The metadata services of clouds are refused all the
// same.
const ANYWHERE = ['0.0.0.0/0', '::/0']

type Given = Omit<Moderation, 'moderator'> & {
  clock: Clock
  log: Log
  /** Opens a model on this machine that judges pictures. */
  openJudge: (settings: JudgeSettings) => Promise<Moderator>
}

/** The operator's moderation: the word list when a request arrives, the rest in the workers. */
export async function openModeration(
  { wordsFile, hook, judge }: ModerationSettings,
  { clock, log, openJudge, ...media }: Given,
): Promise<{ words?: WordList; moderation?: Moderation }> {
  const words = wordsFile === undefined ? undefined : await readWordsFile(wordsFile)
  if (words !== undefined && typeof words !== 'function')
    throw new ConfigError([`MEDIAGEN_MODERATION_WORDS: ${wordsFile} ${words.problem}`])
  const moderators: Moderator[] = []
  if (judge !== undefined) moderators.push(await openJudge(judge))
  if (hook !== undefined) moderators.push(openHook(hook, { clock, log }))
  const [first, ...others] = moderators
  const moderator = first === undefined ? undefined : allModerators([first, ...others])
  return {
    ...(words === undefined ? {} : { words }),
    ...(moderator === undefined ? {} : { moderation: { ...media, moderator } }),
  }
}

function openHook(hook: HookSettings, { clock, log }: { clock: Clock; log: Log }): Moderator {
  return httpModerator({ fetch: guardedFetch({ allow: ANYWHERE, clock }), clock, log }, hook)
}

import type { Moderation } from '../actions/running/ask-moderator.ts'
import { ConfigError } from '../config.ts'
import type { HookSettings, ModerationSettings } from '../core/moderation.ts'
import type { WordList } from '../core/text/word-list.ts'
import { httpModerator } from '../moderation/http-moderator.ts'
import { readWordsFile } from '../moderation/read-words-file.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import type { Moderator } from '../ports/moderation.ts'
import type { Clock, Log } from '../ports/runtime.ts'

// The operator named the address, so it may be any of their own. Where clouds hand out credentials is refused all the same.
const ANYWHERE = ['0.0.0.0/0', '::/0']

type Given = Omit<Moderation, 'moderator'> & { clock: Clock; log: Log }

/** What the operator wants checked: words when a request comes in, the rest by whoever does the work. */
export async function openModeration(
  { wordsFile, hook }: ModerationSettings,
  { clock, log, ...media }: Given,
): Promise<{ words?: WordList; moderation?: Moderation }> {
  const words = wordsFile === undefined ? undefined : await readWordsFile(wordsFile)
  if (words !== undefined && typeof words !== 'function')
    throw new ConfigError([`MEDIAGEN_MODERATION_WORDS: ${wordsFile} ${words.problem}`])
  return {
    ...(words === undefined ? {} : { words }),
    ...(hook === undefined ? {} : { moderation: { ...media, moderator: openHook(hook, { clock, log }) } }),
  }
}

function openHook(hook: HookSettings, { clock, log }: { clock: Clock; log: Log }): Moderator {
  return httpModerator({ fetch: guardedFetch({ allow: ANYWHERE, clock }), clock, log }, hook)
}

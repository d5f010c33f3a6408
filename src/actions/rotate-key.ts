import { apiKeyHint, hashApiKey, newApiKeyText, type ApiKey } from '../core/api-key.ts'
import type { Actor } from '../core/audit.ts'
import { AppError } from '../core/errors.ts'
import type { KeyDeps } from './create-key.ts'
import { ENVIRONMENT_KEY_ID, findLivingKey } from './find-key.ts'

export const USUAL_OVERLAP_MS = 24 * 60 * 60 * 1000
/** A text that works beside the new one for longer than this was not replaced. */
export const MOST_OVERLAP_MS = 90 * USUAL_OVERLAP_MS

type Rotation = { overlapMs: number; actor: Actor }

/**
 * Gives a key another text; all else about it stays. The text before works until the overlap has passed, and the one before
 * that, if it still did, no longer: two are enough to change over, and each more is one to lose.
 */
export async function rotateKey(
  deps: KeyDeps,
  id: string,
  { overlapMs, actor }: Rotation,
): Promise<{ key: ApiKey; text: string }> {
  if (id === ENVIRONMENT_KEY_ID)
    throw new AppError(
      'key_conflict',
      'The text of this key is what MEDIAGEN_API_KEY says. Change it there and restart.',
    )
  if (overlapMs === 0 && actor.keyId === id) throw lostAnswer()
  const text = newApiKeyText(deps.random.bytes)
  for (;;) {
    const key = await findLivingKey(deps, id)
    const now = deps.clock.now()
    const former = overlapMs === 0 ? null : { hash: key.hash, until: now + overlapMs }
    const fresh = { hash: hashApiKey(text), hint: apiKeyHint(text), former }
    const changes = [
      { field: 'hint', from: key.hint, to: fresh.hint },
      { field: 'formerTextUntil', from: secondsOf(key.former?.until), to: secondsOf(former?.until) },
    ]
    const entry = { at: now, actor, action: 'rotate' as const, keyId: id, changes }
    if (await deps.store.keys.change(key, fresh, entry))
      return { key: { ...key, ...fresh, version: key.version + 1 }, text }
  }
}

function secondsOf(time: number | undefined): number | null {
  return time === undefined ? null : Math.floor(time / 1000)
}

function lostAnswer(): AppError {
  const message =
    'This is the key that you call with: were the answer lost, you would be locked out. Give an overlap, or use another ' +
    'key with the admin scope, or the command line.'
  return new AppError('key_conflict', message)
}

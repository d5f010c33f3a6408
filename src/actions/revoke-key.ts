import { COMMAND_LINE, type Actor } from '../core/audit.ts'
import { AppError } from '../core/errors.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import { findKey } from './find-key.ts'

/** Revokes a key; requests with it are refused at once, or within half a second by other processes of a fleet. */
export async function revokeKey(
  deps: { store: Pick<Store, 'keys'>; clock: Clock },
  id: string,
  actor: Actor = COMMAND_LINE,
): Promise<void> {
  if (actor.keyId === id) {
    const message =
      'This is the key that you call with: revoking it could lock you out. Use another key with the admin scope, or the ' +
      'command line.'
    throw new AppError('key_conflict', message)
  }
  await findKey(deps, id)
  const at = deps.clock.now()
  if (await deps.store.keys.revoke(id, at, { at, actor, action: 'revoke', keyId: id, changes: [] })) return
  throw new AppError('key_conflict', 'This key was revoked before.')
}

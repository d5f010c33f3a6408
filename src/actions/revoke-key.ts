import { AppError } from '../core/errors.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

/** Revokes a key; requests with it are refused at once, or within half a second by other processes of a fleet. */
export async function revokeKey(deps: { store: Pick<Store, 'keys'>; clock: Clock }, id: string): Promise<void> {
  if (await deps.store.keys.revoke(id, deps.clock.now())) return
  throw new AppError('invalid_parameter', `There is no usable key with the id '${id}'. 'keys list' shows them.`)
}

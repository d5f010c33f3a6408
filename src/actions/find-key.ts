import type { ApiKey } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import type { Store } from '../ports/store.ts'

/** The id of the key that the environment dictates; its text may change between starts, its tasks stay its own. */
export const ENVIRONMENT_KEY_ID = 'key_environment'

// What is no id is not looked for: a database may not even be able to ask for it.
const KEY_ID = /^\w{1,64}$/

/** The key with this id, whatever its state. */
export async function findKey(deps: { store: Pick<Store, 'keys'> }, id: string): Promise<ApiKey> {
  const key = KEY_ID.test(id) ? await deps.store.keys.find(id) : undefined
  if (key === undefined)
    throw new AppError('key_not_found', 'There is no key with this id. List the keys to see their ids.')
  return key
}

/** The same for whoever wants to change it: what was revoked stays as it was when it ended. */
export async function findLivingKey(deps: { store: Pick<Store, 'keys'> }, id: string): Promise<ApiKey> {
  const key = await findKey(deps, id)
  if (key.revokedAt === null) return key
  throw new AppError('key_conflict', 'This key was revoked and cannot be changed any more. Make a new one.')
}

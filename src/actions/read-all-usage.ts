import type { Store } from '../ports/store.ts'
import { readUsage, type UsageDay, type UsageDeps } from './read-usage.ts'

export type KeyUsageDay = UsageDay & { key_id: string; key_name: string }

// Few enough to leave the database room for others.
const KEYS_AT_A_TIME = 8

/** What each key used, by day and model, in the order of days; of one key alone where it is named. */
export async function readAllUsage(
  deps: UsageDeps & { store: Pick<Store, 'keys'> },
  { days, keyId }: { days: number; keyId?: string | undefined },
): Promise<KeyUsageDay[]> {
  const keys = (await deps.store.keys.list()).filter(({ id }) => keyId === undefined || id === keyId)
  const lines: KeyUsageDay[] = []
  for (let at = 0; at < keys.length; at += KEYS_AT_A_TIME) {
    const read = keys.slice(at, at + KEYS_AT_A_TIME).map(async (key) => {
      const own = await readUsage(deps, key, days)
      return own.map((line) => ({ ...line, key_id: key.id, key_name: key.name }))
    })
    lines.push(...(await Promise.all(read)).flat())
  }
  return lines.sort((x, y) => (x.day < y.day ? -1 : x.day > y.day ? 1 : 0))
}

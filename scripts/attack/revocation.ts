import { createKey } from '../../src/actions/keys/create-key.ts'
import { revokeKey } from '../../src/actions/keys/change-key.ts'
import { systemClock, systemRandom } from '../../src/runtime/system.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Figure, Target } from './target.ts'

const ROUNDS = 5

/** How long a key works on after another process has revoked it: for new requests, and for a stream that is open. */
export async function revocation({ url, dataDir, databaseUrl }: Target): Promise<Figure[]> {
  const store = await openStore({ dataDir, url: databaseUrl })
  let [requests, streams] = [0, 0]
  try {
    const deps = { store, clock: systemClock, random: systemRandom }
    for (let round = 0; round < ROUNDS; round++) {
      const { key, text } = await createKey(deps, { name: 'to be revoked' })
      const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ model: 'sandbox', prompt: '[[delay 60s]]' })
      const made = await fetch(`${url}/api/ai/videos`, { method: 'POST', headers, body })
      const { id } = (await made.json()) as { id: string }
      const stream = await fetch(`${url}/api/ai/tasks/${id}/events`, { headers })
      const streamEnd = stream.text().then(() => performance.now())
      await refusedAt(url, headers, 20)
      await revokeKey(deps, key.id)
      const revoked = performance.now()
      requests = Math.max(requests, (await refusedAt(url, headers)) - revoked)
      streams = Math.max(streams, (await streamEnd) - revoked)
    }
    return [
      { what: 'a revoked key works on for', value: requests, most: 1_000, unit: 'ms' },
      { what: 'its open stream goes on for', value: streams, most: 1_000, unit: 'ms' },
    ]
  } finally {
    await store.close()
  }
}

/** When a request is refused; looks so often at most. */
async function refusedAt(url: string, headers: Record<string, string>, mostLooks = Infinity): Promise<number> {
  for (let look = 0; look < mostLooks; look++) {
    const answer = await fetch(`${url}/api/ai/models`, { headers })
    await answer.arrayBuffer()
    if (answer.status === 401) return performance.now()
  }
  return performance.now()
}

import assert from 'node:assert/strict'
import { aKey, aTask, HOUR, range, T } from './build.ts'
import type { Promised } from './driver.ts'

const CONTENT = 'repeat abc'

/** Calls that their clients may repeat, and first attempts that were refused. */
export function repeatPromises(promised: Promised): void {
  promised('open calls of one content are found, the latest first, and those of no other', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    await a.keys.insert(aKey('k2'))
    const call = (id: string, key: string, expiresAt: number, keyId = 'k1') =>
      a.queue.insert({
        task: aTask(id, { keyId }),
        references: [],
        idempotency: { key, fingerprint: `1 ${id}`, expiresAt },
      })
    await call('1001', `${CONTENT} 1001`, T + HOUR)
    await call('1002', `${CONTENT} 1`, T + 2 * HOUR)
    await call('1003', `${CONTENT}d 1003`, T + HOUR)
    await call('1004', `${CONTENT} 1004`, T + HOUR, 'k2')
    await call('1005', CONTENT, T + HOUR)
    const asked = { keyId: 'k1', content: CONTENT, now: T, most: 9 }
    const found = [
      { key: `${CONTENT} 1`, taskId: '1002', seen: '1 1002' },
      { key: `${CONTENT} 1001`, taskId: '1001', seen: '1 1001' },
    ]
    assert.deepEqual(await b.repeats.listOpen(asked), found)
    assert.deepEqual(await b.repeats.listOpen({ ...asked, most: 1 }), found.slice(0, 1))
    assert.deepEqual(await b.repeats.listOpen({ ...asked, now: T + HOUR }), found.slice(0, 1))
    await b.repeats.note({ arrived: [{ keyId: 'k1', key: `${CONTENT} 1` }], refused: [] })
    assert.deepEqual(await a.repeats.listOpen(asked), found.slice(1))
  })

  promised('of many who want to be seen with one call, in whichever processes, one is', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    const idempotency = { key: `${CONTENT} 1`, fingerprint: '1 0', expiresAt: T + HOUR }
    await a.queue.insert({ task: aTask('1001'), references: [], idempotency })
    const call = { keyId: 'k1', key: idempotency.key }
    const seen = await Promise.all(
      range(8).map((n) => (n % 2 === 0 ? a : b).repeats.see(call, { from: '1 0', to: `${n + 2} 0 1` })),
    )
    assert.equal(seen.filter(Boolean).length, 1)
    assert.equal(await a.repeats.see({ ...call, key: 'other' }, { from: '1 0', to: '2 0 1' }), false)
  })

  promised('refused attempts are counted, and each is taken once while it lasts', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    const name = { keyId: 'k1', key: 'refused x' }
    const refused = { ...name, times: 2, now: T, expiresAt: T + HOUR }
    const take = async (at = T): Promise<boolean[]> =>
      Promise.all(range(4).map((n) => (n % 2 === 0 ? a : b).repeats.takeRefused(name, at)))
    assert.deepEqual(new Set(await take()), new Set([false]))
    await a.repeats.note({ arrived: [], refused: [refused, { ...refused, key: 'refused y' }] })
    await b.repeats.note({ arrived: [], refused: [{ ...refused, times: 1 }] })
    assert.equal((await take()).filter(Boolean).length, 3)
    await a.repeats.note({ arrived: [], refused: [refused] })
    assert.deepEqual(new Set(await take(T + HOUR)), new Set([false]))
    // What has run out counts for nothing when more are refused.
    await a.repeats.note({ arrived: [], refused: [{ ...refused, times: 1, now: T + HOUR, expiresAt: T + 2 * HOUR }] })
    assert.equal((await take(T + HOUR)).filter(Boolean).length, 1)
  })
}

import assert from 'node:assert/strict'
import type { Session } from '../../src/core/keys/session.ts'
import { aKey, anEntry, HOUR, T } from './build.ts'
import type { Promised } from './driver.ts'

const PERSON = { issuer: 'https://id.example', subject: 'ann', email: 'ann@example.com', name: 'Änn "x"' }

function aSession(hash: string, changes: Partial<Session> = {}): Session {
  return { hash, keyId: 'k1', begunAt: T, endsAt: T + 9 * HOUR, idleUntil: T + HOUR, ...changes }
}

/** Browsers that are signed in. */
export function sessionPromises(promised: Promised): void {
  promised('a session is found by its digest, with the key of its person as it is now', async ({ a, b }) => {
    const key = aKey('k1', { person: PERSON })
    await a.keys.insert(key)
    await a.sessions.insert(aSession('s1'), anEntry('k1', { action: 'sign in' }))
    assert.deepEqual(await b.sessions.find('s1'), { session: aSession('s1'), key })
    assert.equal(await b.sessions.find('s2'), undefined)
    // The digest of a session is no digest of a key: what is in a cookie is not taken as a key.
    assert.equal(await b.keys.findByHash('s1'), undefined)
    await b.keys.revoke('k1', T + 5)
    assert.equal((await a.sessions.find('s1'))?.key.revokedAt, T + 5)
    assert.deepEqual(
      (await b.audit.list({ limit: 9 })).map(({ action, keyId }) => [action, keyId]),
      [['sign in', 'k1']],
    )
  })

  promised('use makes a session last longer and never shorter', async ({ a, b }) => {
    await a.keys.insert(aKey('k1', { person: PERSON }))
    await a.sessions.insert(aSession('s1'), anEntry('k1'))
    await b.sessions.extend('s1', T + 2 * HOUR)
    await a.sessions.extend('s1', T + HOUR)
    await a.sessions.extend('gone', T + HOUR)
    assert.deepEqual((await a.sessions.find('s1'))?.session, aSession('s1', { idleUntil: T + 2 * HOUR }))
  })

  promised('one session ends, or all of a person, and each end is on record once', async ({ a, b }) => {
    for (const id of ['k1', 'k2']) await a.keys.insert(aKey(id, { person: { ...PERSON, subject: id } }))
    for (const hash of ['s1', 's2', 's3']) await a.sessions.insert(aSession(hash), anEntry('k1'))
    await a.sessions.insert(aSession('s4', { keyId: 'k2' }), anEntry('k2'))
    const left = async (): Promise<boolean[]> =>
      Promise.all(['s1', 's2', 's3', 's4'].map(async (hash) => (await b.sessions.find(hash)) !== undefined))
    const out = anEntry('k1', { action: 'sign out' })
    assert.deepEqual([await b.sessions.end('s1', out), await a.sessions.end('s1', out)], [true, false])
    assert.deepEqual(await left(), [false, true, true, true])
    assert.deepEqual([await a.sessions.endAll('k1', out), await a.sessions.endAll('k1', out)], [true, false])
    assert.deepEqual(await left(), [false, false, false, true])
    assert.equal((await a.audit.list({ limit: 99 })).filter(({ action }) => action === 'sign out').length, 2)
  })

  promised('sessions that are over are removed, the oldest first, and no others', async ({ a, b }) => {
    await a.keys.insert(aKey('k1', { person: PERSON }))
    for (const [index, hash] of ['s3', 's1', 's2'].entries())
      await a.sessions.insert(aSession(hash, { endsAt: T + index }), anEntry('k1'))
    assert.equal(await b.sessions.sweep(T + 1, 1), 1)
    assert.equal(await b.sessions.find('s3'), undefined)
    assert.equal(await b.sessions.sweep(T + 1, 9), 1)
    assert.equal(await b.sessions.sweep(T + 1, 9), 0)
    assert.notEqual(await a.sessions.find('s2'), undefined)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyUses } from '../../src/actions/keys/key-uses.ts'
import type { KeyUse } from '../../src/ports/store/keys.ts'
import { eventually } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openStore } from '../../src/store/open-store.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import { aKey, anEntry } from '../contracts/build.ts'
import { temporaryPath } from '../contracts/driver.ts'
import { atEnd } from '../support/at-end.ts'
import { codeOf, KEYS, openAdmin } from './admin.ts'

const START = 1_800_000_000_000
const TASKS = '/api/ai/tasks'

test('when a key was used is written a minute later, once for all its requests, by the clock of the service', async (t) => {
  const clock = manualClock(START)
  const written: (readonly KeyUse[])[] = []
  const admin = await openAdmin(t, {
    replacements: {
      clock,
      wrapStore: (store) => {
        const noteUses = async (uses: readonly KeyUse[]): Promise<void> => {
          written.push(uses)
          await store.keys.noteUses(uses)
        }
        return { ...store, keys: { ...store.keys, noteUses } }
      },
    },
  })
  const made = await admin.done('POST', KEYS, { name: 'app' })
  const path = `${KEYS}/${String(made['id'])}`
  await clock.advance(10_000)
  for (let turn = 0; turn < 20; turn++) await admin.ask('GET', TASKS, undefined, String(made['key']))
  assert.equal((await admin.done('GET', path))['lastUsed'], null)
  assert.deepEqual(written, [])
  await clock.advance(50_000)
  assert.equal(written.length, 1)
  const seen = await eventually(async () => (await admin.done('GET', path))['lastUsed'] ?? undefined)
  assert.equal(seen, START / 1000 + 10)
  await clock.advance(600_000)
  assert.equal(written.length, 2)
})

test('a request that is turned away is no use of its key', async (t) => {
  const clock = manualClock(START)
  const admin = await openAdmin(t, { replacements: { clock } })
  const made = await admin.done('POST', KEYS, { name: 'app', scopes: ['images:write'] })
  assert.equal(codeOf(await admin.ask('GET', TASKS, undefined, String(made['key']))), 'insufficient_scope')
  await clock.advance(60_000)
  assert.equal((await admin.done('GET', `${KEYS}/${String(made['id'])}`))['lastUsed'], null)
})

test('what was not written yet is written when the service stops', async (t) => {
  const clock = manualClock(START)
  const admin = await openAdmin(t, { replacements: { clock } })
  await admin.ask('GET', TASKS)
  await admin.stop()
  const store = await openStore({ dataDir: admin.dataDir, url: undefined })
  assert.equal((await store.keys.find(admin.apiKey.id))?.lastUsedAt, START)
  await store.close()
})

test('uses that could not be written are written with the next ones, and nobody is woken while no key is used', async () => {
  const clock = manualClock(START)
  const written: (readonly KeyUse[])[] = []
  let isDown = true
  const noteUses = async (uses: readonly KeyUse[]): Promise<void> => {
    if (isDown) throw new Error('the store is away')
    written.push(uses)
  }
  const store = { keys: { noteUses } } as unknown as Parameters<typeof keyUses>[0]['store']
  const uses = keyUses({ store, clock, log: { debug() {} } })
  assert.equal(clock.pending(), 0)
  uses.note('b')
  uses.note('a')
  await clock.advance(60_000)
  uses.note('b')
  isDown = false
  await clock.advance(60_000)
  assert.deepEqual(written, [
    [
      { id: 'a', at: START },
      { id: 'b', at: START + 60_000 },
    ],
  ])
  assert.equal(clock.pending(), 0)
  uses.note('c')
  await uses.close()
  assert.deepEqual(written[1], [{ id: 'c', at: START + 120_000 }])
  assert.equal(clock.pending(), 0)
})

test('that a key was used does not make SQLite look for it anew; a change does', async (t) => {
  const store = sqliteStore(await temporaryPath(t))
  atEnd(t, () => store.close())
  await store.keys.insert(aKey('k1'))
  const find = async () => store.keys.findByHash('hash of k1')
  const known = await find()
  await store.keys.noteUses([{ id: 'k1', at: START }])
  // The very same object: it was not read again.
  assert.equal(await find(), known)
  await store.keys.change(aKey('k1'), { name: 'other' }, anEntry('k1'))
  assert.equal((await find())?.name, 'other')
})

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { AppError } from '../../src/core/errors.ts'
import { openDatabase } from '../../src/store/sqlite/database.ts'
import { migrate } from '../../src/store/sqlite/migrate.ts'
import { sqliteStore, storeOn } from '../../src/store/sqlite/store.ts'
import { aClaim, aKey, aTask, idsOf, insertAll, OWNER, range, T } from './build.ts'
import { temporaryPath } from './driver.ts'
import { limitedKey, underLimits } from './limited.ts'
import { storesElsewhere } from './other-process.ts'
import { atEnd } from '../support/at-end.ts'

const elsewhere = storesElsewhere()

const isOut = (error: unknown): boolean => error instanceof AppError && error.code === 'storage_unavailable'

test('sqlite: every connection writes through to the disk, on macOS also through the cache of the drive', async (t) => {
  const path = await temporaryPath(t)
  for (const _ of range(2)) {
    const db = openDatabase(path, migrate)
    atEnd(t, () => db.close())
    const setting = (name: string): unknown => db.prepare(`PRAGMA ${name}`).get()?.[name]
    assert.equal(setting('journal_mode'), 'wal')
    assert.equal(setting('synchronous'), 2)
    assert.equal(setting('fullfsync'), 1)
    assert.equal(setting('checkpoint_fullfsync'), 1)
  }
  // A connection that was opened elsewhere would not have these settings. One that only reads or locks needs none, nor
  // does a copy, which counts for nothing until it was checked and flushed as a file.
  const src = join(import.meta.dirname, '../../src')
  const writers = globSync('**/*.ts', { cwd: src }).filter((file) =>
    /new DatabaseSync\((?![^\n]*readOnly: true)/.test(readFileSync(join(src, file), 'utf8')),
  )
  const named = ['connection/connection.ts', 'copy.ts', 'owner-locks.ts'].map((name) => join('store', 'sqlite', name))
  assert.deepEqual(writers.sort(), [...named, join('weights', 'weights-lock.ts')])
})

test('sqlite: accounts that stay as they are are looked at without a write', async (t) => {
  const path = await temporaryPath(t)
  const store = sqliteStore(path)
  atEnd(t, () => store.close())
  const key = await limitedKey(store, { inWork: 1 })
  for (const id of ['1001', '1002']) await store.queue.insert(underLimits(key, id))
  const other = new DatabaseSync(path)
  atEnd(t, () => other.close())
  other.exec('BEGIN IMMEDIATE')
  const page = { after: '', limit: 9 }
  assert.deepEqual(await store.accounts.letIn(page), { engines: [], next: undefined })
  assert.deepEqual(await store.accounts.recount(page), { engines: [], next: undefined })
  other.exec('ROLLBACK')
})

test('sqlite: a full disk fails writes as storage_unavailable, loses nothing, and passes without a restart', async (t) => {
  const path = await temporaryPath(t)
  const db = openDatabase(path, migrate)
  atEnd(t, () => db.close())
  const { tasks, queue, keys, owners } = storeOn(db)
  await keys.insert(aKey('k1'))
  await owners.join(OWNER)
  // The same answer from SQLite as from a full disk: it may not make the file any longer.
  const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count'])
  db.exec(`PRAGMA max_page_count = ${pages + 40}`)
  const prompt = 'x'.repeat(3_000)
  const kept: string[] = []
  const refused: string[] = []
  for (const round of range(30)) {
    // Several in one commit: those that come before the end of the disk are in the same transaction as those after.
    const ids = range(4).map((n) => String(1000 + round * 4 + n))
    const insert = (id: string): Promise<unknown> =>
      queue.insert({ task: aTask(id, { prompt }), references: [], idempotency: null })
    for (const [n, result] of (await Promise.allSettled(ids.map(insert))).entries()) {
      const id = ids[n] ?? ''
      if (result.status === 'rejected') assert.ok(isOut(result.reason), String(result.reason))
      ;(result.status === 'fulfilled' ? kept : refused).push(id)
    }
  }
  assert.ok(kept.length > 0 && refused.length > 0, `${kept.length} kept, ${refused.length} refused`)
  for (const id of kept) assert.ok(await tasks.find(id))
  for (const id of refused) assert.equal(await tasks.find(id), undefined)
  db.exec('PRAGMA max_page_count = 1000000')
  assert.deepEqual(await queue.insert({ task: aTask('5000', { prompt }), references: [], idempotency: null }), {
    kind: 'inserted',
  })
  assert.equal((await queue.claim(aClaim('w', { limit: 999 }))).length, kept.length + 1)
})

test('sqlite: a transaction that the disk has ended fails every job of its turn for that reason', async (t) => {
  const db = openDatabase(await temporaryPath(t), migrate)
  atEnd(t, () => db.close())
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  const jobs = [
    db.write(() => 'fine by itself'),
    db.write(() => {
      db.exec('ROLLBACK')
      throw full
    }),
    db.write(() => 'also fine'),
  ]
  for (const { status, reason } of (await Promise.allSettled(jobs)) as PromiseRejectedResult[]) {
    assert.equal(status, 'rejected')
    assert.ok(isOut(reason), String(reason))
  }
  assert.equal(await db.write(() => 'next turn'), 'next turn')
})

test('sqlite: a job that fails in a shared commit undoes its own statements and no others', async (t) => {
  const db = openDatabase(await temporaryPath(t), (fresh) => fresh.exec('CREATE TABLE n (v INTEGER PRIMARY KEY)'))
  atEnd(t, () => db.close())
  const put = (...values: number[]) =>
    db.write(() => {
      for (const value of values) db.exec(`INSERT INTO n VALUES (${value})`)
    })
  const results = await Promise.allSettled([put(1), put(2, 1, 3), put(4), put(5, 5), put(6)])
  assert.equal(results.map(({ status }) => status[0]).join(''), 'frfrf')
  const rows = db.prepare('SELECT v FROM n ORDER BY v').all()
  assert.deepEqual(
    rows.map(({ v }) => v),
    [1, 4, 6],
  )
})

for (const [form, syncsApart] of [
  ['', false],
  [', also where commits are synced apart', true],
] as const) {
  test(`sqlite: while another process holds the file, writes wait and reads go on${form}`, async (t) => {
    const path = await temporaryPath(t)
    const store = sqliteStore(path, { syncsApart })
    atEnd(t, () => store.close())
    await insertAll(store, [aTask('1001')])
    await store.owners.join(OWNER)
    const other = new DatabaseSync(path)
    atEnd(t, () => other.close())
    other.exec('BEGIN IMMEDIATE')
    let waiting = true
    const claimed = store.queue.claim(aClaim('w')).finally(() => (waiting = false))
    // Past the first tries, so that the write has found the file taken.
    for (const _ of range(50)) {
      await turn()
      assert.equal((await store.tasks.find('1001'))?.leaseToken, null)
    }
    assert.equal(waiting, true)
    other.exec('COMMIT')
    assert.deepEqual(idsOf(await claimed), ['1001'])
  })
}

test('sqlite: a file of the first version is brought up to date with its tasks', async (t) => {
  const path = await temporaryPath(t)
  const old = new DatabaseSync(path)
  old.exec(readFileSync(new URL('../../migrations/sqlite/0001-initial.sql', import.meta.url), 'utf8'))
  old.exec('PRAGMA user_version = 1')
  old.exec(`INSERT INTO keys VALUES ('k1', 'n', 'h', 'mg_', '[]', NULL, ${T}, NULL, NULL, '[]')`)
  for (const id of ['1001', '1002']) {
    old.exec(`INSERT INTO tasks VALUES ('${id}', 'k1', 'video', 'm', 'e', 'pending', NULL, 'p', NULL, NULL, NULL, NULL, '[]',
      '[]', NULL, ${T}, ${T + 9}, NULL, NULL, NULL, ${T}, NULL, 0, NULL, NULL, 0, 0, NULL, NULL, 1)`)
  }
  old.close()
  const stores = [sqliteStore(path), sqliteStore(path)] as const
  atEnd(t, () => Promise.all(stores.map((store) => store.close())))
  await insertAll(stores[0], [aTask('1003')])
  await stores[0].owners.join(OWNER)
  assert.deepEqual(idsOf(await stores[1].queue.claim(aClaim('w', { limit: 9 }))), ['1001', '1002', '1003'])
})

test('sqlite: processes that open a new file together both find it ready', async (t) => {
  for (const _ of range(25)) {
    const path = await temporaryPath(t)
    const opening = elsewhere.open(path)
    const stores = [sqliteStore(path), await opening] as const
    await insertAll(stores[0], [aTask('1001')])
    await stores[0].owners.join(OWNER)
    assert.deepEqual(idsOf(await stores[1].queue.claim(aClaim('w'))), ['1001'])
    for (const store of stores) await store.close()
  }
})

test('sqlite: a closed store says that it is closed', async (t) => {
  const store = sqliteStore(await temporaryPath(t))
  await store.close()
  await store.close()
  await assert.rejects(store.ping(), isOut)
  await assert.rejects(store.keys.insert(aKey('k1')), isOut)
})

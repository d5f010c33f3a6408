import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { AppError } from '../../src/core/errors.ts'
import type { Store } from '../../src/ports/store.ts'
import { openDatabase } from '../../src/store/sqlite/database.ts'
import { migrate } from '../../src/store/sqlite/migrate.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import { aClaim, aKey, aTask, OWNER, range } from './build.ts'
import { temporaryPath } from './driver.ts'
import { atEnd } from '../support/at-end.ts'

/** A disk whose syncs end when the test says so. */
function heldDisk() {
  const begun: ((error: Error | null) => void)[] = []
  let count = 0
  return {
    syncLog: (done: (error: Error | null) => void): void => {
      count++
      begun.push(done)
    },
    /** How many syncs have begun so far. */
    count: () => count,
    /** Ends the sync that is under way. */
    end: () => begun.shift()?.(null),
    /** From now on every sync ends by itself. */
    async flow(store: Store) {
      const going = setInterval(() => begun.shift()?.(null))
      await store.close()
      clearInterval(going)
    },
  }
}

/** Tells how a promise stands after the event loop has gone round a good many times. */
async function standing(promise: Promise<unknown>): Promise<'told' | 'waits'> {
  let state: 'told' | 'waits' = 'waits'
  promise.then(
    () => (state = 'told'),
    () => (state = 'told'),
  )
  for (const _ of range(20)) await turn()
  return state
}

function isLog(path: string, fd: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`) === `${path}-wal`
  } catch {
    return false
  }
}

const isClosed = (error: unknown): boolean => error instanceof AppError && error.code === 'storage_unavailable'

const insert = (store: Store, id: string): Promise<unknown> =>
  store.queue.insert({ task: aTask(id), references: [], idempotency: null })

async function onHeldDisk(t: TestContext) {
  const disk = heldDisk()
  const path = await temporaryPath(t)
  const first = sqliteStore(path)
  await first.keys.insert(aKey('k1'))
  await first.owners.join(OWNER)
  await first.close()
  const store = sqliteStore(path, { syncsApart: true, syncLog: disk.syncLog })
  atEnd(t, () => disk.flow(store))
  return { disk, store, path }
}

test('sqlite: the event loop goes on while the disk takes its time, and what is not yet on disk is not told', async (t) => {
  const { disk, store } = await onHeldDisk(t)
  const inserted = insert(store, '1001')
  assert.equal(await standing(inserted), 'waits')
  assert.equal(disk.count(), 1)
  const found = store.tasks.find('1001')
  assert.equal(await standing(found), 'waits')
  // A caller with a key is known meanwhile, and the service is alive.
  assert.equal((await store.keys.findByHash('hash of k1'))?.id, 'k1')
  await store.ping()
  disk.end()
  assert.deepEqual(await inserted, { kind: 'inserted' })
  assert.equal((await found)?.id, '1001')
})

test('sqlite: what comes while the disk is at work shares the next commit and the next sync', async (t) => {
  const { disk, store } = await onHeldDisk(t)
  const first = insert(store, '1001')
  assert.equal(await standing(first), 'waits')
  const more = range(50).map(async (n) => {
    await turn()
    return insert(store, String(2_000 + n))
  })
  assert.equal(await standing(Promise.race(more)), 'waits')
  disk.end()
  await first
  assert.equal(await standing(Promise.race(more)), 'waits')
  disk.end()
  await Promise.all(more)
  assert.equal(disk.count(), 2)
})

test('sqlite: writers commit before the sync that readers wait for begins, and both share it', async (t) => {
  const { disk, store, path } = await onHeldDisk(t)
  const other = sqliteStore(path)
  atEnd(t, () => other.close())
  const first = insert(store, '1001')
  assert.equal(await standing(first), 'waits')
  await insert(other, '3001')
  const [found, second] = [store.tasks.find('3001'), insert(store, '1002')]
  assert.equal(await standing(Promise.race([found, second])), 'waits')
  disk.end()
  await first
  assert.equal(await standing(Promise.race([found, second])), 'waits')
  disk.end()
  assert.deepEqual([(await found)?.id, await second], ['3001', { kind: 'inserted' }])
  assert.equal(disk.count(), 2)
})

test('sqlite: readers wait for no writer whom another process keeps waiting', async (t) => {
  const { disk, store, path } = await onHeldDisk(t)
  const other = new DatabaseSync(path)
  atEnd(t, () => other.close())
  other.exec('BEGIN IMMEDIATE')
  const [inserted, found] = [insert(store, '1001'), store.tasks.find('1002')]
  assert.equal(await standing(found), 'waits')
  disk.end()
  assert.equal(await found, undefined)
  other.exec('ROLLBACK')
  while (disk.count() < 2) await turn()
  disk.end()
  assert.deepEqual(await inserted, { kind: 'inserted' })
})

test('sqlite: the log is opened with the database, so that no sync fails for want of a handle', async (t) => {
  const path = await temporaryPath(t)
  const opened = (): number => readdirSync('/proc/self/fd').filter((fd) => isLog(path, fd)).length
  const db = openDatabase(path, migrate, { syncsApart: true })
  const atFirst = opened()
  db.exec('CREATE TABLE x (y)')
  await db.write(() => db.prepare('INSERT INTO x VALUES (1)').run())
  assert.deepEqual([atFirst, opened()], [2, 2], 'one of SQLite and one of ours')
  await db.close()
  assert.equal(opened(), 0)
})

test('sqlite: a task is not handed to a worker before its claim is on disk', async (t) => {
  const { disk, store } = await onHeldDisk(t)
  const inserted = insert(store, '1001')
  await standing(inserted)
  disk.end()
  await inserted
  const claimed = store.queue.claim(aClaim('w'))
  assert.equal(await standing(claimed), 'waits')
  disk.end()
  assert.equal((await claimed).length, 1)
})

test('sqlite: once everything is on disk, reads wait for nothing', async (t) => {
  const { disk, store } = await onHeldDisk(t)
  const inserted = insert(store, '1001')
  await standing(inserted)
  disk.end()
  await inserted
  for (const _ of range(10)) assert.equal((await store.tasks.find('1001'))?.id, '1001')
  assert.equal(disk.count(), 1)
})

test('sqlite: what another process has committed is synced once before it is told, since it may not be on disk yet', async (t) => {
  const { disk, store, path } = await onHeldDisk(t)
  const opening = store.tasks.find('1001')
  // Also at the start: a killed process may have left a commit without its sync.
  assert.equal(await standing(opening), 'waits')
  disk.end()
  assert.equal(await opening, undefined)
  const other = sqliteStore(path)
  atEnd(t, () => other.close())
  await insert(other, '1001')
  const found = store.tasks.find('1001')
  assert.equal(await standing(found), 'waits')
  disk.end()
  assert.equal((await found)?.id, '1001')
  assert.equal((await store.tasks.view('1001'))?.id, '1001')
  assert.equal(disk.count(), 2)
})

test('sqlite: a sync that began before another process committed does not count for that commit', async (t) => {
  const { disk, store, path } = await onHeldDisk(t)
  const own = insert(store, '1001')
  await standing(own)
  const other = sqliteStore(path)
  atEnd(t, () => other.close())
  await insert(other, '1002')
  const found = store.tasks.find('1002')
  disk.end()
  await own
  assert.equal(await standing(found), 'waits')
  disk.end()
  assert.equal((await found)?.id, '1002')
})

test('sqlite: a disk that fails a sync ends the process, and nobody is told anything', async (t) => {
  const program = join(import.meta.dirname, 'sync-fails-program.ts')
  const child = spawn(process.execPath, [program, await temporaryPath(t)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (words: Buffer) => said.push(words.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  assert.equal(code, 1)
  assert.match(said.join(''), /could not be synced to the disk/)
  assert.doesNotMatch(said.join(''), /answered/)
})

test('sqlite: a caller that has its answer finds what it wrote, by whatever connection', async (t) => {
  const path = await temporaryPath(t)
  const store = sqliteStore(path, { syncsApart: true })
  atEnd(t, () => store.close())
  await store.keys.insert(aKey('k1'))
  const other = new DatabaseSync(path, { readOnly: true })
  atEnd(t, () => other.close())
  const count = other.prepare('SELECT count(*) AS n FROM tasks WHERE id = ?')
  const seen = range(200).map(async (n) => {
    const id = String(1_000 + n)
    await insert(store, id)
    return [count.get(id)?.['n'], (await store.tasks.find(id))?.id === id]
  })
  for (const each of await Promise.all(seen)) assert.deepEqual(each, [1, true])
})

test('sqlite: what is on its way to the disk when the store is closed is written, and what comes later is refused', async (t) => {
  const path = await temporaryPath(t)
  const store = sqliteStore(path, { syncsApart: true })
  await store.keys.insert(aKey('k1'))
  const sent = [insert(store, '1001')]
  await turn()
  sent.push(insert(store, '1002'))
  const closed = store.close()
  await assert.rejects(insert(store, '1003'), isClosed)
  await closed
  assert.deepEqual(await Promise.all(sent), [{ kind: 'inserted' }, { kind: 'inserted' }])
  const again = sqliteStore(path)
  atEnd(t, () => again.close())
  assert.deepEqual(await Promise.all(['1001', '1002', '1003'].map(async (id) => (await again.tasks.find(id))?.id)), [
    '1001',
    '1002',
    undefined,
  ])
})

test('sqlite: a read that waits for the disk when the store is closed is answered first', async (t) => {
  const { disk, store, path } = await onHeldDisk(t)
  const first = store.tasks.find('1001')
  const other = sqliteStore(path)
  atEnd(t, () => other.close())
  await insert(other, '1001')
  const second = store.tasks.find('1001')
  const closed = store.close()
  disk.end()
  await first
  assert.equal(await standing(closed), 'waits')
  disk.end()
  assert.equal((await second)?.id, '1001')
  await closed
  await assert.rejects(store.tasks.find('1001'), isClosed)
})

test('sqlite: the log stays short while it is written to at every moment', async (t) => {
  const path = await temporaryPath(t)
  const db = openDatabase(path, (fresh) => fresh.exec('CREATE TABLE n (v TEXT)'), { syncsApart: true })
  atEnd(t, () => db.close())
  const put = db.prepare('INSERT INTO n VALUES (?)')
  const text = 'x'.repeat(400_000)
  let written = 0
  // One writes while the other waits, so that there is no moment without a commit under way or to come.
  const writeOn = async (): Promise<void> => {
    while (written < 200e6) {
      written += text.length
      await db.write(() => put.run(text))
    }
  }
  await Promise.all([writeOn(), writeOn()])
  const size = statSync(`${path}-wal`).size
  assert.ok(size < 60e6, `the log has ${size} bytes`)
})

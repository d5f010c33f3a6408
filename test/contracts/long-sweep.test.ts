import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { removeExpired } from '../../src/actions/chores/remove-old.ts'
import type { Store } from '../../src/ports/store.ts'
import { postgresStore } from '../../src/store/postgres/store.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import { IS_LONG } from '../support/long.ts'
import { command, sharedPostgres } from '../support/postgres.ts'
import { aTask, insertAll, T } from './build.ts'
import { temporaryPath } from './driver.ts'
import { atEnd } from '../support/at-end.ts'

const RECORDS = IS_LONG ? 300_000 : 20_000
const LARGEST_BATCH = 1_000

/** Sweeps all of them, and counts what each batch took and how often others had their turn. */
async function sweepAll(store: Store): Promise<void> {
  const batches: number[] = []
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const sweepIdempotency: Store['chores']['sweepIdempotency'] = async (now, limit) => {
    const removed = await store.chores.sweepIdempotency(now, limit)
    batches.push(removed)
    return removed
  }
  const clock = { now: () => T + 10, elapsed: () => 0, sleep: async () => {} }
  const watched = { ...store, chores: { ...store.chores, sweepIdempotency } }
  await removeExpired({ store: watched, clock }, new AbortController().signal)
  isOver = true
  assert.equal(
    batches.reduce((sum, each) => sum + each, 0),
    RECORDS,
  )
  assert.ok(Math.max(...batches) <= LARGEST_BATCH)
  assert.ok(turns >= batches.length, `${turns} turns for ${batches.length} batches`)
}

const fill = (numbers: string): string =>
  `INSERT INTO idempotency (key_id, key, fingerprint, task_id, expires_at) SELECT 'k1', 'i' || n, 'x', '1001', ${T} FROM ${numbers}`

test('sqlite: a flood of expired idempotency keys goes in small batches, between which others have a turn', async (t) => {
  const path = await temporaryPath(t)
  const store = sqliteStore(path)
  atEnd(t, () => store.close())
  await insertAll(store, [aTask('1001')])
  const db = new DatabaseSync(path)
  db.exec(
    fill(`(WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < ${RECORDS}) SELECT n FROM r)`),
  )
  db.close()
  await sweepAll(store)
})

test('postgres: a flood of expired idempotency keys goes in small batches, far from any timeout', async (t) => {
  const url = await (await sharedPostgres()).newDatabase()
  // With the timeout that a service has: what a batch takes is bounded by its size, whatever else the machine has to do.
  const store = await postgresStore({ url })
  atEnd(t, () => store.close())
  await insertAll(store, [aTask('1001')])
  await command(url, fill(`generate_series(1, ${RECORDS}) AS n`))
  await sweepAll(store)
})

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Store } from '../../src/ports/store.ts'
import { readSteps } from '../../src/store/migration-steps.ts'
import { postgresStore } from '../../src/store/postgres/store.ts'
import { command, rowsOf, sharedPostgres } from '../support/postgres.ts'
import { aClaim, aDeliveryClaim, aFile, aKey, anOutcome, aTask, insertAll, OWNER, range, T } from './build.ts'
import { COMMAND_KEYS, commandsOf, traceOf } from './commands.ts'
import { ReferenceStore } from './reference-store.ts'
import { atEnd } from '../support/at-end.ts'

const TABLES = [
  'keys',
  'tasks',
  'files',
  'idempotency',
  'deliveries',
  'delivery_attempts',
  'usage',
  'lines',
  'chores',
  'stops',
]

test('postgres: processes that start together bring the schema up to date once', async (t) => {
  const url = await (await sharedPostgres()).bareDatabase()
  const stores = await Promise.all(range(6).map(() => postgresStore({ url })))
  atEnd(t, () => Promise.all(stores.map((store) => store.close())))
  const steps = readSteps(join(import.meta.dirname, '../../migrations/postgres'))
  assert.deepEqual(
    await rowsOf(url, 'SELECT version, name FROM schema_versions ORDER BY version'),
    steps.map(({ version, name }) => ({ version, name })),
  )
})

test('postgres: a program goes on beside a newer one that added columns', async (t) => {
  const url = await (await sharedPostgres()).newDatabase()
  const store = await postgresStore({ url })
  atEnd(t, () => store.close())
  for (const seed of range(2)) {
    const commands = commandsOf(seed)
    for (const id of COMMAND_KEYS) await store.keys.insert(aKey(id))
    assert.deepEqual(await traceOf(store, commands), await traceOf(new ReferenceStore(), commands))
    // After the first seed everything is prepared; the second finds the tables changed under it.
    await command(
      url,
      TABLES.map((table) => `ALTER TABLE ${table} ADD COLUMN later_${seed} text DEFAULT 'x' NOT NULL`).join(';'),
    )
    await command(
      url,
      'DELETE FROM owners; DELETE FROM stops; DELETE FROM lines; DELETE FROM usage; DELETE FROM idempotency; DELETE FROM deliveries; DELETE FROM tasks; DELETE FROM keys',
    )
  }
})

/** Everything that the service does all day, once, on a store with something to find. */
async function aDay(store: Store): Promise<void> {
  const task = aTask('900001', { webhookUrl: 'https://a.example/' })
  await insertAll(store, [
    { task, references: [aFile('r1', '900001')], idempotency: { key: 'i', fingerprint: 'x', expiresAt: T + 9 } },
    aTask('900002', { queueDeadlineAt: T + 1 }),
  ])
  await store.owners.join(OWNER)
  await store.owners.beat(OWNER)
  await store.tasks.findRepeat('k1', 'i', T)
  await store.tasks.queuePosition(task)
  await store.queue.claim(aClaim('w', { limit: 1 }))
  await store.queue.claim(aClaim('x', { cap: 5 }))
  await store.queue.lost([{ id: '900001', token: 'w' }])
  await store.queue.heldBy(OWNER)
  await store.queue.suspects(T)
  await store.queue.advance({ id: '900001', token: 'w' }, { status: 'processing', files: [aFile('c1', '900001')] })
  await store.queue.finish({ id: '900001', token: 'w' }, anOutcome(task, { files: [aFile('f1', '900001')] }))
  await store.chores.overdue(T + 99_000, 10)
  await store.chores.removable(T - 999, { after: undefined, limit: 10 })
  for (const filter of [
    {},
    { statuses: ['failed' as const] },
    { models: ['m'] },
    { kind: 'video' as const, after: { createdAt: T, id: '5' } },
  ])
    await store.tasks.list({ keyId: 'k1', limit: 10, ...filter })
  await store.files.find('f1')
  await store.files.withoutRecord(['f1', 'f2'])
  await store.deliveries.claim(aDeliveryClaim('d'))
  const attempt = { at: T, durationMs: 1, status: 200, error: null, answer: '' }
  await store.deliveries.record({ id: 'msg_900001', token: 'd' }, { attempt, status: 'delivered', nextRunAt: null })
  await store.deliveries.requeue('msg_900001', T)
  await store.deliveries.attempts('msg_900001')
  await store.usage.sums('k1', T + 9_000, 10)
  await store.chores.sweepIdempotency(T, 9)
  await store.chores.take('c', T, 1)
  await store.chores.watch(T)
  for (const how of ['set', 'away'] as const) await store.chores.passOver({ from: T, until: T + 1 }, how)
  await store.chores.passLate({ from: T, until: T + 1 })
  await store.chores.absences()
  await store.chores.remove(['900001'])
  await store.owners.bury([{ id: OWNER, beat: null }], { witnessed: true, now: T })
}

test('postgres: with many finished and waiting tasks, nothing that the service does reads a whole table', async (t) => {
  const url = await (await sharedPostgres()).newDatabase()
  const filler = await postgresStore({ url })
  await filler.keys.insert(aKey('k1'))
  await filler.close()
  await command(
    url,
    `INSERT INTO tasks (id, key_id, kind, model, engine, status, prompt, warnings, reference_images, created_at,
      queue_deadline_at, finished_at, next_run_at, attempts, doubts, progress, version)
    SELECT n::text, 'k1', 'video', 'm', 'e', 'success', 'p', '[]', '[]', ${T} - n, ${T}, ${T}, ${T}, 1, 0, 100, 3
    FROM generate_series(100000, 120000) AS n;
    INSERT INTO tasks (id, key_id, kind, model, engine, status, prompt, warnings, reference_images, created_at,
      queue_deadline_at, next_run_at, attempts, doubts, progress, version, turn)
    SELECT n::text, 'k1', 'video', 'm', 'far', 'pending', 'p', '[]', '[]', ${T}, ${T} + 999999, ${T}, 0, 0, 0, 1, n
    FROM generate_series(200000, 205000) AS n;
    INSERT INTO files SELECT 'f' || id, id, 'k1', 'output', 0, 'm', 'e', 1, 's', 1, 1, 1, 1 FROM tasks;
    INSERT INTO deliveries SELECT 'msg_' || id, id, 'k1', 'u', 'h' || (id::int % 50), 'b', 'delivered', 1, 1, 1, 1, NULL, 1 FROM tasks WHERE finished_at IS NOT NULL;
    INSERT INTO delivery_attempts SELECT id, 1, 1, 1, 200, NULL, '' FROM deliveries;
    INSERT INTO usage SELECT id, 'k1', 'video', 'm', 'e', 'success', 1, 1 FROM tasks;
    INSERT INTO idempotency SELECT 'k1', id, 'x', id, ${T} + 99999 FROM tasks`,
  )
  await command(url, 'ANALYZE')
  const scans = async (): Promise<Record<string, unknown>[]> =>
    rowsOf(
      url,
      `SELECT relname, seq_scan::int AS scans FROM pg_stat_user_tables
      WHERE relname = ANY('{tasks,files,deliveries,delivery_attempts,usage,idempotency}') ORDER BY relname`,
    )
  const store = await postgresStore({ url, maxConnections: 1 })
  const before = await scans()
  await aDay(store)
  // What a session counted is seen by others when it ends.
  await store.close()
  t.diagnostic(JSON.stringify(before))
  assert.deepEqual(await scans(), before)
  const used = await rowsOf(
    url,
    `SELECT indexrelname AS name FROM pg_stat_user_indexes WHERE idx_scan > 0 AND indexrelname LIKE 'tasks%' ORDER BY 1`,
  )
  const names = used.map(({ name }) => name)
  const wanted = ['tasks_finished', 'tasks_in_work', 'tasks_listed', 'tasks_of_model', 'tasks_waiting']
  for (const index of [...wanted, 'tasks_waiting_too_long'])
    assert.ok(names.includes(index), `${index} is not used: ${names.join(', ')}`)
})

import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Client } from 'pg'
import { OLDEST } from '../../src/store/postgres/tasks/account-pages.ts'
import { CHORES } from '../../src/store/postgres/chore-queries.ts'
import { CLAIM, WORTH_A_LOCK } from '../../src/store/postgres/tasks/claim-tasks.ts'
import { PLANS } from '../../src/store/postgres/database.ts'
import { compile } from '../../src/store/postgres/sql.ts'
import { KEY_BY_HASH } from '../../src/store/shared/keys.ts'
import { postgresStore } from '../../src/store/postgres/store.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { aKey, aTask, insertAll, range, T } from './build.ts'
import { atEnd } from '../support/at-end.ts'

const SLEEPERS = 20_000
const WAITING = 5_000
const PAGE = 3

/** A database with a key and no task, asked as the store asks. */
async function anEmptyStore(t: TestContext): Promise<Client> {
  const url = await (await sharedPostgres()).newDatabase()
  const store = await postgresStore({ url })
  await store.keys.insert(aKey('k1'))
  await store.close()
  const options = PLANS.map((setting) => `-c ${setting}`).join(' ')
  const client = new Client({ connectionString: url, options })
  await client.connect()
  atEnd(t, () => client.end())
  return client
}

test('postgres: the look for what is overdue names the first column of every index that it uses, and reads no sleepers', async (t) => {
  const client = await anEmptyStore(t)
  await client.query(`INSERT INTO tasks (id, key_id, kind, model, engine, status, prompt, warnings, reference_images, created_at,
      queue_deadline_at, run_deadline_at, next_run_at, attempts, doubts, progress, version)
    SELECT n::text, 'k1', 'video', 'm', 'e' || n % 3, 'processing', 'p', '[]', '[]', ${T}, ${T}, ${T} + 999999,
      ${T} + CASE WHEN n % 5000 = 0 THEN -1 ELSE 999 END, 1, 0, 0, 1 FROM generate_series(1, ${SLEEPERS}) AS n`)
  await client.query('ANALYZE')
  await client.query(`PREPARE overdue (bigint, bigint) AS ${compile(CHORES.overdue).statement.text}`)
  const { rows } = await client.query<Record<string, string>>(
    `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) EXECUTE overdue (${T}, 200)`,
  )
  const plan = rows.map((row) => row['QUERY PLAN'] ?? '')
  t.diagnostic(plan.join('\n'))
  const conditions = plan.flatMap((line, at) =>
    /Scan.* (?:using|on) tasks_in_work\b/.test(line) ? (plan[at + 1] ?? '') : [],
  )
  // The first engine of all has nothing before it: one entry is read.
  const searched = conditions.filter((line) => line.includes('Index Cond'))
  assert.equal(conditions.length, 3, plan.join('\n'))
  assert.equal(searched.length, 2, plan.join('\n'))
  for (const condition of searched) assert.match(condition, /engine/)
  const removed = plan.flatMap((line) => /Rows Removed by Filter: (\d+)/.exec(line)?.[1] ?? []).map(Number)
  assert.ok(Math.max(0, ...removed) < 100, plan.join('\n'))
})

test('postgres: a key is found among many by its digest and by its former one, and one that is not there costs as little', async (t) => {
  const client = await anEmptyStore(t)
  await client.query(`INSERT INTO keys (id, name, hash, hint, scopes, created_at, webhook_secrets, former_hash, former_until)
    SELECT n::text, 'n', 'hash ' || n, '…', '[]', ${T}, '[]', CASE WHEN n % 3 = 0 THEN 'former ' || n END, ${T}
    FROM generate_series(1, ${WAITING}) AS n`)
  await client.query('ANALYZE')
  await client.query(`PREPARE by_hash (text) AS ${compile(KEY_BY_HASH).statement.text}`)
  for (const [digest, found] of [
    ['hash 7', 1],
    ['former 9', 1],
    ['nobody', 0],
  ] as const) {
    const { rows } = await client.query<Record<string, string>>(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) EXECUTE by_hash ('${digest}')`,
    )
    const plan = rows.map((row) => row['QUERY PLAN'] ?? '').join('\n')
    assert.match(plan, /Index Scan.* on keys_hash_key/, plan)
    assert.match(plan, /Index Scan.* on keys_former_hash/, plan)
    assert.doesNotMatch(plan, /Seq Scan|Rows Removed/, plan)
    assert.match(plan, new RegExp(`^Limit \\(actual (?:rows=${found}\\b)`), plan)
  }
})

const LOOKS = [
  {
    name: 'a claim',
    sql: `PREPARE look (text, bigint, bigint, text, text, bigint, bigint, bigint, bigint, text[], text[], bigint[]) AS ${CLAIM.text}`,
    ask: `EXECUTE look ('idle', ${T}, 20, 't', 'o', 0, 0, 0, 20, '{}', '{}', '{}')`,
  },
  {
    name: 'the look before a claim under a cap',
    sql: `PREPARE look (text, bigint, bigint, bigint, bigint, bigint) AS ${WORTH_A_LOCK.text}`,
    ask: `EXECUTE look ('idle', ${T}, 20, 0, 0, 0)`,
  },
]

for (const { name, sql, ask } of LOOKS)
  test(`postgres: ${name} reads nothing of what waits for another engine, with statistics and without`, async (t) => {
    const client = await anEmptyStore(t)
    await client.query('ALTER TABLE tasks SET (autovacuum_enabled = off)')
    await client.query(`INSERT INTO tasks (id, key_id, kind, model, engine, status, prompt, warnings, reference_images, created_at,
        queue_deadline_at, next_run_at, attempts, doubts, progress, version, turn)
      SELECT n::text, 'k1', 'video', 'm', 'busy', 'pending', 'p', '[]', '[]', ${T}, ${T} + 999999, ${T}, 0, 0, 0, 1, n
      FROM generate_series(1, ${WAITING}) AS n`)
    await client.query(`INSERT INTO owners VALUES ('o', 1)`)
    const look = async (): Promise<void> => {
      await client.query(sql)
      const { rows } = await client.query<Record<string, string>>(`EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${ask}`)
      await client.query('DEALLOCATE look')
      const plan = rows.map((row) => row['QUERY PLAN'] ?? '')
      const searches = plan.filter((line) => line.includes('using tasks_waiting '))
      assert.ok(searches.length > 0, plan.join('\n'))
      const removed = plan.flatMap((line) => /Rows Removed by Filter: (\d+)/.exec(line)?.[1] ?? []).map(Number)
      assert.equal(Math.max(0, ...removed), 0, plan.join('\n'))
    }
    await look()
    await client.query('ANALYZE')
    await look()
  })

test('postgres: a task that waits for a place is found without reading those that wait for another, with statistics and without', async (t) => {
  const client = await anEmptyStore(t)
  await client.query('ALTER TABLE tasks SET (autovacuum_enabled = off)')
  await client.query(`INSERT INTO tasks (id, key_id, kind, model, engine, status, prompt, warnings, reference_images, created_at,
      queue_deadline_at, next_run_at, attempts, doubts, progress, version, turn, holds, parked_by)
    SELECT n::text, 'k1', 'video', 'm', 'e', 'parked', 'p', '[]', '[]', ${T}, ${T} + 999999, ${T}, 0, 0, 0, 1, n,
      '{"accounts":[]}', 'account ' || n % 2 FROM generate_series(1, ${WAITING}) AS n`)
  const look = async (): Promise<void> => {
    await client.query(`PREPARE look (text[], bigint[]) AS ${OLDEST.text}`)
    const { rows } = await client.query<Record<string, string>>(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) EXECUTE look ('{account 1}', '{3}')`,
    )
    await client.query('DEALLOCATE look')
    const plan = rows.map((row) => row['QUERY PLAN'] ?? '')
    const read = plan.filter((line) => line.includes('using tasks_parked '))
    assert.equal(read.length, 1, plan.join('\n'))
    assert.match(read[0] ?? '', /rows=3(?:\.00)? /, plan.join('\n'))
  }
  await look()
  await client.query('ANALYZE')
  await look()
})

test('postgres: a list of a key or a project by model reads what its page holds, in every state, with statistics and without', async (t) => {
  const client = await anEmptyStore(t)
  await client.query('ALTER TABLE tasks SET (autovacuum_enabled = off)')
  const states = ['parked', 'pending', 'processing', 'success', 'failed']
  // Pictures are rare, and one key has them all: what is expected of a key is none.
  await client.query(`INSERT INTO tasks (id, key_id, kind, model, engine, status, prompt, warnings, reference_images, created_at,
      queue_deadline_at, finished_at, next_run_at, attempts, doubts, progress, version, project)
    SELECT n::text, owner, CASE WHEN owner = 'k1' THEN 'image' ELSE 'video' END, 'm' || n % 50, 'e', status, 'p', '[]', '[]',
      ${T} + n, ${T}, CASE WHEN status IN ('success', 'failed') THEN ${T} END, ${T}, 0, 0, 0, 1, 'p' || owner
    FROM (SELECT n, CASE WHEN n % 25 = 0 THEN 'k1' ELSE 'k' || n % 500 END AS owner,
      (ARRAY['${states.join("', '")}'])[1 + n / 25 % 5] AS status FROM generate_series(1, ${WAITING}) AS n) AS given`)
  const url = `postgres://${client.user}@${client.host}:${client.port}/${client.database}`
  const entriesRead = async (): Promise<number> => {
    const { rows } = await client.query<{ read: string }>(
      `SELECT sum(idx_tup_read) AS read FROM pg_stat_user_indexes WHERE relname = 'tasks'`,
    )
    return Number(rows[0]?.read)
  }
  const look = async (whose: { keyId: string | null; project?: string }, models: string[]): Promise<void> => {
    const store = await postgresStore({ url, maxConnections: 1 })
    const before = await entriesRead()
    const listed = await store.tasks.list({ ...whose, models, limit: PAGE })
    // What a session counted is seen by others when it ends.
    await store.close()
    const read = (await entriesRead()) - before
    assert.equal(listed.length, models.includes('m25') ? PAGE : 0)
    // A page of each part at most.
    assert.ok(read <= PAGE * 2 * states.length, `${read} entries were read for ${models.join(', ')}`)
  }
  const lookAtAll = async (): Promise<void> => {
    for (const whose of [{ keyId: 'k1' }, { keyId: null, project: 'pk1' }])
      for (const models of [['never'], ['m25'], ['never', 'm25']]) await look(whose, models)
  }
  await lookAtAll()
  await client.query('ANALYZE')
  await lookAtAll()
  // Of two indexes that cost the same, the server takes the one that was made last.
  for (const name of ['tasks_listed', 'tasks_of_project']) {
    const { rows } = await client.query<{ made: string }>(`SELECT pg_get_indexdef('${name}'::regclass) AS made`)
    await client.query(`DROP INDEX ${name}; ${rows[0]?.made}`)
  }
  await lookAtAll()
})

test('postgres: tasks that come together lie together, although old pages have room for one each', async (t) => {
  const client = await anEmptyStore(t)
  const url = `postgres://${client.user}@${client.host}:${client.port}/${client.database}`
  // Ten of these leave room for a task that has just come.
  await client.query(`INSERT INTO tasks (id, key_id, kind, model, engine, status, prompt, warnings, reference_images, created_at,
      queue_deadline_at, finished_at, next_run_at, attempts, doubts, progress, version)
    SELECT n::text, 'k1', 'video', 'm', 'e', 'success', repeat('p', 500), '[]', '[]', ${T}, ${T}, ${T}, ${T}, 1, 0, 100, 3
    FROM generate_series(1, ${WAITING}) AS n`)
  await client.query('VACUUM tasks')
  // Each connection has a page of its own in which it begins.
  const store = await postgresStore({ url, maxConnections: 1 })
  atEnd(t, () => store.close())
  await insertAll(
    store,
    range(20).map((n) => aTask(String(9_000_000 + n))),
  )
  const { rows } = await client.query<{ pages: string }>(
    `SELECT count(DISTINCT (ctid::text::point)[0]) AS pages FROM tasks WHERE status = 'pending'`,
  )
  assert.ok(Number(rows[0]?.pages) <= 3, `20 tasks lie in ${rows[0]?.pages} pages`)
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { OVERDUE } from '../../src/store/postgres/chores.ts'
import { PLANS } from '../../src/store/postgres/database.ts'
import { postgresStore } from '../../src/store/postgres/store.ts'
import { sharedPostgres, stopSharedPostgres } from '../support/postgres.ts'
import { aKey, T } from './build.ts'

after(stopSharedPostgres)

const SLEEPERS = 20_000

test('postgres: the look for what is overdue names the first column of every index that it uses, and reads no sleepers', async (t) => {
  const url = await (await sharedPostgres()).newDatabase()
  const store = await postgresStore({ url })
  await store.keys.insert(aKey('k1'))
  await store.close()
  const options = PLANS.map((setting) => `-c ${setting}`).join(' ')
  const client = new Client({ connectionString: url, options })
  await client.connect()
  t.after(() => client.end())
  await client.query(`INSERT INTO tasks (id, key_id, kind, model, engine, status, prompt, warnings, reference_images, created_at,
      queue_deadline_at, run_deadline_at, next_run_at, attempts, doubts, progress, version)
    SELECT n::text, 'k1', 'video', 'm', 'e' || n % 3, 'processing', 'p', '[]', '[]', ${T}, ${T}, ${T} + 999999,
      ${T} + CASE WHEN n % 5000 = 0 THEN -1 ELSE 999 END, 1, 0, 0, 1 FROM generate_series(1, ${SLEEPERS}) AS n`)
  await client.query('ANALYZE')
  await client.query(`PREPARE overdue (bigint, bigint) AS ${OVERDUE.text}`)
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

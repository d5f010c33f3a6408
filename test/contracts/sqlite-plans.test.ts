import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sqliteAccounts } from '../../src/store/sqlite/accounts.ts'
import { sqliteAudit } from '../../src/store/sqlite/audit.ts'
import { sqliteCensus } from '../../src/store/sqlite/census.ts'
import { sqliteChores } from '../../src/store/sqlite/chores.ts'
import { openDatabase, type Database } from '../../src/store/sqlite/database.ts'
import { sqliteDeliveries } from '../../src/store/sqlite/deliveries.ts'
import { knownViews } from '../../src/store/sqlite/known-views.ts'
import { sqliteFileRecords } from '../../src/store/sqlite/file-records.ts'
import { sqliteKeys } from '../../src/store/sqlite/keys.ts'
import { migrate } from '../../src/store/sqlite/migrate.ts'
import { sqliteOwners } from '../../src/store/sqlite/owners.ts'
import { sqliteStops } from '../../src/store/sqlite/stops.ts'
import { sqliteTaskQueue } from '../../src/store/sqlite/task-queue.ts'
import { sqliteTaskReader } from '../../src/store/sqlite/task-reader.ts'
import { sqliteThumbnails } from '../../src/store/sqlite/thumbnails.ts'
import { sqliteUsage } from '../../src/store/sqlite/usage.ts'
import { T } from './build.ts'

/** Every statement that the store prepares, with what SQLite would do for it. */
async function plans(): Promise<{ sql: string; steps: string[] }[]> {
  const db = openDatabase(':memory:', migrate)
  const seen = new Set<string>()
  const watched: Database = { ...db, prepare: (sql) => (seen.add(sql), db.prepare(sql)) }
  const tasks = sqliteTaskReader(watched, knownViews(db))
  const queue = sqliteTaskQueue(watched)
  for (const room of [sqliteFileRecords, sqliteKeys, sqliteAudit, sqliteUsage, sqliteCensus, sqliteThumbnails])
    room(watched)
  await sqliteDeliveries(watched).list({ keyId: 'k', limit: 9 })
  sqliteChores(watched, knownViews(db))
  sqliteOwners(watched, undefined)
  sqliteStops(watched)
  sqliteAccounts(watched)
  const after = { createdAt: T, id: '1' }
  for (const filter of [
    {},
    { kind: 'image' },
    { statuses: ['failed'] },
    { models: ['m'] },
    { models: ['m', 'n'], statuses: ['failed'], from: T, after },
    { from: T, until: T },
    { oldestFirst: true, kind: 'video', after },
  ] as const)
    await tasks.list({ keyId: 'k', limit: 9, ...filter })
  for (const statuses of [['success'], ['pending', 'processing']] as const)
    await tasks.list({ keyId: null, limit: 9, statuses })
  await tasks.prompts({ keyId: 'k', limit: 9 })
  await tasks.counts({ keyId: 'k', most: 9 })
  await queue.advance({ id: '1', token: 'w' }, { progress: 1, releaseUntil: T })
  const explained = [...seen].map((sql) => {
    const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
    return { sql: sql.replace(/\s+/g, ' '), steps: rows.map((row) => String(row['detail'])) }
  })
  db.close()
  return explained
}

test('no statement of the store reads a whole table', async () => {
  const explained = await plans()
  assert.ok(explained.length > 25, `only ${explained.length} statements were seen`)
  const whole = explained.flatMap(({ sql, steps }) =>
    steps
      .filter((step) =>
        /^SCAN (tasks|files|deliveries|idempotency|usage|delivery_attempts|lines|stops|audit|accounts|thumbnails)/.test(
          step,
        ),
      )
      .map((step) => `${step}: ${sql}`),
  )
  // What is being sent at this moment is counted whole: its index holds nothing else. What is in work, or alive at all, is
  // looked through when a process has died or a clock was set back. What is open is counted for operators, up to a limit.
  // Accounts are looked through where somebody waits for a place. What there is to do now is listed for operators.
  const indexes = [
    'deliveries USING INDEX deliveries_held',
    'tasks USING INDEX tasks_in_work',
    'tasks USING INDEX tasks_deadline',
    'stops USING COVERING INDEX stops_due',
    'deliveries USING COVERING INDEX deliveries_due',
    'accounts USING INDEX accounts_parked',
    'tasks USING INDEX tasks_waiting',
    'tasks USING INDEX tasks_parked',
  ]
  const known = whole.filter((line) => !indexes.some((index) => line.startsWith(`SCAN ${index}:`)))
  assert.deepEqual(known, [])
})

const PINNED: readonly [what: string, words: RegExp, index: string][] = [
  [
    'tasks in work that are due',
    /SELECT id FROM tasks WHERE engine = \? AND finished_at/,
    'tasks_in_work (engine=? AND next_run_at<?)',
  ],
  ['tasks that wait', /AS ready FROM tasks WHERE engine = :engine AND status = 'pending'/, 'tasks_waiting (engine=?)'],
  ['suspects', /min\(crowd\)/, 'tasks_suspect'],
  ['how much waits, for operators', /AS waiting_since/, 'tasks_waiting (engine=?)'],
  ['how many are in work', /AS busy/, 'tasks_in_work (engine=?)'],
  ['what ended last', /AS ended WHERE status = 'success'/, 'tasks_finished (finished_at>?)'],
  ['how many wait for a place, for operators', /AS some_parked/, 'tasks_parked'],
  ['a place in line', /AS ahead/, 'tasks_waiting (engine=? AND (turn,created_at,id)<(?,?,?))'],
  ['the head of the line', /^INSERT INTO lines/, 'tasks_waiting (engine=?)'],
  ['the last turn of all', /^INSERT INTO lines/, 'lines_by_turn (engine=?)'],
  ['overdue tasks', /coalesce\(run_deadline_at, queue_deadline_at\) <=/, 'tasks_deadline (<expr><?)'],
  ['tasks to remove', /AS announcing/, 'tasks_finished (finished_at>? AND finished_at<?)'],
  [
    'a list, by kind, by status or whole',
    /^SELECT (?:\*|created_at, id, kind, model, prompt) FROM tasks WHERE key_id = :key_id AND kind = '\w+' AND status = '\w+'/,
    'tasks_listed (key_id=? AND kind=? AND status=? AND (created_at,id)>(?,?) AND (created_at,id)<(?,?))',
  ],
  [
    'a list by model',
    /AND model = :model_0 .*finished_at IS NOT NULL/,
    'tasks_ended_of_model (key_id=? AND model=? AND (created_at,id)>(?,?) AND (created_at,id)<(?,?))',
  ],
  ['how many there are in a state', /AS counted/, 'COVERING INDEX tasks_listed (key_id=? AND kind=? AND status=?)'],
  [
    'what has ended, of all keys',
    /^SELECT \* FROM tasks WHERE status = 'success' AND finished_at > 0/,
    'tasks_ended (status=? AND (created_at,id)>(?,?) AND (created_at,id)<(?,?))',
  ],
  ['due deliveries', /row_number/, 'COVERING INDEX deliveries_due (next_run_at<?)'],
  ['what a key used', /AS units_micros/, 'usage_of_key (key_id=? AND at>? AND at<?)'],
  ['where a part of the usage ends', /SELECT at FROM usage/, 'COVERING INDEX usage_of_key (key_id=? AND at>?)'],
  ['whoever waits for a place', /AND parked_by = :account/, 'tasks_parked (parked_by=?)'],
  ['a position before an account', /AS parked_ahead/, 'tasks_parked (parked_by=? AND (turn,created_at,id)<(?,?,?))'],
  ['what the tasks of a key hold', /holds IS NOT NULL/, 'tasks_listed (key_id=? AND kind=? AND status=?)'],
  ['accounts that nobody uses', /DELETE FROM accounts/, 'accounts_idle (month<?)'],
  [
    'what a key did not get delivered',
    /\(status = 'dead'/,
    'deliveries_listed (key_id=? AND status=? AND created_at>?)',
  ],
  [
    'what was sent for a key',
    /SELECT \* FROM deliveries WHERE key_id = :key_id AND status/,
    'deliveries_listed (key_id=? AND status=? AND (created_at,id)>(?,?) AND (created_at,id)<(?,?))',
  ],
]

test('each search of the store goes by its index', async () => {
  const explained = await plans()
  for (const [what, words, index] of PINNED) {
    const found = explained.filter(({ sql }) => words.test(sql))
    assert.ok(found.length > 0, `no statement for ${what}`)
    for (const { steps } of found) {
      assert.ok(
        steps.some((step) => step.includes(index)),
        `${what}: ${steps.join('; ')}`,
      )
    }
  }
})

test('every part of a list is found by its kind and status, or by its model', async () => {
  const lists = (await plans()).filter(
    ({ sql }) => / FROM tasks WHERE key_id = :key_id/.test(sql) && sql.startsWith('SELECT'),
  )
  assert.equal(lists.length, 6 + 1)
  const searches = lists.flatMap(({ steps }) => steps.filter((step) => /^(SEARCH|SCAN)/.test(step)))
  const found =
    /INDEX (tasks_listed \(key_id=\? AND kind=\? AND status=\?|tasks_ended_of_model \(key_id=\? AND model=\?)/
  assert.deepEqual(
    searches.filter((step) => !found.test(step)),
    [],
  )
})

test('claims and lists are read in order, without sorting', async () => {
  const explained = await plans()
  const sorted = explained.filter(({ steps }) => steps.includes('USE TEMP B-TREE FOR ORDER BY'))
  // What there is to do now, of all keys, the ranked few hundred deliveries, what usage came to when added up, and the keys, of which there are few.
  const few = [
    "FROM tasks WHERE status = 'pending' AND lease_token IS NULL AND (created_at",
    'row_number',
    'FROM keys',
    ') AS summed ORDER BY',
  ]
  assert.deepEqual(
    sorted.map(({ sql }) => sql).filter((sql) => !few.some((words) => sql.includes(words))),
    [],
  )
})

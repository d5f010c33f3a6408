import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase, type SqliteDatabase } from '../../src/store/sqlite/database.ts'
import { migrate } from '../../src/store/sqlite/migrate.ts'
import { storeOn } from '../../src/store/sqlite/store.ts'
import type { Store } from '../../src/ports/store.ts'
import { aClaim, aDeliveryClaim, aKey, anEntry, anOutcome, aTask, insertDeliveries, OWNER, T } from './build.ts'

/** Leads the store to every statement that it has. */
async function askEverything(store: Store): Promise<void> {
  const { queue, stops, chores, owners, deliveries, files, thumbnails, uploads, keys, audit, usage, census, accounts } =
    store
  await keys.insert(aKey('k1'), anEntry('k1'))
  await owners.join(OWNER)
  await insertDeliveries(store, ['host'])
  const [delivery] = await deliveries.claim(aDeliveryClaim('d', { now: T + 99_000 }))
  assert.ok(delivery)
  const attempt = { at: T, durationMs: 1, status: 500, error: null, answer: '' }
  await deliveries.record({ id: delivery.id, token: 'd' }, { attempt, status: 'dead', nextRunAt: null })
  await deliveries.list({ keyId: 'k1', limit: 9 })
  await deliveries.requeue(delivery.id, T)
  await deliveries.requeueSince('k1', T, T)
  await deliveries.ofTask(delivery.taskId)
  await deliveries.attempts(delivery.id)
  const task = aTask('2001', { holds: { accounts: ['k1'], micros: 0, day: 0, month: 0 } })
  const limits = [{ inWork: 1, waiting: null, perDayMicros: null, perMonthMicros: null }]
  await queue.insert({ task, references: [], idempotency: { key: 'i', fingerprint: 'f', expiresAt: T + 9 }, limits })
  await queue.claim(aClaim('w', { cap: 1, now: T + 9 }))
  await queue.lost([{ id: '2001', token: 'w' }])
  await queue.heldBy(OWNER)
  await queue.suspects(T)
  await queue.takePlace({ id: '2001', token: 'w' }, { engine: 'e', cap: 1 })
  await queue.noteRepeat(['2001'])
  await owners.bury([{ id: OWNER, beat: null }], { witnessed: false, now: T })
  await queue.finishAny('2001', anOutcome(task))
  const stop = { taskId: '2001', operation: { id: '1' }, engine: 'e', lane: 'e', kind: 'video', model: 'm' } as const
  await stops.add({ ...stop, createdAt: T, nextRunAt: T, tries: 0 })
  await stops.take({ now: T, until: T, limit: 9 })
  await stops.putOff(stop, T)
  await stops.remove(stop)
  await chores.overdue(T, 9)
  await chores.removable(T, { after: undefined, limit: 9 })
  await chores.remove('2001')
  await chores.sweepIdempotency(T, 9)
  await chores.watch(T)
  await chores.passOver({ from: T, until: T + 1 }, 'set')
  await files.ofTask('1')
  await files.shownOf(['1'])
  await files.withoutRecord(['1'])
  await files.originOf('ab')
  await files.originsLike('0123456789abcdef')
  await thumbnails.find('1', 1)
  await uploads.find('u', T)
  await uploads.list({ keyId: 'k1', now: T, limit: 9 })
  await uploads.used('k1', T)
  await uploads.sweep(T, 9)
  await uploads.remove('u')
  await keys.page(null, 9)
  await keys.noteUses([{ id: 'k1', at: T }])
  await audit.list({ limit: 9 })
  await audit.list({ keyId: 'k1', limit: 9 })
  await audit.sweep(T, 9)
  await usage.sums('k1', 0, 9)
  await usage.condense(T + 999_999_999, { after: '', limit: 9 })
  await census.take({ engines: ['e'], now: T, most: 9 })
  await accounts.sweep(1, 9)
  await store.tasks.queuePosition(task)
  await store.tasks.lastEnded(9)
  await store.tasks.view('1')
  await store.tasks.findRepeat('k1', 'i', T)
  await store.repeats.listOpen({ keyId: 'k1', content: 'c', now: T, most: 9 })
  const call = { keyId: 'k1', key: 'c' }
  await store.repeats.note({ arrived: [call], refused: [{ ...call, times: 1, now: T, expiresAt: T }] })
}

/** Every statement that the store prepares, with what SQLite would do for it. */
async function plans(): Promise<{ sql: string; steps: string[] }[]> {
  const db = openDatabase(':memory:', migrate)
  const seen = new Set<string>()
  const watched: SqliteDatabase = { ...db, prepare: (sql) => (seen.add(sql), db.prepare(sql)) }
  const store = storeOn(watched)
  const { tasks, queue } = store
  await askEverything(store)
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
  ['suspects', /^SELECT crowd FROM tasks/, 'tasks_suspect'],
  ['how much waits, for operators', /AS waiting_since/, 'tasks_waiting (engine=?)'],
  ['how many are in work', /AS busy/, 'tasks_in_work (engine=?)'],
  ['what ended last', /AS ended WHERE status = 'success'/, 'tasks_finished (finished_at>?)'],
  ['how many wait for a place, for operators', /AS some_parked/, 'tasks_parked'],
  ['a place in line', /AS ahead/, 'tasks_waiting (engine=? AND turn<?)'],
  ['the head of the line', /^INSERT INTO lines/, 'tasks_waiting (engine=?)'],
  ['the last turn of all', /^INSERT INTO lines/, 'lines_by_turn (engine=?)'],
  ['overdue tasks', /coalesce\(run_deadline_at, queue_deadline_at\) <=/, 'tasks_deadline (<expr><?)'],
  ['tasks to remove', /AS announcing/, 'tasks_finished (finished_at>? AND finished_at<?)'],
  [
    'a list, by kind, by status or whole',
    /^SELECT [a-z_0-9, ]+ FROM tasks WHERE key_id = :key_id AND kind = '\w+' AND status = '\w+'/,
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
    /^SELECT [a-z_0-9, ]+ FROM tasks WHERE status = 'success' AND finished_at > 0/,
    'tasks_ended (status=? AND (created_at,id)>(?,?) AND (created_at,id)<(?,?))',
  ],
  ['due deliveries', /row_number/, 'COVERING INDEX deliveries_due (next_run_at<?)'],
  ['what a key used', /AS summed/, 'usage_of_key (key_id=? AND at>? AND at<?)'],
  ['where a part of the usage ends', /SELECT at FROM usage/, 'COVERING INDEX usage_of_key (key_id=? AND at>?)'],
  ['whoever waits for a place', /AND parked_by = :account/, 'tasks_parked (parked_by=?)'],
  ['a position before an account', /AS ahead/, 'tasks_parked (parked_by=? AND turn<?)'],
  [
    'what the tasks of a key hold',
    /key_id = \? AND kind.*holds IS NOT NULL/s,
    'tasks_listed (key_id=? AND kind=? AND status=?)',
  ],
  [
    'what the tasks of a project hold',
    /project = \? AND kind.*holds/s,
    'tasks_of_project (project=? AND kind=? AND status=?)',
  ],
  ['accounts that nobody uses', /DELETE FROM accounts/, 'accounts_idle (month<?)'],
  [
    'what a key did not get delivered',
    /\(status = 'dead'/,
    'deliveries_listed (key_id=? AND status=? AND created_at>?)',
  ],
  [
    'what was sent for a key',
    /FROM deliveries WHERE key_id = :key_id AND status = /,
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
    ({ sql }) => / FROM tasks WHERE key_id = :key_id/.test(sql) && !sql.includes('AS counted'),
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
  // What there is to do now, of all keys, the ranked few hundred deliveries, what usage came to when added up, the files and webhooks of one task,
  // jobs that are due to be stopped at the same time, and the keys, of which there are few.
  const few = [
    "FROM tasks WHERE status = 'pending' AND lease_token IS NULL AND (created_at",
    'row_number',
    'FROM keys',
    ') AS summed ORDER BY',
    'FROM thumbnails WHERE task_id',
    'FROM deliveries WHERE task_id',
    'FROM idempotency WHERE key_id',
    'AS refused WHERE true',
    'FROM stops WHERE next_run_at <=',
    // Pictures that look alike: a handful.
    'files.picture_hash FROM files JOIN tasks',
  ]
  assert.deepEqual(
    sorted.map(({ sql }) => sql).filter((sql) => !few.some((words) => sql.includes(words))),
    [],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase, type SqliteDatabase } from '../../src/store/sqlite/database.ts'
import { migrate } from '../../src/store/sqlite/migrate.ts'

type Statement = { sql: string; steps: string[] }

/** A database that notes each statement that it is asked for. */
export function noting(db: SqliteDatabase, asked: Set<string>): SqliteDatabase {
  return { ...db, prepare: (sql) => (asked.add(sql), db.prepare(sql)) }
}

function tables(): string[] {
  const db = openDatabase(':memory:', migrate)
  const rows = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
  void db.close()
  return rows.map(({ name }) => String(name))
}

/** What SQLite would do for each of these statements. */
function plansOf(asked: ReadonlySet<string>): Statement[] {
  const db = openDatabase(':memory:', migrate)
  const explained = [...asked].map((sql) => {
    const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
    return { sql: sql.replace(/\s+/g, ' '), steps: rows.map((row) => String(row['detail'])) }
  })
  void db.close()
  return explained
}

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
    /key_id = :key_id AND model = :model_0 /,
    'tasks_of_model (key_id=? AND model=? AND <expr>=? AND (created_at,id)>(?,?) AND (created_at,id)<(?,?))',
  ],
  [
    'a list of a project by model',
    /WHERE project = :project AND model = :model_0 /,
    'tasks_of_project_model (project=? AND model=? AND <expr>=? AND (created_at,id)>(?,?) AND (created_at,id)<(?,?))',
  ],
  [
    'how many there are in a state',
    /key_id = :id .*AS counted/,
    'COVERING INDEX tasks_listed (key_id=? AND kind=? AND status=?)',
  ],
  [
    'what has ended, of all keys',
    /^SELECT [a-z_0-9, ]+ FROM tasks WHERE status = 'success' AND finished_at > 0/,
    'tasks_ended (status=? AND (created_at,id)>(?,?) AND (created_at,id)<(?,?))',
  ],
  ['due deliveries', /row_number/, 'COVERING INDEX deliveries_due (next_run_at<?)'],
  ['what a key used', /key_id = :id .*AS summed/, 'usage_of_key (key_id=? AND at>? AND at<?)'],
  ['what a project used', /project = :id .*AS summed/, 'usage_of_project (project=? AND at>? AND at<?)'],
  [
    'where a part of the usage ends',
    /SELECT at FROM usage WHERE key_id/,
    'COVERING INDEX usage_of_key (key_id=? AND at>?)',
  ],
  ['those who wait for a place', /AND parked_by = :account/, 'tasks_parked (parked_by=?)'],
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

// They hold few rows, whatever comes.
const SMALL = ['keys', 'projects', 'owners', 'pauses', 'watched', 'chores']

/** How SQLite answers whatever was asked of the store by the tests before these. */
export function planTests(asked: ReadonlySet<string>): void {
  let known: Statement[] | undefined
  const explained = (): Statement[] => (known ??= plansOf(asked))

  test('no statement of the store reads a whole table', () => {
    assert.ok(explained().length > 25, `only ${explained().length} statements were seen`)
    const large = tables().filter((name) => !SMALL.includes(name))
    const whole = explained().flatMap(({ sql, steps }) =>
      steps.filter((step) => large.includes(/^SCAN (\w+)/.exec(step)?.[1] ?? '')).map((step) => `${step}: ${sql}`),
    )
    // What is being sent at this moment is counted whole: its index holds nothing else. What is in work, or alive at all, is
    // looked through when a process has died or a clock was set back. What is open is counted for operators, up to a limit.
    // Accounts are looked through where somebody waits for a place. What there is to do now, and what is still to be sent, is listed for operators.
    const indexes = [
      'deliveries USING INDEX deliveries_held',
      'tasks USING INDEX tasks_in_work',
      'tasks USING INDEX tasks_deadline',
      'stops USING COVERING INDEX stops_due',
      'deliveries USING COVERING INDEX deliveries_due',
      'accounts USING INDEX accounts_parked',
      'tasks USING INDEX tasks_waiting',
      'tasks USING INDEX tasks_parked',
      'events USING INDEX events_unsent',
    ]
    const known = whole.filter((line) => !indexes.some((index) => line.startsWith(`SCAN ${index}:`)))
    assert.deepEqual(known, [])
  })

  test('each search of the store goes by its index', () => {
    for (const [what, words, index] of PINNED) {
      const found = explained().filter(({ sql }) => words.test(sql))
      assert.ok(found.length > 0, `no statement for ${what}`)
      for (const { steps } of found) {
        assert.ok(
          steps.some((step) => step.includes(index)),
          `${what}: ${steps.join('; ')}`,
        )
      }
    }
  })

  test('every part of a list is found by its kind and status, and by its model where one is asked for', () => {
    const lists = explained().filter(
      ({ sql }) => / FROM tasks (INDEXED BY \w+ )?WHERE key_id = :key_id/.test(sql) && !sql.includes('AS counted'),
    )
    assert.ok(lists.length > 6, `${lists.length} lists were seen`)
    const searches = lists.flatMap(({ steps }) => steps.filter((step) => /^(SEARCH|SCAN)/.test(step)))
    const found =
      /INDEX (tasks_listed \(key_id=\? AND kind=\? AND status=\?|tasks_of_project \(project=\? AND kind=\? AND status=\?|tasks_of_model \(key_id=\? AND model=\? AND <expr>=\?)/
    assert.deepEqual(
      searches.filter((step) => !found.test(step)),
      [],
    )
  })

  test('claims and lists are read in order, without sorting', () => {
    const sorted = explained().filter(({ steps }) => steps.includes('USE TEMP B-TREE FOR ORDER BY'))
    // What there is to do now, of all keys, the ranked few hundred deliveries, what usage came to when added up, the files and webhooks of one task,
    // jobs that are due to be stopped at the same time, and keys and projects, of which there are few.
    const few = [
      "FROM tasks WHERE status = 'pending' AND lease_token IS NULL AND",
      'row_number',
      'FROM keys',
      'FROM projects',
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
}

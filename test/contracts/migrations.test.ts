import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Client } from 'pg'
import { AppError } from '../../src/core/errors.ts'
import type { Store } from '../../src/ports/store.ts'
import { readBase, readSteps, type Step } from '../../src/store/migration-steps.ts'
import { migrate as migratePostgres } from '../../src/store/postgres/migrate.ts'
import { postgresStore } from '../../src/store/postgres/store.ts'
import { migrate as migrateSqlite } from '../../src/store/sqlite/migrate.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import { eventually } from '../support/eventually.ts'
import { someOf } from '../support/long.ts'
import { command, rowsOf, sharedPostgres } from '../support/postgres.ts'
import { T } from './build.ts'
import { temporaryPath } from './driver.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
const stepsOf = (driver: string): Step[] => readSteps(join(MIGRATIONS, driver))
const PROGRAM = join(import.meta.dirname, 'migrate-program.ts')

/** Starts an upgrade in a process of its own and kills it before this statement of this step. */
async function killedAt(address: string, version: number, statement: number, from = 'the first'): Promise<void> {
  const args = [PROGRAM, address, String(version), String(statement), from]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  assert.equal(signal, 'SIGKILL', `step ${version} was not met`)
}

/** Everything that makes two schemas differ. */
async function postgresSchema(url: string): Promise<unknown> {
  return {
    columns: await rowsOf(
      url,
      `SELECT table_name, column_name, data_type, is_nullable, column_default, collation_name
      FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
    ),
    indexes: await rowsOf(url, `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`),
    constraints: await rowsOf(
      url,
      `SELECT conrelid::regclass::text AS on_table, pg_get_constraintdef(oid) AS words FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
    ),
    options: await rowsOf(
      url,
      `SELECT relname, reloptions FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1`,
    ),
    broken: await rowsOf(url, 'SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid'),
    versions: await rowsOf(url, 'SELECT * FROM schema_versions ORDER BY version'),
  }
}

function sqliteSchema(path: string): unknown {
  const db = new DatabaseSync(path)
  // Of tables not the words: a column that was added later stands after the rest.
  const schema = db
    .prepare(`SELECT type, name, iif(type = 'index', sql, NULL) AS sql,
    (SELECT json_group_array(json_array(name, type, "notnull", dflt_value, pk)) FROM pragma_table_xinfo(s.name)) AS columns,
    (SELECT json_group_array(json_array("table", "from", "to", on_delete)) FROM pragma_foreign_key_list(s.name)) AS keys,
    (SELECT json_array(wr, strict) FROM pragma_table_list(s.name)) AS kind
    FROM sqlite_schema AS s ORDER BY type, name`)
    .all()
  const version = db.prepare('PRAGMA user_version').get()
  db.close()
  return { schema, version }
}

async function freshPostgres(): Promise<{ url: string; schema: unknown }> {
  const url = await (await sharedPostgres()).bareDatabase()
  await migratePostgres(url)
  return { url, schema: await postgresSchema(url) }
}

test('every step of the schema has a row in docs/upgrading.md, and every row a step', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/upgrading.md'), 'utf8')
  const told = [...page.matchAll(/^\| ((?:\d{4}(?:, )?)+) \|/gm)].flatMap(([, versions = '']) => versions.split(', '))
  const made = stepsOf('postgres').map(({ version }) => String(version).padStart(4, '0'))
  assert.deepEqual(told.sort(), made)
})

test('a store that is opened without migrating leaves the schema as it is: a child never changes it', async (t) => {
  const path = await temporaryPath(t)
  const old = new DatabaseSync(path)
  migrateSqlite(old, { upTo: 17 })
  old.close()
  const before = sqliteSchema(path)
  await openedUnmigrated(() => sqliteStore(path, { migrates: false }))
  assert.deepEqual(sqliteSchema(path), before)
  const url = await (await sharedPostgres()).bareDatabase()
  await migratePostgres(url, { upTo: 17 })
  await (await postgresStore({ url, migrates: false })).close()
  assert.deepEqual(await rowsOf(url, 'SELECT max(version) AS newest FROM schema_versions'), [{ newest: 17 }])
})

test('a child of another version than its parent ends at once, and says in one line what to do', async (t) => {
  for (const work of ['suspects', 'tasks']) {
    const program = join(import.meta.dirname, '../../src/compose/worker-process/program.ts')
    const data = await temporaryPath(t)
    const child = spawn(process.execPath, [program, '0.0.1', '3', work, 'owner', 'http://localhost'], {
      env: { ...process.env, MEDIAGEN_DATA_DIR: data },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    assert.equal(code, 1)
    assert.match(
      said,
      /^mediagen 0\.0\.1 \(schema 3\) is running, but its files on disk belong to [^\n]+: restart the service\.\n$/,
    )
    assert.equal(existsSync(data), false, 'it opened nothing')
  }
})

/** Opening may fail, where statements ask for what an old schema has not: no harm is done by that either. */
async function openedUnmigrated(open: () => Store): Promise<void> {
  let store: Store | undefined
  try {
    store = open()
  } catch {
    return
  }
  await store.close()
}

const TASK_COLUMNS = `id, key_id, kind, model, engine, status, prompt, warnings, reference_images, created_at,
  queue_deadline_at, next_run_at, attempts, doubts, progress, version`
const taskRow = (id: string): string =>
  `('${id}', 'k1', 'video', 'm', 'e', 'pending', 'p', '[]', '[]', ${T}, ${T}, ${T}, 0, 0, 0, 1)`
const KEY_ROW = `INSERT INTO keys (id, name, hash, hint, scopes, created_at, webhook_secrets)
  VALUES ('k1', 'n', 'h', 'mg_', '[]', ${T}, '[]')`
const USAGE_ROW = `INSERT INTO usage (task_id, key_id, kind, model, engine, status, units, at)
  VALUES ('1', 'k1', 'video', 'm', 'e', 'success', 1, ${T})`

test('postgres: an upgrade that is killed in the middle of any step goes on at the next start, to the same schema', async () => {
  const { schema } = await freshPostgres()
  const server = await sharedPostgres()
  const url = await server.bareDatabase()
  for (const { version, statements } of someOf(stepsOf('postgres'), 4)) {
    // Before the last statement, and with all of them made but not on record.
    for (const statement of new Set([statements.length - 1, statements.length])) await killedAt(url, version, statement)
  }
  await migratePostgres(url)
  assert.deepEqual(await postgresSchema(url), schema)
})

test('sqlite: an upgrade that is killed in the middle of any step goes on at the next start, to the same schema', async (t) => {
  const fresh = await temporaryPath(t)
  await sqliteStore(fresh).close()
  const path = await temporaryPath(t)
  for (const { version, statements } of someOf(stepsOf('sqlite'), 4)) await killedAt(path, version, statements.length)
  await sqliteStore(path).close()
  assert.deepEqual(sqliteSchema(path), sqliteSchema(fresh))
})

test('a new database that is killed in the middle of its first step is made at the next start, to the same schema', async (t) => {
  const { schema } = await freshPostgres()
  const url = await (await sharedPostgres()).bareDatabase()
  const path = await temporaryPath(t)
  for (const [address, driver] of [
    [url, 'postgres'],
    [path, 'sqlite'],
  ] as const) {
    const { version, statements } = readBase(join(MIGRATIONS, driver)) ?? assert.fail('there is no base')
    await killedAt(address, version, 5, 'base')
    await killedAt(address, version, statements.length, 'base')
  }
  await migratePostgres(url)
  assert.deepEqual(await postgresSchema(url), schema)
  await sqliteStore(path).close()
  const fresh = await temporaryPath(t)
  await sqliteStore(fresh).close()
  assert.deepEqual(sqliteSchema(path), sqliteSchema(fresh))
})

test('postgres: a database of each earlier version is brought up to date while others go on inserting', async () => {
  const { schema } = await freshPostgres()
  const server = await sharedPostgres()
  for (const { version } of someOf(stepsOf('postgres').slice(0, -1), 4)) {
    const url = await server.bareDatabase()
    await migratePostgres(url, { upTo: version })
    await command(url, `${KEY_ROW}; ${USAGE_ROW}; INSERT INTO tasks (${TASK_COLUMNS}) VALUES ${taskRow('1')}`)
    const done = new AbortController()
    const inserted: string[] = []
    const writer = new Client({ connectionString: url })
    await writer.connect()
    const writing = (async () => {
      for (let n = 100; !done.signal.aborted; n++) {
        await writer.query(`INSERT INTO tasks (${TASK_COLUMNS}) VALUES ${taskRow(String(n))}`)
        inserted.push(String(n))
      }
    })()
    await eventually(() => inserted[5])
    await migratePostgres(url)
    done.abort()
    await writing
    await writer.end()
    assert.deepEqual(await postgresSchema(url), schema, `from version ${version}`)
    const [row] = await rowsOf(
      url,
      'SELECT count(*)::int AS tasks, (SELECT count(*)::int FROM usage) AS used FROM tasks',
    )
    assert.deepEqual(row, { tasks: inserted.length + 1, used: 1 }, `from version ${version}`)
    const store = await postgresStore({ url })
    assert.equal((await store.tasks.find(inserted.at(-1) ?? ''))?.prompt, 'p')
    await store.close()
  }
})

test('sqlite: a database of each earlier version is brought up to date while another process inserts', async (t) => {
  const fresh = await temporaryPath(t)
  await sqliteStore(fresh).close()
  for (const { version } of stepsOf('sqlite').slice(0, -1)) {
    const path = await temporaryPath(t)
    const old = new DatabaseSync(path, { timeout: 600_000 })
    old.exec('PRAGMA journal_mode = WAL')
    migrateSqlite({ prepare: (sql) => old.prepare(sql), exec: (sql) => old.exec(sql) }, { upTo: version })
    old.exec(`${KEY_ROW}; ${USAGE_ROW}; INSERT INTO tasks (${TASK_COLUMNS}) VALUES ${taskRow('1')}`)
    // The old program has its statement prepared, and goes on using it while the tables change under it.
    const insert = old.prepare(`INSERT INTO tasks (${TASK_COLUMNS}) VALUES ${taskRow('x').replace(`'x'`, '?')}`)
    let inserted = 0
    const newer = new DatabaseSync(path, { timeout: 600_000 })
    const onStatement = (_version: number, statement: number): void => {
      if (statement === 0 && !newer.isTransaction) insert.run(String(100 + inserted++))
    }
    for (const step of stepsOf('sqlite')) {
      migrateSqlite(
        { prepare: (sql) => newer.prepare(sql), exec: (sql) => newer.exec(sql) },
        { upTo: step.version, onStatement },
      )
      insert.run(String(100 + inserted++))
    }
    newer.close()
    old.close()
    assert.deepEqual(sqliteSchema(path), sqliteSchema(fresh), `from version ${version}`)
    const store = sqliteStore(path)
    assert.equal((await store.tasks.find(String(100 + inserted - 1)))?.prompt, 'p')
    await store.close()
  }
})

test('postgres: an index that a crash left half built is dropped and built anew', async () => {
  const { schema } = await freshPostgres()
  const server = await sharedPostgres()
  const url = await server.bareDatabase()
  await migratePostgres(url, { upTo: 2 })
  const holder = new Client({ connectionString: url })
  await holder.connect()
  // What is under way when the building begins is waited for.
  await holder.query(`BEGIN; ${KEY_ROW}; INSERT INTO tasks (${TASK_COLUMNS}) VALUES ${taskRow('1')}`)
  const upgrade = migratePostgres(url).catch((error: unknown) => error)
  await eventually(async () => {
    const sql = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'mediagen migrate' AND query LIKE 'CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'`
    return (await rowsOf(url, sql))[0]
  })
  assert.ok((await upgrade) instanceof AppError)
  await holder.query('COMMIT')
  await holder.end()
  assert.deepEqual(await rowsOf(url, 'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid'), [
    { name: 'tasks_listed' },
  ])
  await migratePostgres(url)
  assert.deepEqual(await postgresSchema(url), schema)
})

test('postgres: a table that somebody holds is waited for in turns, and those behind are let through', async () => {
  const server = await sharedPostgres()
  const url = await server.bareDatabase()
  await migratePostgres(url, { upTo: 6 })
  const holder = new Client({ connectionString: url })
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE tasks IN ROW EXCLUSIVE MODE')
  const upgrade = migratePostgres(url)
  await eventually(async () => {
    const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'mediagen migrate' AND query LIKE 'ALTER TABLE tasks%' AND wait_event_type = 'Lock'`
    return (await rowsOf(url, sql))[0]
  })
  // Stands behind the change, and is served before it: the change gives way.
  await command(url, `${KEY_ROW}; INSERT INTO tasks (${TASK_COLUMNS}) VALUES ${taskRow('1')}`)
  await holder.query('COMMIT')
  await holder.end()
  await upgrade
})

test('postgres: a program refuses a schema that is newer than itself, in words', async () => {
  const { url } = await freshPostgres()
  await command(url, `INSERT INTO schema_versions VALUES (9998, '9998-later.sql')`)
  await assert.rejects(
    postgresStore({ url }),
    /schema 9998 by a newer version of mediagen, but this version supports schemas only up to \d+/,
  )
})

test('sqlite: a program refuses a schema that is newer than itself, in words, and leaves it as it is', async (t) => {
  const path = await temporaryPath(t)
  await sqliteStore(path).close()
  const db = new DatabaseSync(path)
  db.exec('PRAGMA user_version = 9998')
  db.close()
  const before = sqliteSchema(path)
  assert.throws(
    () => sqliteStore(path),
    /schema 9998 by a newer version of mediagen, but this version supports schemas only up to \d+/,
  )
  assert.deepEqual(sqliteSchema(path), before)
})

test('online steps of PostgreSQL build every index without holding writers up', () => {
  // The first step makes empty tables; those after it meet tables that may be large.
  const faults = stepsOf('postgres')
    .slice(1)
    .flatMap(({ name, statements }) => {
      const made = statements.flatMap((sql) => /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/.exec(sql)?.[1] ?? [])
      return statements
        .filter((sql) => /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)/.test(sql))
        .filter((sql) => !made.includes(/ ON (\w+)/.exec(sql)?.[1] ?? ''))
        .map((sql) => `${name}: ${sql}`)
    })
  assert.deepEqual(faults, [])
})

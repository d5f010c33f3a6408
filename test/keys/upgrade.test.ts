import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { SCOPES, USUAL_SCOPES } from '../../src/core/keys/api-key.ts'
import type { Store } from '../../src/ports/store.ts'
import { migrate as migratePostgres } from '../../src/store/postgres/migrate.ts'
import { postgresStore } from '../../src/store/postgres/store.ts'
import { migrate as migrateSqlite } from '../../src/store/sqlite/migrate.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import { temporaryPath } from '../contracts/driver.ts'
import { command, sharedPostgres } from '../support/postgres.ts'

// The version in which a key without scopes had them all.
const BEFORE = 11

const rows = [
  ['key_usual', SCOPES],
  ['key_asked', ['admin']],
  ['key_some', ['tasks:read', 'admin']],
  ['key_environment', SCOPES],
].map(([id, scopes]) => `('${String(id)}', 'n', 'hash of ${String(id)}', '…', '${JSON.stringify(scopes)}', 1, '[]')`)
const KEYS = `INSERT INTO keys (id, name, hash, hint, scopes, created_at, webhook_secrets) VALUES ${rows.join(', ')}`

async function assertKept(store: Store): Promise<void> {
  const found = Object.fromEntries((await store.keys.list()).map(({ id, scopes }) => [id, scopes]))
  await store.close()
  assert.deepEqual(found, {
    key_asked: ['admin'],
    key_environment: SCOPES,
    key_some: ['tasks:read', 'admin'],
    key_usual: USUAL_SCOPES,
  })
}

test('sqlite: a key that was made without scopes does not become an operator by an upgrade; one that asked for it stays', async (t) => {
  const path = await temporaryPath(t)
  const old = new DatabaseSync(path)
  migrateSqlite({ prepare: (sql) => old.prepare(sql), exec: (sql) => old.exec(sql) }, { upTo: BEFORE })
  old.exec(KEYS)
  old.close()
  await assertKept(sqliteStore(path))
})

test('postgres: a key that was made without scopes does not become an operator by an upgrade; one that asked for it stays', async () => {
  const url = await (await sharedPostgres()).bareDatabase()
  await migratePostgres(url, { upTo: BEFORE })
  await command(url, KEYS)
  await assertKept(await postgresStore({ url }))
})

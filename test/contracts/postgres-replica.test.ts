import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'
import type { ReplicaAnswer } from '../../src/ports/store/replica.ts'
import type { Store } from '../../src/ports/store.ts'
import { lookAtReplica } from '../../src/store/open-store.ts'
import { postgresStore } from '../../src/store/postgres/store.ts'
import { atEnd } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { command, rowsOf, startPostgres, startStandby } from '../support/postgres.ts'
import { openService } from '../support/service.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'
import { aTask, insertAll, T } from './build.ts'

const primary = await startPostgres(['fsync=off'])
after(() => primary.stop())
const url = await primary.newDatabase()
await (await postgresStore({ url })).close()
await primary.kill()
const standby = await startStandby(primary)
after(() => standby.stop())
await primary.start()

const at = (port: number, database?: string): string => {
  const address = new URL(url)
  address.port = String(port)
  if (database !== undefined) address.pathname = `/${database}`
  return address.href
}
const readUrl = at(standby.port)

async function openPair(t: TestContext, through = readUrl): Promise<Store> {
  const store = await postgresStore({ url, readUrl: through })
  atEnd(t, () => store.close())
  return store
}

let ids = 1_000_000
/** Makes a task and looks for it in its list at once. */
async function isListed(store: Store): Promise<boolean> {
  const id = String(ids++)
  await insertAll(store, [aTask(id, { createdAt: T + ids })])
  const [newest] = await store.replica.tasks.list({ keyId: 'k1', limit: 1 })
  return newest?.id === id
}

const answeredBy = (store: Store, answer: ReplicaAnswer): number => store.replica.answered().get(answer) ?? 0

/** Until the replica has answered once more. */
async function answersAgain(store: Store): Promise<void> {
  const before = answeredBy(store, 'replica')
  await eventually(async () => {
    assert.ok(await isListed(store))
    return answeredBy(store, 'replica') > before || undefined
  })
}

test('postgres: the replica answers, and a task is in its list as soon as it is accepted', async (t) => {
  const store = await openPair(t)
  await answersAgain(store)
  assert.equal(
    await eventually(async () => ((await lookAtReplica(url, readUrl)) === undefined ? 'fine' : undefined)),
    'fine',
  )
  const asked = await rowsOf(
    readUrl,
    `SELECT 1 FROM pg_stat_activity WHERE application_name = 'mediagen'
    AND query LIKE '%FROM tasks%'`,
  )
  assert.equal(asked.length, 1)
  for (let left = 100; left > 0; left--) assert.ok(await isListed(store))
})

test('postgres: a replica that is behind is not asked, and is again once it has caught up', async (t) => {
  const store = await openPair(t)
  await answersAgain(store)
  await command(readUrl, 'SELECT pg_wal_replay_pause()')
  try {
    const before = answeredBy(store, 'behind')
    for (let left = 20; left > 0; left--) assert.ok(await isListed(store))
    assert.equal(answeredBy(store, 'behind') - before, 20)
  } finally {
    await command(readUrl, 'SELECT pg_wal_replay_resume()')
  }
  await answersAgain(store)
})

test('postgres: without its replica the primary answers, and nobody starts or stops for it', async (t) => {
  await standby.kill()
  const store = await openPair(t)
  assert.ok(await isListed(store))
  assert.equal(answeredBy(store, 'away'), 1)
  await standby.start()
  await answersAgain(store)
  await standby.kill()
  for (let left = 20; left > 0; left--) assert.ok(await isListed(store))
  assert.ok(answeredBy(store, 'away') > 1)
  await standby.start()
  await answersAgain(store)
})

test('postgres: of a replica that falls silent, only the question of that moment has to wait', async (t) => {
  let tries = 0
  const proxy = await openTcpProxy(() => {
    tries++
    return standby.port
  })
  atEnd(t, () => proxy.close())
  const store = await openPair(t, at(proxy.port))
  await answersAgain(store)
  proxy.swallow(true)
  assert.ok(await isListed(store))
  const before = tries
  for (let left = 20; left > 0; left--) assert.ok(await isListed(store))
  assert.equal(answeredBy(store, 'away'), 21)
  assert.ok(tries - before < 20, 'it is not tried for each of them')
  proxy.swallow(false)
  await answersAgain(store)
})

test('postgres: a read that the replica breaks off is made by the primary', async (t) => {
  const store = await openPair(t)
  await answersAgain(store)
  await command(readUrl, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'mediagen'`)
  for (let left = 20; left > 0; left--) assert.ok(await isListed(store))
  await answersAgain(store)
})

test('postgres: a service does not start on the replica of another database', async () => {
  const other = await startPostgres(['fsync=off'])
  try {
    const elsewhere = new URL(await other.newDatabase()).href
    await assert.rejects(postgresStore({ url, readUrl: elsewhere }), /not a replica of the one in DATABASE_URL/)
  } finally {
    await other.stop()
  }
  const postgres = at(standby.port, 'postgres')
  await assert.rejects(postgresStore({ url, readUrl: postgres }), /the same database/)
  assert.equal(await lookAtReplica(url, postgres), 'foreign')
})

test('postgres: a service lists what it accepts at once, and tells how many lists the replica answered', async (t) => {
  const service = await openService(t, { env: { DATABASE_URL: url, DATABASE_READ_URL: readUrl } })
  await eventually(async () => {
    const json = { model: 'sandbox', prompt: 'a boat' }
    const { id } = (await (await service.call('/api/ai/videos', { method: 'POST', json })).json()) as { id: string }
    const list = (await (await service.call('/api/ai/tasks?limit=1')).json()) as { data: { id: string }[] }
    assert.equal(list.data[0]?.id, id)
    const counts = (await (await service.call('/api/ai/tasks/counts')).json()) as Record<string, number>
    assert.ok((counts['pending'] ?? 0) + (counts['processing'] ?? 0) + (counts['success'] ?? 0) > 0)
    const scrape = await (await service.call('/metrics')).text()
    return /^mediagen_replica_reads_total\{answer="replica"\} \d+/m.test(scrape) || undefined
  })
})

test('postgres: a replica that was promoted is not asked any more, whatever is written to it', async (t) => {
  const store = await openPair(t)
  await answersAgain(store)
  await command(readUrl, 'SELECT pg_promote()')
  await command(readUrl, 'DELETE FROM tasks')
  for (let left = 20; left > 0; left--) assert.ok(await isListed(store))
  assert.ok(answeredBy(store, 'detached') > 0)
  // So it is when a process starts meanwhile.
  const late = await openPair(t)
  assert.ok(await isListed(late))
  assert.deepEqual([...late.replica.answered().keys()], ['detached'])
})

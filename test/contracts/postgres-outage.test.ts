import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'
import { Client } from 'pg'
import { UNSEEN_CROWD, type Task } from '../../src/core/tasks/task.ts'
import { AppError, Interrupted } from '../../src/core/errors.ts'
import type { Store } from '../../src/ports/store.ts'
import { openDatabase, statement, type Run } from '../../src/store/postgres/database.ts'
import { taskClaimer } from '../../src/store/postgres/tasks/claim-tasks.ts'
import { taskFinisher } from '../../src/store/postgres/tasks/finish-tasks.ts'
import { FIND_REPEAT, taskInserter } from '../../src/store/postgres/tasks/insert-tasks.ts'
import { postgresStore, type PostgresOptions } from '../../src/store/postgres/store.ts'
import type { Row } from '../../src/store/rows.ts'
import { inProcessBell } from '../../src/runtime/in-process-bell.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { ownership } from '../../src/workers/ownership.ts'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { command, rowsOf, sharedPostgres, startPostgres, type PostgresServer } from '../support/postgres.ts'
import { tcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import {
  aClaim,
  aDeliveryClaim,
  aFile,
  aKey,
  anOutcome,
  aTask,
  billed,
  idsOf,
  buried,
  HOUR,
  insertAll,
  OWNER,
  range,
  T,
} from './build.ts'
import { limitedKey, underLimits } from './limited.ts'
import { atEnd } from '../support/at-end.ts'

// Servers that are killed are not those of others.
let killable: Promise<PostgresServer> | undefined
const ownServer = (): Promise<PostgresServer> => (killable ??= startPostgres(['fsync=off']))
after(async () => (await killable)?.stop())

const SWEEP_ALL = statement('DELETE FROM idempotency')

// What is waited for in vain is waited for this long; a slow machine must come through with the rest in less.
const PATIENT_MS = 1_000

const isOut = (error: unknown): boolean => error instanceof AppError && error.code === 'storage_unavailable'

async function open(t: TestContext, options: Partial<PostgresOptions> = {}): Promise<{ store: Store; url: string }> {
  const url = options.url ?? (await (await sharedPostgres()).newDatabase())
  const store = await postgresStore({ ...options, url })
  await store.owners.join(OWNER)
  atEnd(t, () => store.close())
  return { store, url }
}

/** A store whose connection can be made to misbehave, and one beside it that sees what is really there. */
async function openThroughProxy(
  t: TestContext,
  options: Partial<PostgresOptions> = {},
): Promise<{ store: Store; truth: Store; proxy: TcpProxy }> {
  const server = await sharedPostgres()
  const { store: truth, url } = await open(t)
  const proxy = await tcpProxy(t, server.port)
  const through = new URL(url)
  through.port = String(proxy.port)
  const { store } = await open(t, { ...options, url: through.href })
  await insertAll(truth, [aTask('1001', { webhookUrl: 'https://receiver.example/' })])
  return { store, truth, proxy }
}

test('postgres: a server that restarts is an interruption: errors say so, nothing is lost, no restart of ours', async (t) => {
  const server = await ownServer()
  const { store } = await open(t, { url: await server.newDatabase() })
  await insertAll(
    store,
    range(5).map((n) => aTask(String(1000 + n))),
  )
  await server.kill()
  const asked = [store.tasks.find('1000'), store.queue.claim(aClaim('w')), store.keys.insert(aKey('k2')), store.ping()]
  for (const result of await Promise.allSettled(asked)) {
    assert.equal(result.status, 'rejected')
    if (result.status === 'rejected') assert.ok(isOut(result.reason), String(result.reason))
  }
  await server.start()
  assert.equal((await store.queue.claim(aClaim('w', { limit: 9 }))).length, 5)
})

test('postgres: a request that comes while the server starts waits for it', async (t) => {
  const server = await ownServer()
  const { store } = await open(t, { url: await server.newDatabase() })
  await insertAll(store, [aTask('1000')])
  await server.kill()
  const found = eventually(() => store.tasks.find('1000').catch(() => undefined))
  await server.start()
  assert.equal((await found).id, '1000')
})

test('postgres: a store that is opened before its server waits for it', async (t) => {
  const server = await ownServer()
  const url = await server.newDatabase()
  await server.kill()
  const opening = open(t, { url })
  await server.start()
  const { store } = await opening
  await store.ping()
})

test('postgres: a store that is opened over a connection that falls silent opens over another', async (t) => {
  const server = await sharedPostgres()
  const url = await server.bareDatabase()
  const proxy = await tcpProxy(t, server.port)
  const through = new URL(url)
  through.port = String(proxy.port)
  const other = new Client({ connectionString: url })
  atEnd(t, () => other.end())
  await other.connect()
  await other.query('SELECT pg_advisory_lock(7266113501)')
  const opening = open(t, { url: through.href, startSilenceMs: 2_000 })
  // It asks for the lock again and again; what it hears of that is lost.
  await eventually(async () => {
    const { rows } = await other.query(`SELECT 1 FROM pg_stat_activity
      WHERE application_name = 'mediagen migrate' AND datname = current_database() AND query LIKE '%pg_try_advisory_lock%'`)
    return rows[0]
  })
  proxy.trouble({ kind: 'mute', direction: 'back' })
  await other.query('SELECT pg_advisory_unlock(7266113501)')
  proxy.trouble()
  await (await opening).store.ping()
})

test('postgres: connections that are terminated in a storm lose nothing that was acknowledged', async (t) => {
  const { store, url } = await open(t)
  await store.keys.insert(aKey('k1'))
  const calm = new AbortController()
  const storm = async (): Promise<number> => {
    const client = new Client({ connectionString: url })
    await client.connect()
    let ended = 0
    while (!calm.signal.aborted) {
      const sql = `SELECT count(pg_terminate_backend(pid)) AS ended FROM pg_stat_activity
        WHERE application_name = 'mediagen' AND datname = current_database()`
      const { rows } = await client.query<{ ended: string }>(sql)
      ended += Number(rows[0]?.ended)
      // Once the store is back, it is hit again.
      await store.ping().catch(() => undefined)
    }
    await client.end()
    return ended
  }
  const ended = storm()
  const kept: string[] = []
  const insert = async (id: string): Promise<void> => {
    try {
      await store.queue.insert({ task: aTask(id), references: [aFile(`r${id}`, id)], idempotency: null })
      kept.push(id)
    } catch (error) {
      assert.ok(isOut(error), String(error))
    }
  }
  for (const round of range(30)) await Promise.all(range(10).map((n) => insert(String(1000 + round * 10 + n))))
  calm.abort()
  const terminated = await ended
  assert.ok(terminated > 0)
  const found = await Promise.all(kept.map((id) => store.tasks.find(id)))
  assert.equal(found.filter((task) => task !== undefined).length, kept.length)
  // Whether or not it was acknowledged, what is there is there whole.
  for (const { id } of await store.tasks.list({ keyId: 'k1', limit: 999 }))
    assert.equal((await store.files.ofTask(id)).length, 1)
  t.diagnostic(`${terminated} connections terminated, ${kept.length} of 300 acknowledged, none lost`)
})

test('postgres: a transaction whose session ends before its commit is made again; whether one at its commit was, nobody knows', async (t) => {
  const url = await (await sharedPostgres()).newDatabase()
  const database = openDatabase({ url })
  atEnd(t, () => database.close())
  const pid = statement('SELECT pg_backend_pid() AS pid')
  let tries = 0
  const endingOnce = async (run: Run): Promise<void> => {
    const [row] = await run(pid, [])
    if (++tries === 1) await command(url, `SELECT pg_terminate_backend(${Number(row?.['pid'])})`)
  }
  const again = database.together(async (run) => {
    await endingOnce(run)
    return run(statement('SELECT 1 AS one'), [])
  })
  assert.deepEqual([await again, tries], [[{ one: 1 }], 2])
  tries = 0
  await assert.rejects(database.together(endingOnce), Interrupted)
  assert.equal(tries, 1)
})

test('postgres: an insert whose answer got lost is found to be done, and done once', async (t) => {
  const { store, truth, proxy } = await openThroughProxy(t)
  await store.ping()
  const idempotency = { key: 'i1', fingerprint: 'x', expiresAt: T + 9_000 }
  for (const [id, kept] of [
    ['2001', null],
    ['2002', idempotency],
  ] as const) {
    proxy.cutNextAnswer()
    const outcome = await store.queue.insert({ task: aTask(id), references: [aFile(`r${id}`, id)], idempotency: kept })
    assert.deepEqual(outcome, { kind: 'inserted' })
    assert.ok(await truth.tasks.find(id))
    assert.equal((await truth.files.ofTask(id)).length, 1)
  }
})

test('postgres: an insert that was broken off and cannot be asked after says that nobody knows', async (t) => {
  const { store, truth, proxy } = await openThroughProxy(t)
  await store.ping()
  proxy.cutNextAnswer({ kind: 'refuse' })
  const entry = { task: aTask('2001'), references: [aFile('r1', '2001')], idempotency: null }
  await assert.rejects(store.queue.insert(entry), Interrupted)
  assert.ok(await truth.tasks.find('2001'))
  // Of this one nothing was on its way, and the error says no less.
  const refused = store.queue.insert({ task: aTask('2002'), references: [], idempotency: null })
  await assert.rejects(refused, (error) => isOut(error) && !(error instanceof Interrupted))
})

test('postgres: a finish whose answer got lost is found to be done, with one delivery', async (t) => {
  const { store, truth, proxy } = await openThroughProxy(t)
  const [task] = await store.queue.claim(aClaim('w'))
  assert.ok(task)
  proxy.cutNextAnswer()
  const outcome = anOutcome(task, { files: [aFile('f1', '1001')] })
  assert.equal(await store.queue.finish({ id: '1001', token: 'w' }, outcome), true)
  assert.equal((await truth.tasks.find('1001'))?.status, 'success')
  assert.equal((await truth.deliveries.ofTask('1001')).length, 1)
  assert.equal(await billed(truth, 'k1'), 1)
})

test('postgres: a claim whose answer got lost is asked after, and its tasks are worked on at once', async (t) => {
  const { store, proxy } = await openThroughProxy(t)
  await store.ping()
  proxy.cutNextAnswer()
  const [task] = await store.queue.claim(aClaim('w'))
  assert.deepEqual([task?.id, task?.attempts, task?.leaseToken], ['1001', 1, 'w'])
  assert.deepEqual(await store.queue.lost([{ id: '1001', token: 'w' }]), [])
  proxy.cutNextAnswer()
  await assert.rejects(store.queue.claim(aClaim('nothing to take')), isOut)
})

test('postgres: a claim that cannot be asked after is given up, and its owner finds the task among what it holds', async (t) => {
  const { store, truth, proxy } = await openThroughProxy(t)
  await store.ping()
  proxy.cutNextAnswer({ kind: 'refuse' })
  await assert.rejects(store.queue.claim(aClaim('w')), Interrupted)
  assert.deepEqual(await truth.queue.claim(aClaim('x')), [])
  assert.deepEqual(await truth.queue.heldBy(OWNER), [{ id: '1001', token: 'w', startKey: null }])
  await buried(truth)
  const [again] = await truth.queue.claim(aClaim('x', { crowd: UNSEEN_CROWD }))
  assert.equal(again?.attempts, 2)
})

test('postgres: of what a claim took whose answer got lost, only what it began itself counts as never started', async (t) => {
  const { store, truth, proxy } = await openThroughProxy(t)
  await truth.queue.claim(aClaim('dead'))
  // Its start may have been made, by a process that died then.
  const begun = { status: 'processing', step: 'starting', startKey: 'start_dead_1001', startedAt: T } as const
  await truth.queue.advance({ id: '1001', token: 'dead' }, { ...begun, releaseUntil: T })
  await insertAll(truth, [aTask('1002')])
  proxy.cutNextAnswer({ kind: 'refuse' })
  const runTimeouts = [{ kind: 'video', model: 'diorama', ms: HOUR }] as const
  await assert.rejects(store.queue.claim(aClaim('w', { limit: 2, runTimeouts })), Interrupted)
  const stepsOf = async (): Promise<[string, string | null | undefined, string | null | undefined][]> =>
    Promise.all(
      ['1001', '1002'].map(async (id) => {
        const task = await truth.tasks.find(id)
        return [id, task?.leaseToken, task?.step]
      }),
    )
  assert.deepEqual(await stepsOf(), [
    ['1001', 'w', 'starting'],
    ['1002', 'w', 'starting'],
  ])
  const clock = manualClock(T)
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const deps = { store: truth, clock, random: systemRandom, bell: inProcessBell(clock), log }
  const holder = ownership(deps, { name: OWNER, onFreed: () => undefined })
  atEnd(t, () => holder.stop(0))
  holder.unanswered('w')
  holder.start()
  // The clock stands until then: it runs ahead of the database, and would have the name counted as dead before it is entered.
  await eventually(() => holder.owner())
  await eventuallyOn(clock, 1_000, async () => (await stepsOf()).every(([, token]) => token === null) || undefined)
  assert.deepEqual(await stepsOf(), [
    ['1001', null, 'starting'],
    ['1002', null, null],
  ])
})

test('postgres: a connection that leads nowhere is given up', async (t) => {
  const { store, truth, proxy } = await openThroughProxy(t, { statementTimeoutMs: PATIENT_MS })
  await store.ping()
  proxy.swallow(true)
  await assert.rejects(store.queue.claim(aClaim('w')), isOut)
  proxy.swallow(false)
  proxy.cutAll()
  assert.deepEqual(idsOf(await store.queue.claim(aClaim('x'))), ['1001'])
  assert.equal((await truth.tasks.find('1001'))?.leaseToken, 'x')
})

test('postgres: of connections that fell silent together, one is tried and the others are let go', async (t) => {
  const { store, proxy } = await openThroughProxy(t, { statementTimeoutMs: PATIENT_MS })
  await Promise.all(range(5).map(() => store.ping()))
  proxy.trouble({ kind: 'mute', direction: 'back' })
  proxy.trouble()
  // The second try of this one read would meet the next silent connection.
  await store.ping()
})

test('postgres: who waits too long for a lock is told so, and goes on once it is free', async (t) => {
  const { store, url } = await open(t, { statementTimeoutMs: PATIENT_MS })
  await insertAll(store, [aTask('1001')])
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query('BEGIN; LOCK TABLE tasks')
  await assert.rejects(store.tasks.find('1001'), isOut)
  await assert.rejects(store.queue.claim(aClaim('w')), isOut)
  await other.query('COMMIT')
  await other.end()
  assert.deepEqual(idsOf(await store.queue.claim(aClaim('w'))), ['1001'])
})

test('postgres: a database that takes no writes fails them as storage_unavailable, and reads go on', async (t) => {
  const { store, url } = await open(t)
  await insertAll(store, [aTask('1001')])
  const database = new URL(url).pathname.slice(1)
  await command(url, `ALTER DATABASE ${database} SET default_transaction_read_only = on`)
  const { store: reader } = await open(t, { url, startWaitMs: 0 }).catch(() => ({ store: undefined }))
  assert.equal(reader, undefined, 'a database that takes no writes cannot be brought up to date')
  const endSessions = (): Promise<void> =>
    command(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'mediagen' AND datname = current_database()`,
    )
  await endSessions()
  assert.ok(await eventually(() => store.tasks.find('1001').catch(() => undefined)))
  await assert.rejects(store.queue.claim(aClaim('w')), isOut)
  await command(url, `BEGIN READ WRITE; ALTER DATABASE ${database} RESET default_transaction_read_only; COMMIT`)
  await endSessions()
  // Connections that were made meanwhile break first, each at its next use.
  const claimed = await eventually(() => store.queue.claim(aClaim('w')).catch(() => undefined))
  assert.deepEqual(idsOf(claimed), ['1001'])
})

test('postgres: connections of a server that turned read-only are replaced at once, not kept while they answer', async (t) => {
  const { store, url } = await open(t)
  await insertAll(store, [aTask('1001')])
  const database = new URL(url).pathname.slice(1)
  await command(url, `ALTER DATABASE ${database} SET default_transaction_read_only = on`)
  await command(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'mediagen' AND datname = current_database()`,
  )
  // The sessions that are opened now stay read-only, whatever the server becomes: as those of a demoted primary.
  await eventually(() => Promise.all(range(5).map(() => store.tasks.find('1001'))).catch(() => undefined))
  await command(url, `BEGIN READ WRITE; ALTER DATABASE ${database} RESET default_transaction_read_only; COMMIT`)
  const refused = (error: unknown): boolean => isOut(error) && !(error instanceof Interrupted)
  await assert.rejects(store.queue.claim(aClaim('w')), refused, 'one learns it, and knows that nothing was done')
  assert.deepEqual(idsOf(await store.queue.claim(aClaim('w'))), ['1001'])
})

test('postgres: an idempotency record that goes between two looks keeps nobody waiting', async (t) => {
  const { store, url } = await open(t)
  const key = await limitedKey(store, { inWork: 9 })
  const named = (id: string) => ({
    ...underLimits(key, id),
    idempotency: { key: 'i1', fingerprint: 'x', expiresAt: T + 9_000 },
  })
  await store.queue.insert(named('1001'))
  const db = openDatabase({ url })
  atEnd(t, () => db.close())
  let swept = 0
  const sweptBetween: Run = async (statement, values) => {
    if (statement === FIND_REPEAT && swept++ === 0) await db.run(SWEEP_ALL, [])
    return db.retrySafe(statement, values)
  }
  const insert = taskInserter({ ...db, retrySafe: sweptBetween })
  assert.deepEqual(await insert(named('1002')), { kind: 'inserted' })
  assert.equal(swept, 1)
  assert.deepEqual(await insert(named('1003')), { kind: 'repeated', taskId: '1002' }, 'the lane takes the next')
})

test('postgres: a task under limits that was inserted is told of as inserted, though nobody knows what became of the one beside it', async (t) => {
  const { store, url } = await open(t)
  const key = await limitedKey(store, { inWork: 9 })
  const named = (id: string, fingerprint: string) => ({
    ...underLimits(key, id),
    idempotency: { key: 'i1', fingerprint, expiresAt: T + 9_000 },
  })
  await store.queue.insert(named('1001', 'x'))
  const db = openDatabase({ url })
  atEnd(t, () => db.close())
  let isDown = false
  const outage: Run = async (sent, values) => {
    isDown ||= sent === FIND_REPEAT
    if (isDown) throw new AppError('storage_unavailable', 'gone')
    return db.retrySafe(sent, values)
  }
  const insert = taskInserter({ ...db, retrySafe: outage })
  const [one, other] = await Promise.allSettled([insert(underLimits(key, '1002')), insert(named('1003', 'y'))])
  assert.deepEqual(one, { status: 'fulfilled', value: { kind: 'inserted' } })
  assert.ok(other.status === 'rejected' && other.reason instanceof Interrupted)
  assert.ok(await store.tasks.find('1002'))
})

test('postgres: an insert under limits whose commit is still under way is waited for, and is done once', async (t) => {
  const { store, url } = await open(t)
  const key = await limitedKey(store, { inWork: 1 })
  const db = openDatabase({ url })
  const slow = new Client({ connectionString: url })
  await slow.connect()
  atEnd(t, async () => Promise.all([db.close(), slow.end()]))
  let begun = false
  const brokenOff: typeof db.together = async (work) => {
    if (begun) return db.together(work)
    begun = true
    await slow.query('BEGIN')
    await work(async ({ text }, values) => (await slow.query(text, [...values])).rows as Row[])
    throw new Interrupted('storage_unavailable', 'broken off')
  }
  const inserted = taskInserter({ ...db, together: brokenOff })(underLimits(key, '1001'))
  await eventually(async () => {
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    return (await rowsOf(url, waits))[0]
  })
  await slow.query('COMMIT')
  assert.deepEqual(await inserted, { kind: 'inserted' })
  assert.equal((await store.tasks.list({ keyId: key.id, limit: 9 })).length, 1)
})

test('postgres: accounts that stay as they are are looked at without a lock, and nobody is held up by the look', async (t) => {
  const { store, url } = await open(t)
  const key = await limitedKey(store, { inWork: 1 })
  for (const id of ['1001', '1002']) await store.queue.insert(underLimits(key, id))
  const other = new Client({ connectionString: url })
  await other.connect()
  atEnd(t, () => other.end())
  await other.query('BEGIN; SELECT 1 FROM accounts FOR UPDATE')
  const page = { after: '', limit: 9 }
  assert.deepEqual(await store.accounts.letIn(page), { engines: [], next: undefined })
  assert.deepEqual(await store.accounts.recount(page), { engines: [], next: undefined })
})

test('postgres: of an end that was broken off and may still claim, nobody is told that it claimed nothing', async (t) => {
  const { store, url } = await open(t)
  await insertAll(store, [aTask('1001'), aTask('1002')])
  const [task] = await store.queue.claim(aClaim('w'))
  assert.ok(task)
  const db = openDatabase({ url })
  atEnd(t, () => db.close())
  // The statement is on its way to the server when the connection breaks, and is carried out after everybody has looked.
  const late: (() => Promise<unknown>)[] = []
  const run: Run = async (sent, values) => {
    if (!sent.text.includes('FULL JOIN taken')) return db.run(sent, values)
    late.push(() => db.run(sent, values))
    throw new Interrupted('storage_unavailable', 'broken off')
  }
  const heard: string[][] = []
  const seat = { claim: aClaim('next'), take: (tasks: Task[]) => void heard.push(idsOf(tasks)) }
  const { finish } = taskFinisher({ ...db, run }, taskClaimer(db))
  assert.equal(await finish({ id: '1001', token: 'w' }, anOutcome(task), seat), true)
  await late[0]?.()
  assert.deepEqual(await store.queue.heldBy(OWNER), [{ id: '1002', token: 'next', startKey: null }])
  assert.deepEqual(heard, [])
})

test('postgres: a closed store says that it is closed', async (t) => {
  const { store } = await open(t)
  await store.close()
  await store.close()
  await assert.rejects(store.ping(), isOut)
})

test('postgres: a row that somebody else has locked costs no other task its lease', async (t) => {
  const { store, url } = await open(t)
  await insertAll(
    store,
    range(4).map((n) => aTask(String(1000 + n))),
  )
  const tasks = await store.queue.claim(aClaim('w', { limit: 3 }))
  const other = new Client({ connectionString: url })
  await other.connect()
  atEnd(t, () => other.end())
  await other.query(`BEGIN; SELECT 1 FROM tasks WHERE id = '1000' FOR UPDATE`)
  assert.equal(await store.owners.beat(OWNER), true)
  assert.deepEqual(await store.queue.lost(tasks.map(({ id }) => ({ id, token: 'w' }))), [])
  assert.equal((await store.queue.advance({ id: '1001', token: 'w' }, { progress: 5 }))?.progress, 5)
  assert.equal(await store.queue.finish({ id: '1002', token: 'w' }, anOutcome(aTask('1002'))), true)
  assert.deepEqual(idsOf(await store.queue.claim(aClaim('x', { limit: 9 }))), ['1003'])
  await other.query('ROLLBACK')
  assert.equal((await store.queue.advance({ id: '1000', token: 'w' }, { progress: 7 }))?.progress, 7)
})

test('postgres: a removal that waits for its row sees what was recorded of the webhook meanwhile', async (t) => {
  const { store, url } = await open(t)
  const task = aTask('1001', { webhookUrl: 'https://receiver.example/' })
  await insertAll(store, [task])
  await store.queue.finishAny('1001', anOutcome(task))
  const [sent] = await store.deliveries.claim(aDeliveryClaim('w'))
  const other = new Client({ connectionString: url })
  await other.connect()
  atEnd(t, () => other.end())
  await other.query(`BEGIN; SELECT 1 FROM tasks WHERE id = '1001' FOR KEY SHARE`)
  const removed = store.chores.remove(['1001'])
  await eventually(async () => {
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    return (await rowsOf(url, waits))[0]
  })
  const attempt = { at: T, durationMs: 1, status: 200, error: null, answer: '' }
  const lease = { id: sent?.id ?? '', token: 'w' }
  assert.equal(await store.deliveries.record(lease, { attempt, status: 'delivered', nextRunAt: null }), true)
  await other.query('ROLLBACK')
  assert.deepEqual(await removed, { ids: ['1001'], fileIds: [] })
  assert.equal(await store.deliveries.find(lease.id), undefined)
})

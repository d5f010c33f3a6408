import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../src/core/errors.ts'
import { postgresStore } from '../../src/store/postgres/store.ts'
import { atEnd } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { command, rowsOf, startPostgres, startStandby } from '../support/postgres.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'
import { aClaim, aFile, aTask, insertAll, OWNER, range } from './build.ts'

const isOut = (error: unknown): boolean => error instanceof AppError && error.code === 'storage_unavailable'

test('postgres: a synchronous standby takes over: no restart, and nothing that was acknowledged is missing', async (t) => {
  const primary = await startPostgres(['fsync=off'])
  atEnd(t, () => primary.stop())
  const url = await primary.newDatabase()
  await primary.kill()
  const standby = await startStandby(primary)
  atEnd(t, () => standby.stop())
  await primary.start()
  await command(url, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await command(url, 'SELECT pg_reload_conf()')
  await eventually(async () => {
    const [row] = await rowsOf(url, 'SELECT sync_state FROM pg_stat_replication')
    return row?.['sync_state'] === 'sync' || undefined
  })

  // What the service knows is one address; which server it leads to changes under it.
  let target = primary.port
  const proxy = await openTcpProxy(() => target)
  atEnd(t, () => proxy.close())
  const through = new URL(url)
  through.port = String(proxy.port)
  const store = await postgresStore({ url: through.href })
  atEnd(t, () => store.close())
  await store.owners.join(OWNER)
  await insertAll(store, [aTask('9000')])

  const acknowledged: string[] = []
  const refused: string[] = []
  let ids = 1_000
  const stopping = new AbortController()
  const writer = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const id = String(ids++)
      try {
        await store.queue.insert({ task: aTask(id), references: [aFile(`r${id}`, id)], idempotency: null })
        acknowledged.push(id)
      } catch (error) {
        assert.ok(isOut(error), String(error))
        refused.push(id)
      }
    }
  }
  const writing = range(8).map(writer)
  await eventually(() => acknowledged.length > 50 || undefined)
  // Also a server that is still read-only is met on the way: the address may lead to it before it was promoted.
  await primary.kill()
  target = standby.port
  const before = acknowledged.length
  await eventually(() => refused.length > 5 || undefined)
  const direct = new URL(url)
  direct.port = String(standby.port)
  await command(direct.href, 'SELECT pg_promote()')
  await eventually(() => acknowledged.length > before + 50 || undefined)
  stopping.abort()
  await Promise.all(writing)

  const found = await Promise.all(acknowledged.map((id) => store.tasks.find(id)))
  assert.deepEqual(
    acknowledged.filter((_, n) => found[n] === undefined),
    [],
  )
  const claimed = await store.queue.claim(aClaim('w', { limit: 1_000_000 }))
  assert.ok(claimed.length >= acknowledged.length, 'all of them can be worked on')
  t.diagnostic(
    `${before} acknowledged before, ${acknowledged.length - before} after, ${refused.length} refused meanwhile`,
  )
})

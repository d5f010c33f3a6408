import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { AppError } from '../../src/core/errors.ts'
import { fromCrossing, toCrossing } from '../../src/store/sqlite/writer-calls.ts'
import { callHooks, withNotes, withoutHooks, type HookCall } from '../../src/store/sqlite/writer-hooks.ts'
import { sqliteStore, sqliteStoreWithWriter } from '../../src/store/sqlite/store.ts'
import { aKey, aTask, range } from './build.ts'
import { temporaryPath } from './driver.ts'

test('sqlite: whoever has its answer finds what it wrote, by whatever connection', async (t) => {
  const path = await temporaryPath(t)
  const store = sqliteStoreWithWriter(path)
  t.after(() => store.close())
  await store.keys.insert(aKey('k1'))
  const other = new DatabaseSync(path, { readOnly: true })
  t.after(() => other.close())
  const count = other.prepare('SELECT count(*) AS n FROM tasks WHERE id = ?')
  const seen = range(200).map(async (n) => {
    const id = String(1_000 + n)
    await store.queue.insert({ task: aTask(id), references: [], idempotency: null })
    return [count.get(id)?.['n'], (await store.tasks.find(id))?.id === id]
  })
  for (const each of await Promise.all(seen)) assert.deepEqual(each, [1, true])
})

test('sqlite: what is in the thread when the store is closed is written, and what comes later is refused', async (t) => {
  const path = await temporaryPath(t)
  const store = sqliteStoreWithWriter(path)
  await store.keys.insert(aKey('k1'))
  const insert = (id: string): Promise<unknown> =>
    store.queue.insert({ task: aTask(id), references: [], idempotency: null })
  const sent = [insert('1001')]
  await turn()
  sent.push(insert('1002'))
  const closed = store.close()
  await assert.rejects(insert('1003'), (error) => error instanceof AppError && error.code === 'storage_unavailable')
  await closed
  assert.deepEqual(await Promise.all(sent), [{ kind: 'inserted' }, { kind: 'inserted' }])
  const again = sqliteStore(path)
  t.after(() => again.close())
  assert.deepEqual(await Promise.all(['1001', '1002', '1003'].map(async (id) => (await again.tasks.find(id))?.id)), [
    '1001',
    '1002',
    undefined,
  ])
})

test('sqlite: a thread that dies takes its process with it, so that nobody waits for its answers', async (t) => {
  const program = join(import.meta.dirname, 'writer-dies-program.ts')
  const child = spawn(process.execPath, [program, await temporaryPath(t)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (words: Buffer) => said.push(words.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  assert.equal(code, 1)
  // Nearly always the thread's own reason; a thread that is gone before it could tell leaves us the bare fact.
  assert.match(said.join(''), /storage_unavailable|unable to open|the thread that writes has ended/)
  assert.doesNotMatch(said.join(''), /answered/)
})

test('sqlite: an error comes out of the thread as what it was', () => {
  const refused = fromCrossing(structuredClone(toCrossing(new AppError('invalid_parameter', 'No.', { param: 'seed' }))))
  assert.ok(refused instanceof AppError)
  assert.deepEqual([refused.code, refused.message, refused.param], ['invalid_parameter', 'No.', 'seed'])
  const foreign = new RangeError('odd')
  const crossed = fromCrossing(structuredClone(toCrossing(foreign)))
  assert.ok(!(crossed instanceof AppError))
  assert.deepEqual([crossed.message, crossed.stack], ['odd', foreign.stack])
})

test('sqlite: a function inside of an argument is called where it came from, with what the thread called it with', () => {
  const told: unknown[][] = []
  const args = ['id', { limit: 2, take: (...tasks: unknown[]) => void told.push(tasks) }, null]
  const crossed = structuredClone(withoutHooks(args))
  const notes: HookCall[] = []
  const [, seat] = withNotes(crossed.plain, crossed.hooks, notes) as [
    string,
    { limit: number; take: (n: number) => void },
  ]
  assert.equal(seat.limit, 2)
  seat.take(7)
  assert.deepEqual(told, [])
  callHooks(args, structuredClone(notes))
  assert.deepEqual(told, [[7]])
})

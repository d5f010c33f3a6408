import assert from 'node:assert/strict'
import { stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { removeOutdated } from '../../src/actions/chores/remove-old.ts'
import { LET_IN, LET_IN_EVERY_MS, tidyUp } from '../../src/actions/chores/tidy-up.ts'
import { catalogOf } from '../../src/engines/catalog.ts'
import { localFiles } from '../../src/files/local.ts'
import type { Files } from '../../src/ports/files.ts'
import type { Store } from '../../src/ports/store.ts'
import { inProcessBell } from '../../src/runtime/in-process-bell.ts'
import { lineLog } from '../../src/runtime/line-log.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import { janitor } from '../../src/workers/janitor.ts'
import { aFile, aKey, anOutcome, aTask, HOUR, range } from '../contracts/build.ts'
import { dueChores, everyChore } from '../support/every-chore.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { aModel, PICTURE } from './house.ts'
import { scriptedEngine } from './scripted-engine.ts'

const DAY = 24 * HOUR
const RETENTION = 3 * DAY

/** Two processes on one database and one folder, and how often either looked through all bytes that are kept. */
async function openTwo(t: TestContext) {
  const folder = await temporaryFolder(t)
  const clock = manualClock(Date.now())
  const log = lineLog({ clock, level: 'silent', write: () => undefined })
  const looks = { count: 0 }
  const open = async () => {
    const store = sqliteStore(join(folder, 'mediagen.db'))
    atEnd(t, () => store.close())
    const kept = await localFiles(folder, systemRandom)
    const keptBefore: Files['keptBefore'] = (time) => {
      looks.count++
      return kept.keptBefore(time)
    }
    const runtime = { clock, log, random: systemRandom, bell: inProcessBell(clock), publicUrl: () => '' }
    const files = { ...kept, keptBefore }
    return {
      folder,
      store,
      files,
      catalog: catalogOf([], [], clock),
      ...runtime,
      retentionMs: RETENTION as number | null,
    }
  }
  return { clock, looks, one: await open(), two: await open() }
}

/** A process whose janitor works, with what it logs; the clock stands still until it is advanced. */
async function openJanitor(
  t: TestContext,
  change: (files: Files) => Partial<Files>,
  retentionMs: number | null = null,
) {
  const { clock, one } = await openTwo(t)
  const lines: string[] = []
  const log = lineLog({ clock, level: 'debug', write: (line) => void lines.push(line) })
  const deps = { ...one, log, retentionMs, files: { ...one.files, ...change(one.files) } }
  const worker = janitor(deps)
  atEnd(t, () => worker.stop(0))
  const failures = (): string[] => lines.flatMap((line) => /"chore":"([^"]+)"/.exec(line)?.[1] ?? [])
  return { clock, worker, store: one.store, files: one.files, failures, start: () => worker.start() }
}

async function keep(files: Files, id: string): Promise<void> {
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('some bytes')
  }
  await files.keep(id, await files.spool(bytes(), { maxBytes: 99, tooLarge: 'image_too_large' }))
}

/** A sign of life, whatever lies between it and the last one. */
async function lookAfter(store: Store, now: number): Promise<void> {
  const gap = await store.chores.watch(now)
  if (gap !== undefined) await store.chores.passOver(gap, 'away')
}

async function isKept(files: Files, id: string): Promise<boolean> {
  const stream = await files.open(id)
  stream?.destroy()
  return stream !== undefined
}

test('old tasks go with their files when their time is over, and younger ones stay', async (t) => {
  const { clock, one } = await openTwo(t)
  await one.store.keys.insert(aKey('k1'))
  for (const [id, finishedAt] of [
    ['1001', clock.now() - RETENTION],
    ['1002', clock.now()],
  ] as const) {
    const task = aTask(id, { createdAt: finishedAt - 9 })
    await one.store.queue.insert({ task, references: [], idempotency: null })
    await keep(one.files, `file${id}`)
    await one.store.queue.finishAny(id, anOutcome(task, { finishedAt, files: [aFile(`file${id}`, id)] }))
  }
  const left = async (): Promise<boolean[]> => [
    (await one.store.tasks.find('1001')) !== undefined,
    await isKept(one.files, 'file1001'),
    (await one.store.tasks.find('1002')) !== undefined,
    await isKept(one.files, 'file1002'),
  ]
  await dueChores(one)
  assert.deepEqual(await left(), [true, true, true, true])
  await clock.advance(HOUR)
  await dueChores(one)
  assert.deepEqual(await left(), [false, false, true, true])
  await clock.advance(RETENTION)
  await dueChores(one)
  assert.deepEqual(await left(), [false, false, false, false])
})

test('a stop in the middle of retention ends it after what is under way, and leaves no file of what is gone', async (t) => {
  const { clock, one } = await openTwo(t)
  const { store } = one
  await store.keys.insert(aKey('k1'))
  const tasks = range(450).map((n) => aTask(String(1001 + n)))
  for (const task of tasks) await store.queue.insert({ task, references: [], idempotency: null })
  const ended = { finishedAt: clock.now() - RETENTION - 1 }
  for (const task of tasks)
    await store.queue.finishAny(task.id, anOutcome(task, { ...ended, files: [aFile(`f${task.id}`, task.id)] }))
  const stopping = new AbortController()
  const gone: string[] = []
  const remove = async (id: string): Promise<void> => {
    stopping.abort()
    gone.push(id)
  }
  const deps = { ...one, files: { ...one.files, remove } }
  const left = async (): Promise<string[]> => store.files.withoutRecord(tasks.map(({ id }) => `f${id}`))
  await removeOutdated(deps, stopping.signal)
  assert.equal(gone.length, 400)
  assert.deepEqual(gone.toSorted(), (await left()).toSorted())
  await removeOutdated(deps, new AbortController().signal)
  assert.deepEqual(gone.toSorted(), tasks.map(({ id }) => `f${id}`).toSorted())
})

test('of all processes one lets in who waits for a place, and a stop ends it between two pages', async (t) => {
  const { clock, one, two } = await openTwo(t)
  const asked: string[] = []
  const stopping = new AbortController()
  const counted = (deps: typeof one) => {
    const letIn: typeof deps.store.accounts.letIn = async ({ after }) => {
      asked.push(after)
      if (after === 'b') stopping.abort()
      return { engines: [], next: after === '' ? 'a' : 'b' }
    }
    return { ...deps, store: { ...deps.store, accounts: { ...deps.store.accounts, letIn } } }
  }
  await Promise.all([one, two].map((deps) => tidyUp(counted(deps), LET_IN, stopping.signal)))
  assert.deepEqual(asked, ['', 'a', 'b'])
  await clock.advance(LET_IN_EVERY_MS)
  await Promise.all([one, two].map((deps) => tidyUp(counted(deps), LET_IN, AbortSignal.abort())))
  assert.deepEqual(asked, ['', 'a', 'b'])
})

test('of all processes one looks for orphaned files, once a day, and removes those that are old enough', async (t) => {
  const { clock, looks, one, two } = await openTwo(t)
  await keep(one.files, 'orphaned1')
  const day = async (): Promise<number> => {
    const before = looks.count
    for (let hour = 0; hour < 24; hour++) {
      await Promise.all([dueChores(one), dueChores(two)])
      await clock.advance(HOUR)
    }
    return looks.count - before
  }
  assert.equal(await day(), 1)
  assert.ok(await isKept(one.files, 'orphaned1'))
  // A minute more than a day old, so that the time at which the disk says that it was written does not matter.
  await clock.advance(60_000)
  assert.equal(await day(), 1)
  assert.ok(!(await isKept(one.files, 'orphaned1')))
})

test('orphans of times in which nobody was there stay, at one listing, however many such times there were', async (t) => {
  const { clock, looks, one } = await openTwo(t)
  const begun = clock.now() - 30 * DAY
  // Each day for some minutes, and absent until the next.
  for (const day of range(20))
    for (const minutes of [0, 4, 8]) await lookAfter(one.store, begun + day * DAY + minutes * 60_000)
  const written = async (id: string, at: number): Promise<void> => {
    await keep(one.files, id)
    await utimes(join(one.folder, 'files', id.slice(0, 2), id), at / 1000, at / 1000)
  }
  for (const day of range(19)) {
    await written(`watched${100 + day}`, begun + day * DAY + 6 * 60_000)
    await written(`absent${100 + day}`, begun + day * DAY + 18 * HOUR)
  }
  await everyChore(one)
  assert.equal(looks.count, 1)
  for (const day of range(19)) {
    assert.ok(!(await isKept(one.files, `watched${100 + day}`)), `watched ${day}`)
    assert.ok(await isKept(one.files, `absent${100 + day}`), `absent ${day}`)
  }
})

test('a temporary file is kept for an hour longer than the longest run: a result may wait in it for a step', async (t) => {
  const { one, clock } = await openTwo(t)
  const engine = scriptedEngine()
  const models = [aModel(engine.id, { runTimeoutMs: 2 * HOUR })]
  const deps = { ...one, catalog: catalogOf(models, [engine], clock) }
  const { path } = await one.files.spool(Readable.from([PICTURE]), { maxBytes: 999, tooLarge: 'provider_error' })
  await clock.advance(2 * HOUR + HOUR / 2)
  await everyChore(deps)
  assert.ok((await stat(path)).size > 0)
  await clock.advance(HOUR)
  await everyChore(deps)
  await assert.rejects(stat(path), { code: 'ENOENT' })
})

test('a chore that fails keeps no other from being done, says so under its own name, and is tried again', async (t) => {
  const looks = { spool: 0, listing: 0 }
  const house = await openJanitor(
    t,
    () => ({
      sweepSpool: () => {
        looks.spool++
        return Promise.reject(new Error('403'))
      },
      keptBefore: () => {
        looks.listing++
        throw new Error('403')
      },
    }),
    RETENTION,
  )
  const { store, clock } = house
  await store.keys.insert(aKey('k1'))
  const task = aTask('1001')
  const idempotency = { key: 'i', fingerprint: 'x', expiresAt: clock.now() - 1 }
  await store.queue.insert({ task: aTask('1002', { createdAt: clock.now() }), references: [], idempotency })
  await store.queue.insert({ task, references: [], idempotency: null })
  await store.queue.finishAny('1001', anOutcome(task, { finishedAt: clock.now() - RETENTION - 1 }))
  house.start()
  await eventuallyOn(clock, 0, async () => (await store.tasks.find('1001')) === undefined || undefined)
  await eventuallyOn(clock, 0, async () => (await store.tasks.findRepeat('k1', 'i', 0)) === undefined || undefined)
  await eventuallyOn(clock, 0, async () => house.failures().length >= 2 || undefined)
  assert.deepEqual(house.failures().toSorted(), ['orphaned files', 'temporary files'])
  await eventuallyOn(clock, 60_000, async () => (looks.spool >= 3 && looks.listing >= 3) || undefined)
  assert.ok(house.failures().every((name) => ['orphaned files', 'temporary files'].includes(name)))
})

test('a stop waits for no listing and no sweep, and what was left half done is due again soon', async (t) => {
  const never = new Promise<never>(() => undefined)
  const asked = { spool: 0, listing: 0 }
  const house = await openJanitor(t, () => ({
    sweepSpool: () => {
      asked.spool++
      return never
    },
    async *keptBefore() {
      asked.listing++
      yield await never
    },
  }))
  house.start()
  await eventuallyOn(house.clock, 0, async () => (asked.spool === 1 && asked.listing === 1) || undefined)
  await house.worker.stop(0)
  const { chores } = house.store
  assert.equal(await chores.take('orphaned files', house.clock.now(), DAY), false)
  assert.equal(await chores.take('orphaned files', house.clock.now() + 10 * 60_000, DAY), true)
})

test('a stop in the middle of a long sweep ends it after the batch that is under way', async (t) => {
  const house = await openJanitor(t, () => ({}))
  const { store, clock } = house
  let sweeps = 0
  let stopped: Promise<void> | undefined
  store.chores.sweepIdempotency = async (_now, limit) => {
    sweeps++
    stopped ??= house.worker.stop(0)
    return limit
  }
  house.start()
  await eventuallyOn(clock, 0, async () => stopped !== undefined || undefined)
  await stopped
  assert.equal(sweeps, 1)
})

test('bytes that were written after the backup of a restored database are left alone, then and later', async (t) => {
  const { clock, one } = await openTwo(t)
  const { store, files } = one
  await keep(files, 'crashed1')
  await lookAfter(store, clock.now() + 60_000)
  // From here on the database is the copy: what comes next it never hears of.
  await clock.advance(HOUR)
  await keep(files, 'newer001')
  const folder = one.folder
  await utimes(join(folder, 'files/ne/newer001'), clock.now() / 1000, clock.now() / 1000)
  await clock.advance(HOUR)
  await lookAfter(store, clock.now())
  for (let day = 0; day < 3; day++) {
    for (let minute = 0; minute < 24 * 60; minute++) {
      await clock.advance(60_000)
      await lookAfter(store, clock.now())
    }
    await dueChores(one)
    assert.ok(await isKept(files, 'newer001'), `gone after ${day + 1} days`)
  }
  assert.ok(!(await isKept(files, 'crashed1')))
})

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { catalogOf } from '../../src/engines/catalog.ts'
import { localFiles } from '../../src/files/local.ts'
import type { Files } from '../../src/ports/files.ts'
import { inProcessBell } from '../../src/runtime/in-process-bell.ts'
import { lineLog } from '../../src/runtime/line-log.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import { aFile, aKey, anOutcome, aTask, HOUR } from '../contracts/build.ts'
import { dueChores } from '../support/every-chore.ts'
import { manualClock } from '../support/manual-clock.ts'
import { temporaryFolder } from '../support/service.ts'

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
    t.after(() => store.close())
    const kept = await localFiles(folder, systemRandom)
    const keptBefore: Files['keptBefore'] = (time) => {
      looks.count++
      return kept.keptBefore(time)
    }
    const runtime = { clock, log, random: systemRandom, bell: inProcessBell(clock), publicUrl: () => '' }
    const files = { ...kept, keptBefore }
    return { store, files, catalog: catalogOf([], []), ...runtime, retentionMs: RETENTION }
  }
  return { clock, looks, one: await open(), two: await open() }
}

async function keep(files: Files, id: string): Promise<void> {
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('some bytes')
  }
  await files.keep(id, await files.spool(bytes(), { maxBytes: 99, tooLarge: 'image_too_large' }))
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

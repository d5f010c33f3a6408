import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../src/compose/service.ts'
import { readConfig } from '../../src/config.ts'
import type { Store } from '../../src/ports/store.ts'
import type { Engine } from '../../src/ports/engine.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService } from '../support/service.ts'
import { refusal } from '../support/uploads.ts'

const SECRET = 'postgres://user:password@10.1.2.3'

test('readiness says in one message all that is wrong, and names no address and no secret', async (t) => {
  let isDown = false
  const gone = async (): Promise<never> => {
    throw new Error(SECRET)
  }
  const service = await openService(t, {
    replacements: {
      wrapStore: (store) => ({ ...store, ping: () => (isDown ? gone() : store.ping()) }),
      wrapFiles: (files) => ({ ...files, spool: (...args) => (isDown ? gone() : files.spool(...args)) }),
    },
  })
  isDown = true
  const { status, code, message } = await refusal(await fetch(`${service.url}/readyz`))
  assert.deepEqual([status, code], [503, 'storage_unavailable'])
  assert.match(message, /^The database is not responding\. The file storage cannot write or read files\.$/)
  // The operator learns why, and the log no password.
  const reasons = service.logLines.filter((line) => line.includes('not ready') && line.includes('@10.1.2.3'))
  assert.equal(reasons.length, 2)
  assert.ok(!service.logLines.some((line) => line.includes('password@')))
})

test('a file storage that takes writes but cannot be asked is not ready, and is asked at most once in two seconds', async (t) => {
  const clock = manualClock()
  let [isDown, asked] = [true, 0]
  const service = await openService(t, {
    replacements: {
      clock,
      wrapFiles: (files) => ({
        ...files,
        open: async (id, range) => {
          asked++
          if (isDown) throw new Error('the bucket is away')
          return files.open(id, range)
        },
      }),
    },
  })
  const statusOf = async (): Promise<number> => (await fetch(`${service.url}/readyz`)).status
  assert.deepEqual([await statusOf(), await statusOf(), asked], [503, 503, 1])
  isDown = false
  await clock.advance(2_000)
  assert.deepEqual([await statusOf(), await statusOf(), asked], [200, 200, 2])
})

test('a probe within a second gets the answer of the one before, however many ask', async (t) => {
  const clock = manualClock()
  let [pings, isDown] = [0, false]
  const ping = async (store: Store): Promise<void> => {
    pings++
    if (isDown) throw new Error('the database is away')
    await store.ping()
  }
  const wrapStore = (store: Store): Store => ({ ...store, ping: () => ping(store) })
  const service = await openService(t, { replacements: { clock, wrapStore } })
  const ask = async (): Promise<number> => (await fetch(`${service.url}/readyz`)).status
  const [before, statuses] = [pings, await Promise.all(Array.from({ length: 20 }, ask))]
  assert.deepEqual([new Set(statuses), pings - before], [new Set([200]), 1])
  isDown = true
  await clock.advance(1_000)
  assert.deepEqual([await ask(), await ask(), pings - before], [503, 503, 2])
})

test('a database that hangs is told after a while, not waited for', async (t) => {
  const clock = manualClock()
  let [isHung, isAsked] = [false, false]
  const hang = (): Promise<void> => {
    isAsked = true
    return new Promise(() => undefined)
  }
  const service = await openService(t, {
    replacements: { clock, wrapStore: (store) => ({ ...store, ping: () => (isHung ? hang() : store.ping()) }) },
  })
  // The file storage has answered for the next two seconds: a slow disk must not be late on this clock.
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
  isHung = true
  await clock.advance(1_000)
  let seen: Response | undefined
  void fetch(`${service.url}/readyz`).then((answer) => (seen = answer))
  await eventually(() => isAsked || undefined)
  const answer = await eventuallyOn(clock, 1_000, async () => seen)
  assert.equal((await refusal(answer)).message, 'The database is not responding.')
})

test('a process that cannot tell the others that it lives is not ready', async (t) => {
  const clock = manualClock()
  let isCut = false
  let beats = 0
  const service = await openService(t, {
    replacements: {
      clock,
      wrapStore: (store) => ({
        ...store,
        owners: {
          ...store.owners,
          beat: async (id) => {
            if (isCut) throw new Error('no way through')
            const isAlive = await store.owners.beat(id)
            beats++
            return isAlive
          },
        },
      }),
    },
  })
  // Time stands once the last is on disk: however slow that is, none is on its way while readiness is asked for.
  await eventuallyOn(clock, 1_000, async () => (beats >= 5 ? true : undefined))
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
  isCut = true
  await clock.advance(20_000)
  assert.match((await refusal(await fetch(`${service.url}/readyz`))).message, /has sent no heartbeat for (1\d|2\d) s/)
})

test('an engine that is left alone keeps nobody from work, and is told', async (t) => {
  const wrapEngine = (engine: Engine): Engine => (engine.id === 'sandbox' ? { ...engine, ready: () => false } : engine)
  const service = await openService(t, { replacements: { wrapEngine } })
  const answer = await fetch(`${service.url}/readyz`)
  assert.equal(answer.status, 200)
  assert.deepEqual(await answer.json(), {
    status: 'ok',
    notes: ["The engine 'sandbox' keeps failing to start jobs, so it is temporarily paused."],
  })
})

test('a process that only takes requests tells when nobody does the work', async (t) => {
  const env = { PORT: '0', MEDIAGEN_DATA_DIR: await temporaryFolder(t), MEDIAGEN_PUBLIC_URL: 'http://127.0.0.1:1' }
  const service = await startService(readConfig({ ...env, MEDIAGEN_LOG_LEVEL: 'silent' }), {}, 'api')
  atEnd(t, () => service.stop())
  const look = async (): Promise<unknown> => (await fetch(`${service.url}/readyz`)).json()
  assert.deepEqual(await look(), {
    status: 'ok',
    notes: ['No worker process is running, so tasks stay queued until one starts.'],
  })
  await service.store.owners.join('somebody')
  // The answer is shared for a second.
  const later = await eventually(async () => {
    const seen = (await look()) as { notes?: string[] }
    return seen.notes === undefined ? seen : undefined
  })
  assert.deepEqual(later, { status: 'ok' })
})

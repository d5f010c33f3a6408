import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Client } from 'pg'
import { inProcessBell } from '../../src/runtime/in-process-bell.ts'
import { lineLog } from '../../src/runtime/line-log.ts'
import { systemClock } from '../../src/runtime/system.ts'
import { postgresBell, type FleetBell } from '../../src/store/postgres/bell.ts'
import { eventually } from '../support/eventually.ts'
import { command, sharedPostgres } from '../support/postgres.ts'
import { range } from './build.ts'
import { atEnd } from '../support/at-end.ts'

const log = lineLog({ clock: systemClock, level: 'silent', write: () => undefined })
// Longer than any test: who waits this long was not woken.
const FOR_EVER = 1_000_000_000

async function twoBells(t: TestContext): Promise<{ a: FleetBell; b: FleetBell; url: string }> {
  const url = await (await sharedPostgres()).newDatabase()
  const open = (): FleetBell => postgresBell({ url, bell: inProcessBell(systemClock), log })
  const bells = { a: open(), b: open() }
  atEnd(t, () => Promise.all([bells.a.close(), bells.b.close()]))
  await connected(bells)
  return { ...bells, url }
}

/** Rings until the other side hears it: from then on both are connected. */
async function connected({ a, b }: { a: FleetBell; b: FleetBell }): Promise<void> {
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    let heard = false
    void other.wait('hello', FOR_EVER).then(() => (heard = true))
    await eventually(() => {
      one.ring('hello')
      return heard ? true : undefined
    })
  }
}

test('postgres: a bell rung in one process is heard in another, and in its own', async (t) => {
  const { a, b } = await twoBells(t)
  const heard = Promise.all([a.wait('work:e', FOR_EVER), b.wait('work:e', FOR_EVER)])
  a.ring('work:e')
  await heard
})

test('postgres: many rings at once travel together, each topic once', async (t) => {
  const { a, url } = await twoBells(t)
  const listener = new Client({ connectionString: url })
  atEnd(t, () => listener.end())
  await listener.connect()
  await listener.query('LISTEN mediagen')
  const heard: string[] = []
  listener.on('notification', ({ payload = '' }) => heard.push(payload))
  for (const n of range(1_000)) a.ring(`task:${n % 10}`)
  a.ring('last')
  await eventually(() => (heard.includes('last') ? true : undefined))
  // The very first goes out by itself, at once.
  assert.ok(heard.length <= 12, `${heard.length} notifications`)
  for (const n of range(10)) assert.ok(heard.includes(`task:${n}`))
})

test('postgres: a bell whose connection breaks rings on at home, and elsewhere again soon', async (t) => {
  const { a, b, url } = await twoBells(t)
  await command(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'mediagen bell' AND datname = current_database()`,
  )
  const home = a.wait('work:e', FOR_EVER)
  a.ring('work:e')
  await home
  await connected({ a, b })
})

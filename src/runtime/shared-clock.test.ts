import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../test/support/manual-clock.ts'
import { sharedClock } from './shared-clock.ts'

const quiet = { debug: () => undefined }

test('processes whose clocks are an hour apart agree on the time, which is that of the store', async () => {
  const store = manualClock(1_700_000_000_000)
  const time = async (): Promise<number> => store.now()
  const ahead = await sharedClock(manualClock(store.now() + 3_600_000), { time }, quiet)
  const behind = await sharedClock(manualClock(store.now() - 3_600_000), { time }, quiet)
  assert.equal(ahead.now(), store.now())
  assert.equal(behind.now(), store.now())
  await Promise.all([ahead.close(), behind.close()])
})

test('a jump of the own clock is not felt, and the own clock carries time on between two looks', async () => {
  const own = manualClock(1_000)
  const clock = await sharedClock(own, { time: async () => 500_000 + own.elapsed() }, quiet)
  own.jump(-3_600_000)
  await own.advance(2_000)
  assert.equal(clock.now(), 502_000)
  await clock.close()
})

test('a store whose clock is set is followed within seconds, and one that is away is not missed', async () => {
  const own = manualClock(1_000)
  let offset = 500_000
  let away = false
  const time = async (): Promise<number> => {
    if (away) throw new Error('away')
    return offset + own.elapsed()
  }
  const clock = await sharedClock(own, { time }, quiet)
  away = true
  await own.advance(20_000)
  assert.equal(clock.now(), 520_000)
  away = false
  offset = 900_000
  await own.advance(5_000)
  assert.equal(clock.now(), 925_000)
  await clock.close()
  assert.equal(own.pending(), 0)
})

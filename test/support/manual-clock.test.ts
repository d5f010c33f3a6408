import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from './manual-clock.ts'

test('sleepers wake in the order in which they are due, each at its own time', async () => {
  const clock = manualClock(0)
  const woken: string[] = []
  const sleeper = async (name: string, ms: number) => {
    await clock.sleep(ms)
    woken.push(`${name} ${clock.now()}`)
  }
  const all = [sleeper('c', 30), sleeper('a', 10), sleeper('b', 20), sleeper('a2', 10)]
  await clock.advance(9)
  assert.deepEqual([woken, clock.pending()], [[], 4])
  await clock.advance(21)
  assert.deepEqual(woken, ['a 10', 'a2 10', 'b 20', 'c 30'])
  await Promise.all(all)
  assert.equal(clock.pending(), 0)
})

test('a loop that lies down again is woken as often as its time comes', async () => {
  const clock = manualClock(0)
  const stop = new AbortController()
  const times: number[] = []
  const loop = (async () => {
    while (!stop.signal.aborted) {
      await clock.sleep(1_000, stop.signal)
      times.push(clock.now())
    }
  })()
  await clock.advance(3_500)
  assert.deepEqual([times, clock.now()], [[1_000, 2_000, 3_000], 3_500])
  stop.abort()
  await loop
  assert.equal(clock.pending(), 0)
})

test('a sleep ends at once when its signal aborts, and never begins after that', async () => {
  const clock = manualClock(0)
  const stop = new AbortController()
  const asleep = clock.sleep(1_000, stop.signal)
  stop.abort()
  await asleep
  await clock.sleep(1_000, stop.signal)
  assert.deepEqual([clock.now(), clock.pending()], [0, 0])
})

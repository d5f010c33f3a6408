import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GAP_MS, type Gap } from '../core/gap.ts'
import { manualClock, type ManualClock } from '../../test/support/manual-clock.ts'
import { watchedClock, type WatchedClock } from './watched-clock.ts'

const HOUR = 3_600_000

/** Records that know of nothing but signs of life, for as many processes as are opened on them. */
async function open() {
  const own = manualClock()
  let sign = own.now()
  let isAway = false
  const passed: [Gap, string][] = []
  const lines: string[] = []
  const say = (line: string): void => void lines.push(line)
  const log = { debug: () => undefined, info: say, warn: say }
  const chores = {
    async watch(now: number): Promise<Gap | undefined> {
      if (isAway) throw new Error('away')
      if (Math.abs(now - sign) > GAP_MS) return { from: sign, until: now }
      sign = Math.max(sign, now)
      return undefined
    },
    async passOver(gap: Gap, how: 'away' | 'set'): Promise<boolean> {
      if (gap.from !== sign) return false
      sign = gap.until
      passed.push([gap, how])
      return true
    },
  }
  const late: Gap[] = []
  const passLate = async ({ from, until }: Gap): Promise<void> => void late.push({ from, until })
  const join = (isChild = false) => watchedClock({ own, chores: { ...chores, passLate }, log, isChild })
  return { own, passed, late, lines, join, goAway: (away: boolean) => void (isAway = away) }
}

test('a clock that is set ahead is followed when all have seen it and the records go by it, and not before; one line tells', async () => {
  const { own, passed, lines, join } = await open()
  const clocks = [await join(), await join()]
  const [one, two] = clocks
  await own.advance(60_000)
  assert.deepEqual([one?.now(), two?.now()], [own.now(), own.now()])
  const from = own.now()
  own.jump(24 * HOUR)
  for (let second = 0; second < 15; second++) {
    await own.advance(1_000)
    for (const clock of clocks) assert.ok(clock.now() < from + 30_000 || passed.length > 0)
  }
  await own.advance(20_000)
  assert.deepEqual([one?.now(), two?.now()], [own.now(), own.now()])
  assert.deepEqual(
    passed.map(([gap, how]) => [Math.round((gap.until - gap.from) / HOUR), how]),
    [[24, 'set']],
  )
  assert.equal(lines.length, 1)
  await Promise.all(clocks.map((clock) => clock.close()))
  assert.equal(own.pending(), 0)
})

/** Two processes that do not look at the same moments. */
async function pair(join: () => Promise<WatchedClock>, own: ManualClock): Promise<WatchedClock[]> {
  const one = await join()
  await own.advance(3_000)
  const other = await join()
  await own.advance(60_000)
  return [one, other]
}

test('of a clock that is set ahead all follow within a moment; a time of before counts as it did, and what was written late is passed over too', async () => {
  const { own, passed, late, join } = await open()
  const clocks = await pair(join, own)
  const from = own.now()
  const current = (time: number) => clocks.map((clock) => clock.current?.(time) ?? 0)
  own.jump(24 * HOUR)
  while (passed.length === 0) await own.advance(100)
  await own.advance(500)
  for (const clock of clocks) assert.equal(clock.now(), own.now())
  for (const time of current(from + HOUR)) assert.equal(Math.floor((time - from) / HOUR), 25)
  for (const time of [from - HOUR, own.now() + HOUR]) assert.deepEqual(current(time), [time, time])
  await own.advance(60_000)
  assert.ok(late.length > 1)
  assert.deepEqual(new Set(late.map(({ until }) => until)), new Set(passed.map(([gap]) => gap.until)))
  const often = late.length
  // Back where it was, the same time is an ordinary one.
  own.jump(-24 * HOUR)
  await own.advance(60_000)
  assert.deepEqual(current(from + HOUR), [from + HOUR, from + HOUR])
  assert.equal(late.length, often)
  await Promise.all(clocks.map((clock) => clock.close()))
})

test('what has to hold for others is counted by the latest time that they may go by, ahead and back', async () => {
  const { own, join } = await open()
  const clocks = await pair(join, own)
  const latest = () => clocks.map((clock) => clock.latest?.())
  own.jump(24 * HOUR)
  assert.deepEqual(latest(), [own.now(), own.now()])
  for (const clock of clocks) assert.ok(clock.now() < own.now() - HOUR)
  await own.advance(60_000)
  const ahead = own.now()
  own.jump(-24 * HOUR)
  assert.deepEqual(latest(), [ahead, ahead])
  await own.advance(60_000)
  assert.deepEqual(latest(), [own.now(), own.now()])
  await Promise.all(clocks.map((clock) => clock.close()))
})

test('a child that is started while its parent doubts a clock that was set goes by the time of its parent, and follows with it', async () => {
  const { own, passed, join } = await open()
  const parent = await join()
  await own.advance(60_000)
  const from = own.now()
  own.jump(24 * HOUR)
  await own.advance(2_000)
  const child = await join(true)
  assert.ok(child.now() < from + 30_000)
  assert.deepEqual(passed, [])
  while (passed.length === 0) await own.advance(100)
  await own.advance(500)
  assert.deepEqual([parent.now(), child.now()], [own.now(), own.now()])
  assert.equal(passed.length, 1)
  const later = await join(true)
  assert.equal(later.now(), own.now())
  await Promise.all([parent, child, later].map((clock) => clock.close()))
})

test('a clock that is set back is believed at once, for nothing ends too soon by it, and passed over once', async () => {
  const { own, passed, lines, join } = await open()
  const clocks = [await join(), await join()]
  await own.advance(60_000)
  own.jump(-HOUR)
  for (const clock of clocks) assert.equal(clock.now(), own.now())
  await own.advance(40_000)
  for (const clock of clocks) assert.equal(clock.now(), own.now())
  assert.deepEqual([passed.length, passed[0]?.[1], lines.length], [1, 'set', 1])
  await Promise.all(clocks.map((clock) => clock.close()))
})

test('while the records are away time stands still, and what was missed is passed over as an absence', async () => {
  const { own, passed, join, goAway } = await open()
  const clock = await join()
  await own.advance(5_000)
  goAway(true)
  const from = clock.now()
  await own.advance(HOUR)
  assert.ok(clock.now() - from <= GAP_MS + 5_000, `${clock.now() - from} ms passed`)
  goAway(false)
  await own.advance(5_000)
  assert.equal(clock.now(), own.now())
  assert.deepEqual(
    passed.map(([, how]) => how),
    ['away'],
  )
  await clock.close()
})

test('a second of difference is followed without a word', async () => {
  const { own, passed, lines, join } = await open()
  const clock = await join()
  for (const ms of [900, -900, 4_000, -4_000]) {
    own.jump(ms)
    await own.advance(6_000)
    assert.equal(clock.now(), own.now())
  }
  assert.deepEqual([passed, lines], [[], []])
  await clock.close()
})

import assert from 'node:assert/strict'
import type { UsageSum, Usage } from '../../src/ports/store/usage.ts'
import { anOutcome, aTask, HOUR, insertAll, range, T, usageOf } from './build.ts'
import type { Pair, Promised } from './driver.ts'

const DAY = 24 * HOUR
const MIDNIGHT = Math.ceil(T / DAY) * DAY

/** Ends a task for each of these, under the ids 1000, 1001 … in this order. */
async function use({ a }: Pair, uses: readonly Partial<Usage>[]): Promise<void> {
  const tasks = uses.map((_, n) => aTask(String(1_000 + n)))
  await insertAll(a, tasks)
  for (const [n, task] of tasks.entries()) {
    const outcome = anOutcome(task, { finishedAt: uses[n]?.at ?? T, status: 'success' })
    await a.queue.finishAny(task.id, { ...outcome, usage: { ...outcome.usage, ...uses[n] } })
  }
}

/** What a key used: added up by the store, in parts that add up to the same. */
export function usagePromises(promised: Promised): void {
  promised('usage of long ago becomes sums by day, of every key, and the sums stay the same', async (pair) => {
    const { a, b } = pair
    const uses = range(9).map((n) => ({
      at: MIDNIGHT - DAY + n * (DAY / 4),
      model: n % 2 === 0 ? 'a' : 'b',
      units: n / 4,
      priceMicros: n % 3 === 0 ? null : n,
      status: n === 2 ? ('failed' as const) : ('success' as const),
    }))
    await use(pair, uses)
    const totals = async () => {
      const sums = await usageOf(a, 'k1')
      const byDay = Map.groupBy(sums, ({ day, model }) => `${day} ${model}`)
      const add = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
      return [...byDay]
        .toSorted()
        .map(([name, each]) => [
          name,
          ...(['tasks', 'succeeded', 'unitsMicros', 'unpriced'] as const).map((field) =>
            add(each.map((sum) => sum[field])),
          ),
          add(each.map(({ priceMicros }) => priceMicros ?? 0)),
        ])
    }
    const before = await totals()
    const keys: (string | undefined)[] = []
    let after: string | undefined = ''
    while (after !== undefined) {
      after = await b.usage.condense(MIDNIGHT + DAY / 2, { after, limit: 3 })
      keys.push(after)
    }
    assert.deepEqual(keys, ['', 'k1', undefined], 'four rows of the day that was over, three at a time')
    assert.deepEqual(await totals(), before)
    await b.usage.condense(MIDNIGHT + 9 * DAY, { after: '', limit: 99 })
    assert.deepEqual(await totals(), before)
    assert.deepEqual(await usageOf(a, 'k1', MIDNIGHT + 1), [...(await usageOf(a, 'k1', MIDNIGHT + DAY))])
  })

  promised('usage is added up by day, kind and model, in the order in which the first of each ended', async (pair) => {
    await use(pair, [
      { at: MIDNIGHT, model: 'b', units: 2, priceMicros: null },
      { at: MIDNIGHT - 1, model: 'b', units: 0.25, priceMicros: 7 },
      { at: MIDNIGHT + 5, model: 'a', units: 1, priceMicros: 1_000_001 },
      { at: MIDNIGHT + 4, model: 'a', units: 0, priceMicros: 0, status: 'failed' },
      { at: MIDNIGHT + 6, model: 'a', kind: 'image', units: 3, priceMicros: null },
      { at: MIDNIGHT + 7, model: 'b', units: 1, priceMicros: 5 },
    ])
    const day = MIDNIGHT / DAY
    const expected: UsageSum[] = [
      {
        day: day - 1,
        kind: 'video',
        model: 'b',
        tasks: 1,
        succeeded: 1,
        unitsMicros: 250_000,
        priceMicros: 7,
        unpriced: 0,
      },
      { day, kind: 'video', model: 'b', tasks: 2, succeeded: 2, unitsMicros: 3_000_000, priceMicros: 5, unpriced: 1 },
      {
        day,
        kind: 'video',
        model: 'a',
        tasks: 2,
        succeeded: 1,
        unitsMicros: 1_000_000,
        priceMicros: 1_000_001,
        unpriced: 0,
      },
      {
        day,
        kind: 'image',
        model: 'a',
        tasks: 1,
        succeeded: 1,
        unitsMicros: 3_000_000,
        priceMicros: null,
        unpriced: 1,
      },
    ]
    assert.deepEqual(await usageOf(pair.b, 'k1'), expected)
    assert.deepEqual(await usageOf(pair.b, 'k1', MIDNIGHT), expected.slice(1))
    assert.deepEqual(await usageOf(pair.b, 'k2'), [])
  })

  promised('of those that ended in the same millisecond, the smaller id comes first', async (pair) => {
    await use(pair, [{ model: 'z' }, { model: 'm' }, { model: 'a' }, { model: 'm' }])
    assert.deepEqual(
      (await usageOf(pair.b, 'k1')).map(({ model }) => model),
      ['z', 'm', 'a'],
    )
  })

  promised('many fractions add up without a rest', async (pair) => {
    await use(
      pair,
      range(30).map((n) => ({ at: T + n, units: 0.1, priceMicros: 1 })),
    )
    const [sum] = await usageOf(pair.b, 'k1')
    assert.deepEqual([sum?.unitsMicros, sum?.priceMicros], [3_000_000, 30])
  })

  promised('parts of any size hold each task once, and a part ends', async (pair) => {
    await use(
      pair,
      range(20).map((n) => ({ at: T + Math.floor(n / 6), units: 1, priceMicros: 1 })),
    )
    for (const most of [1, 5, 6, 7, 19, 20, 21]) {
      const parts: number[] = []
      for (let from: number | null = T; from !== null;) {
        const part: Awaited<ReturnType<typeof pair.b.usage.sums>> = await pair.b.usage.sums('k1', from, most)
        parts.push(part.sums.reduce((sum, { tasks }) => sum + tasks, 0))
        assert.ok(part.next === null || part.next > from)
        from = part.next
      }
      assert.equal(
        parts.reduce((sum, each) => sum + each, 0),
        20,
        `${parts.join(' + ')} by ${most}`,
      )
      assert.ok(Math.max(...parts) <= Math.max(most, 6), `${parts.join(' + ')} by ${most}`)
    }
  })
}

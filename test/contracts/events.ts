import assert from 'node:assert/strict'
import { eventOf, type ServiceEvent } from '../../src/core/service-event.ts'
import type { Store } from '../../src/ports/store.ts'
import { aDeliveryClaim, HOUR, insertDeliveries, range, T } from './build.ts'
import type { Promised } from './driver.ts'
import { aProject, limitedKey, settled, underLimits } from './limited.ts'

const NOW = T + 10_000
const DAY = 24 * HOUR
const ANY = Number.MAX_SAFE_INTEGER

function anEvent(cause: string, changes: Partial<ServiceEvent> = {}): ServiceEvent {
  const event = { event: 'key.expiring', subject: 'key/k1', keyId: 'k1', project: null, data: { days: 7 } } as const
  return { ...eventOf({ cause, ...event, createdAt: T }), ...changes }
}

const aMessage = { url: 'http://ops.example/hook', host: 'ops.example', body: '{}' }

/** Which marks were told of, oldest first. */
async function marks(store: Store): Promise<string[]> {
  const events = await store.events.list(null, 100)
  return events
    .toReversed()
    .map(({ subject, data }) => `${subject} ${data['begins']} ${data['limitUsd']} ${data['percent']}`)
}

/** What operators are told of. */
export function eventPromises(promised: Promised): void {
  promised('one cause is one event, however often and in whatever process it is met', async ({ a, b }) => {
    const events = range(12).map((n) => anEvent(`c${n}`, { createdAt: T + n }))
    const raised = await Promise.all([a, b, a, b].map((store) => store.events.raise(events)))
    assert.equal(
      raised.reduce((sum, each) => sum + each, 0),
      12,
    )
    assert.equal(await b.events.raise([anEvent('c3', { data: { days: 1 } })]), 0)
    const first = await b.events.list(null, 5)
    assert.deepEqual(
      first,
      events
        .toReversed()
        .slice(0, 5)
        .map((event) => ({ ...event, delivery: null })),
    )
    const rest = await a.events.list(first.at(-1) ?? null, 99)
    assert.deepEqual(
      rest.map(({ id }) => id),
      events
        .toReversed()
        .slice(5)
        .map(({ id }) => id),
    )
    assert.deepEqual(await b.events.last('key/k1'), events[11])
  })

  promised('an event is sent once, by one of those who try, and its webhook stays with it', async ({ a, b }) => {
    const [event, other] = [anEvent('c1'), anEvent('c2', { createdAt: T + 1 })]
    await a.events.raise([other, event])
    assert.deepEqual(await b.events.unsent(9), [event, other])
    const sent = await Promise.all([a, b, a, b].map((store) => store.events.send(event.id, aMessage, T)))
    assert.equal(sent.filter((each) => each).length, 1)
    assert.equal(await a.events.send(other.id, null, T), true)
    assert.deepEqual(await a.events.unsent(9), [])
    assert.equal(await b.events.send('msg_none', aMessage, T), false)
    const [claimed, ...more] = await b.deliveries.claim(aDeliveryClaim('w'))
    assert.deepEqual(more, [])
    const { id, taskId, keyId, event: name, url, body } = claimed ?? {}
    assert.deepEqual(
      { id, taskId, keyId, name, url, body },
      { id: event.id, taskId: event.id, keyId: '', name: 'key.expiring', url: aMessage.url, body: '{}' },
    )
    const attempt = { at: NOW, durationMs: 1, status: 200, error: null, answer: '' }
    await a.deliveries.record({ id: event.id, token: 'w' }, { attempt, status: 'delivered', nextRunAt: null })
    const shown = await b.events.list(null, 9)
    assert.deepEqual(
      shown.map(({ delivery }) => delivery),
      [null, 'delivered'],
    )
    assert.equal(await b.events.sweep(T + 1, 9), 1)
    assert.equal(await b.deliveries.find(event.id), undefined)
    assert.deepEqual(
      (await a.events.list(null, 9)).map((each) => each.id),
      [other.id],
    )
  })

  promised('an engine goes down and up in turns, however many processes see it', async ({ a, b }) => {
    const turn = (store: Store, event: 'engine.down' | 'engine.up', at: number, engine = 'e') => {
      const whose = { subject: `engine/${engine}`, keyId: null, project: null, data: { engine } }
      return store.events.turn(eventOf({ cause: `${engine}/${at}`, event, ...whose, createdAt: at }), 'engine.down')
    }
    assert.equal(await turn(a, 'engine.up', T), false)
    const down = await Promise.all(range(6).map((n) => turn(n % 2 === 0 ? a : b, 'engine.down', T + n)))
    assert.equal(down.filter((each) => each).length, 1)
    // By a clock that went back.
    const up = await Promise.all(range(6).map((n) => turn(n % 2 === 0 ? a : b, 'engine.up', T - 100 + n)))
    assert.equal(up.filter((each) => each).length, 1)
    assert.equal(await turn(b, 'engine.down', T + 50, 'other'), true)
    assert.equal((await a.events.last('engine/e'))?.event, 'engine.up')
    assert.equal(await turn(b, 'engine.down', T + 60), true)
    assert.equal((await a.events.list(null, 9)).length, 4)
  })

  promised('each mark of a budget is told once, with the charge that passes it', async ({ a, b }) => {
    const key = await limitedKey(a, { perDayMicros: 1_000, perMonthMicros: 100_000 })
    await Promise.all(
      range(30).map((n) => (n % 2 === 0 ? a : b).queue.insert(underLimits(key, String(1000 + n), { micros: 50 }))),
    )
    const today = ['50', '80', '100'].map((percent) => `key/k1 2023-11-14 0.001 ${percent}`)
    assert.deepEqual((await marks(b)).toSorted(), today.toSorted())
    const events = await b.events.list(null, 9)
    // Requests that come together are charged together, past a mark and not just to it.
    for (const { data } of events) assert.ok(Number(data['spentUsd']) * 1e5 >= Number(data['percent']), 'not too early')
    // Given back and taken again, it is not news.
    await a.queue.finishAny('1000', settled(underLimits(key, '1000', { micros: 50 }).task, 0, { status: 'failed' }))
    await b.queue.insert(underLimits(key, '2000', { micros: 50 }))
    assert.equal((await marks(b)).length, 3)
    // A raised budget has marks of its own, and so has the next day. A charge may pass two at once.
    const raised = { ...key, limits: { ...key.limits, perDayMicros: 2_000 } }
    await b.queue.insert(underLimits(raised, '2001', { micros: 600 }))
    await a.queue.insert(underLimits(key, '2002', { micros: 900, at: T + DAY }))
    const more = (await marks(b)).filter((mark) => !today.includes(mark))
    assert.deepEqual(more.toSorted(), [
      'key/k1 2023-11-14 0.002 80',
      'key/k1 2023-11-15 0.001 50',
      'key/k1 2023-11-15 0.001 80',
    ])
  })

  promised('marks are told for projects too, not for end users, and by what a task came to cost', async ({ a, b }) => {
    const key = await limitedKey(a, {}, { perDayMicros: 100 })
    const project = aProject('proj_1', { perMonthMicros: 1_000 })
    await a.projects.insert(project, {
      at: T,
      actor: { keyId: null, name: 'x' },
      action: 'create project',
      keyId: project.id,
      changes: [],
    })
    const entry = underLimits(key, '1001', { micros: 90, user: 'ann', project })
    await a.queue.insert(entry)
    assert.deepEqual(await marks(b), [])
    await a.queue.finishAny('1001', settled(entry.task, 400))
    assert.deepEqual(await marks(b), [])
    const other = underLimits(key, '1002', { micros: 0, user: 'bob', project })
    await b.queue.insert(other)
    await b.queue.finishAny('1002', settled(other.task, 150))
    assert.deepEqual(await marks(a), ['project/proj_1 2023-11 0.001 50'])
    const [event] = await a.events.list(null, 9)
    assert.deepEqual([event?.keyId, event?.project, event?.event], [null, 'proj_1', 'budget.reached'])
  })

  promised('what an attempt raises is there with its record, and not with one that came too late', async ({ a, b }) => {
    await insertDeliveries(a, ['a.example', 'b.example'])
    const [one, two] = await a.deliveries.claim(aDeliveryClaim('w'))
    const attempt = { at: NOW, durationMs: 1, status: 500, error: 'no', answer: '' }
    const result = { attempt, status: 'pending', nextRunAt: ANY, raises: anEvent('failing') } as const
    assert.equal(await b.deliveries.record({ id: one?.id ?? '', token: 'other' }, result), false)
    assert.deepEqual(await b.events.list(null, 9), [])
    for (const each of [one, two])
      assert.equal(await a.deliveries.record({ id: each?.id ?? '', token: 'w' }, result), true)
    assert.equal((await b.events.list(null, 9)).length, 1)
  })
}

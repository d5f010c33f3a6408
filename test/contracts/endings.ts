import assert from 'node:assert/strict'
import type { Task } from '../../src/core/tasks/task.ts'
import type { WebhookEvent } from '../../src/core/webhook.ts'
import type { Store } from '../../src/ports/store.ts'
import type { NewDelivery } from '../../src/ports/store/deliveries.ts'
import type { Outcome } from '../../src/ports/store/task-queue.ts'
import { aClaim, aFile, anOutcome, aTask, billed, HOUR, idsOf, insertAll, range, T, usageOf } from './build.ts'
import type { Promised } from './driver.ts'

const HOOK = 'https://receiver.example/hook'

async function claimed(store: Store, id: string, webhookUrl: string | null = null): Promise<ReturnType<typeof aTask>> {
  const task = aTask(id, { webhookUrl })
  await insertAll(store, [task])
  await store.queue.claim(aClaim('w'))
  return task
}

/** How tasks end, once, and what comes with the end. */
export function endingPromises(promised: Promised): void {
  promised(
    'a poll sees no result until the task succeeded, then all of them in order, each with its cover',
    async ({ a, b }) => {
      const task = await claimed(a, '1001')
      assert.deepEqual(await b.tasks.view('1001'), {
        id: '1001',
        keyId: 'k1',
        project: null,
        kind: task.kind,
        model: task.model,
        status: 'pending',
        createdAt: task.createdAt,
        error: null,
        outputs: [],
      })
      const files = [
        aFile('second', '1001', { position: 1 }),
        aFile('cover', '1001', { role: 'cover', mediaType: 'image/png', extension: 'png' }),
        aFile('first', '1001'),
      ]
      await a.queue.finish({ id: '1001', token: 'w' }, anOutcome(task, { files }))
      const seen = await b.tasks.view('1001')
      assert.equal(seen?.status, 'success')
      assert.deepEqual(
        seen?.outputs.map(({ file, cover }) => [file.id, file.extension, cover?.id, cover?.mediaType]),
        [
          ['first', 'mp4', 'cover', 'image/png'],
          ['second', 'mp4', undefined, undefined],
        ],
      )
      assert.equal(await b.tasks.view('1002'), undefined)
    },
  )

  promised(
    'a result is found by the looks of a picture that differs in up to seven bits, and never a reference',
    async ({ a, b }) => {
      const task = await claimed(a, '1001')
      const picture = { mediaType: 'image/png', extension: 'png' }
      const files = [
        aFile('made', '1001', { ...picture, pictureHash: '0123456789abcdef' }),
        aFile('other', '1001', { ...picture, position: 1, pictureHash: 'fedcba9876543210' }),
        aFile('given', '1001', { ...picture, role: 'reference', pictureHash: '0123456789abcdef' }),
        aFile('unseen', '1001', { position: 2 }),
      ]
      await a.queue.finish({ id: '1001', token: 'w' }, anOutcome(task, { files }))
      // Two bits in each of three parts, and one in the fourth.
      for (const hash of ['0123456789abcdef', '0120456489a8cdee']) {
        const found = await b.files.originsLike(hash)
        assert.deepEqual(
          found.map(({ origin, pictureHash }) => [pictureHash, origin.model, origin.credentials?.signer]),
          [['0123456789abcdef', 'diorama', 'a "signer"']],
        )
      }
      assert.deepEqual(await b.files.originsLike('0000000000000000'), [])
    },
  )

  promised('a result is found by its checksum, the first of several, and never a reference', async ({ a, b }) => {
    for (const [index, id] of ['1001', '1002'].entries()) {
      const task = aTask(id, { model: `model ${index}` })
      await insertAll(a, [task])
      const files = [
        aFile(`made${id}`, id, { createdAt: T + 9 - index }),
        aFile(`given${id}`, id, { role: 'reference', sha256: 'cd'.repeat(32) }),
      ]
      await a.queue.finishAny(id, anOutcome(task, { files }))
    }
    const origin = await b.files.originOf('ab'.repeat(32))
    assert.deepEqual([origin?.model, origin?.kind, origin?.createdAt], ['model 1', 'video', T + 8])
    assert.equal(await b.files.originOf('cd'.repeat(32)), undefined)
  })

  promised('a poll sees why a task failed, and no file of it', async ({ a, b }) => {
    const task = await claimed(a, '1001')
    await a.queue.finish(
      { id: '1001', token: 'w' },
      anOutcome(task, { status: 'failed', files: [aFile('f1', '1001')] }),
    )
    const seen = await b.tasks.view('1001')
    assert.deepEqual([seen?.status, seen?.error?.code, seen?.outputs], ['failed', 'provider_error', []])
  })

  promised('a finish is one write: state, files, delivery and usage', async ({ a, b }) => {
    const task = await claimed(a, '1001', HOOK)
    const files = [aFile('f1', '1001'), aFile('f2', '1001', { role: 'cover', durationMs: null })]
    const outcome = anOutcome(task, { files, warnings: ['slower than usual'] })
    assert.equal(await a.queue.finish({ id: '1001', token: 'w' }, outcome), true)
    const ended = await b.tasks.find('1001')
    assert.equal(ended?.status, 'success')
    assert.equal(ended?.progress, 100)
    assert.equal(ended?.finishedAt, T + 9_000)
    assert.equal(ended?.leaseToken, null)
    assert.equal(ended?.error, null)
    assert.deepEqual(ended?.warnings, ['slower than usual'])
    assert.deepEqual(idsOf(await b.files.ofTask('1001')), ['f2', 'f1'])
    assert.deepEqual(await b.files.find('f1'), files[0])
    assert.deepEqual(await b.deliveries.ofTask('1001'), [
      {
        id: 'msg_1001',
        taskId: '1001',
        event: 'task.completed',
        keyId: 'k1',
        url: HOOK,
        host: 'receiver.example',
        body: '{"id":"1001"}',
        status: 'pending',
        round: 0,
        attempts: 0,
        createdAt: T + 9_000,
        nextRunAt: T + 9_000,
        leaseToken: null,
        finishedAt: null,
      },
    ])
    const day = Math.floor((T + 9_000) / (24 * HOUR))
    const counts = { tasks: 1, succeeded: 1, unitsMicros: 4_250_000, priceMicros: 85_000, unpriced: 0 }
    assert.deepEqual(await usageOf(b, 'k1', T + 9_000), [{ day, kind: 'video', model: 'diorama', ...counts }])
    assert.deepEqual(await usageOf(b, 'k1', T + 9_001), [])
  })

  promised('a failed task keeps its progress and says why', async ({ a, b }) => {
    const task = await claimed(a, '1001')
    await a.queue.advance({ id: '1001', token: 'w' }, { status: 'processing', step: 'running', progress: 40 })
    await a.queue.finish({ id: '1001', token: 'w' }, anOutcome(task, { status: 'failed' }))
    const ended = await b.tasks.find('1001')
    assert.equal(ended?.status, 'failed')
    assert.equal(ended?.step, null)
    assert.equal(ended?.progress, 40)
    assert.deepEqual(ended?.error, { code: 'provider_error', message: 'The model failed.' })
  })

  promised('there is a delivery if and only if the task ended and has an address', async ({ a, b }) => {
    const without = await claimed(a, '1001')
    const withOne = await claimed(a, '1002', HOOK)
    assert.deepEqual(await b.deliveries.ofTask('1002'), [])
    await a.queue.finish({ id: '1001', token: 'w' }, anOutcome(without))
    await a.queue.finish({ id: '1002', token: 'w' }, anOutcome(withOne))
    assert.deepEqual(await b.deliveries.ofTask('1001'), [])
    assert.equal((await b.deliveries.ofTask('1002')).length, 1)
  })

  promised('an end that raises two events has a delivery of each, and none where it lost', async ({ a, b }) => {
    const [one, other] = [await claimed(a, '1001', HOOK), await claimed(a, '1002', HOOK)]
    const twice = (task: Task): Outcome => {
      const outcome = anOutcome(task)
      // Whichever events there are, the store keeps what it is given.
      const second = (each: NewDelivery) => ({ ...each, id: `${each.id}_2`, event: 'task.second' as WebhookEvent })
      return { ...outcome, deliveries: outcome.deliveries.flatMap((each) => [each, second(each)]) }
    }
    const token = 'w'
    const ends = [one, other].map((task) => a.queue.finish({ id: task.id, token }, twice(task)))
    assert.deepEqual(await Promise.all(ends), [true, true])
    assert.equal(await a.queue.finishAny('1001', twice(one)), false)
    for (const id of ['1001', '1002']) {
      const found = (await b.deliveries.ofTask(id)).map(({ id: webhookId, event, taskId }) => [
        webhookId,
        event,
        taskId,
      ])
      assert.deepEqual(found, [
        [`msg_${id}`, 'task.completed', id],
        [`msg_${id}_2`, 'task.second', id],
      ])
    }
  })

  promised('of many who end a task at once one succeeds, with one delivery and one usage row', async ({ a, b }) => {
    const task = await claimed(a, '1001', HOOK)
    const results = await Promise.all(
      range(12).map((n) => {
        const outcome = anOutcome(task, { finishedAt: T + n })
        const deliveries = outcome.deliveries.map((each) => ({ ...each, id: `msg_${n}` }))
        return (n % 2 === 0 ? a : b).queue.finishAny('1001', { ...outcome, deliveries })
      }),
    )
    assert.equal(results.filter(Boolean).length, 1)
    assert.equal((await b.deliveries.ofTask('1001')).length, 1)
    assert.equal(await billed(b, 'k1'), 1)
  })

  promised(
    'a finish whose answer got lost is told the truth when it asks again, and changes nothing',
    async ({ a, b }) => {
      const task = await claimed(a, '1001', HOOK)
      const lease = { id: '1001', token: 'w' }
      const outcome = anOutcome(task, { files: [aFile('f1', '1001')] })
      assert.equal(await a.queue.finish(lease, outcome), true)
      const ended = await b.tasks.find('1001')
      assert.equal(await a.queue.finish(lease, outcome), true)
      assert.deepEqual(await b.tasks.find('1001'), ended)
      assert.equal((await b.deliveries.ofTask('1001')).length, 1)
      assert.equal(await billed(b, 'k1'), 1)
    },
  )

  promised('a cancelled task is not claimed any more', async ({ a, b }) => {
    const task = aTask('1001')
    await insertAll(a, [task])
    assert.equal(await b.queue.finishAny('1001', anOutcome(task, { status: 'failed' })), true)
    assert.deepEqual(await a.queue.claim(aClaim('w', { now: T + HOUR })), [])
  })

  promised('a cancel wins over a late result', async ({ a, b }) => {
    const task = await claimed(a, '1001', HOOK)
    const cancelled = anOutcome(task, { status: 'failed', error: { code: 'cancelled', message: 'Cancelled.' } })
    assert.equal(await b.queue.finishAny('1001', cancelled), true)
    const late = anOutcome(task, { files: [aFile('f1', '1001')] })
    assert.equal(await a.queue.finish({ id: '1001', token: 'w' }, late), false)
    assert.equal((await b.tasks.find('1001'))?.error?.code, 'cancelled')
    assert.deepEqual(await b.files.ofTask('1001'), [])
  })

  promised('a final state never changes', async ({ a, b }) => {
    const task = await claimed(a, '1001')
    const lease = { id: '1001', token: 'w' }
    await a.queue.finish(lease, anOutcome(task))
    const ended = await a.tasks.find('1001')
    assert.deepEqual(await b.queue.lost([lease]), [lease])
    assert.equal(await b.queue.advance(lease, { status: 'processing', progress: 1 }), undefined)
    assert.equal(await b.queue.finishAny('1001', anOutcome(task, { status: 'failed' })), false)
    assert.deepEqual(await b.queue.claim(aClaim('x', { now: T + 9 * HOUR })), [])
    assert.deepEqual(await b.chores.overdue(T + 9 * HOUR, 9), [])
    assert.deepEqual(await a.tasks.find('1001'), ended)
  })

  promised('words that not every database can hold are replaced, and the task still ends', async ({ a, b }) => {
    const task = await claimed(a, '1001')
    const error = { code: 'provider_error', message: 'half \ud83d and nothing \u0000.' } as const
    assert.equal(await a.queue.finish({ id: '1001', token: 'w' }, anOutcome(task, { status: 'failed', error })), true)
    assert.equal((await b.tasks.find('1001'))?.error?.message, 'half \ufffd and nothing \ufffd.')
  })
}

import assert from 'node:assert/strict'
import { freshTask } from '../../src/core/tasks/task.ts'
import { anOutcome } from '../contracts/build.ts'
import { eventually } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import type { TestService } from '../support/service.ts'
import { onBothDrivers, read, type Json } from './both-drivers.ts'

const T = Date.UTC(2030, 0, 31, 12)

/** Tasks that ended, and took so long. */
async function past(service: TestService, model: string, tookMs: readonly number[]): Promise<void> {
  const keyId = service.apiKey.id
  for (const [n, ms] of tookMs.entries()) {
    const id = `${model.length}${String(n).padStart(20, '0')}`
    const times = { createdAt: T - 90_000, startedAt: T - 80_000, queueDeadlineAt: T + 1 }
    const task = freshTask({ id, keyId, kind: 'video', model, engine: 'gone', prompt: 'p', ...times })
    await service.store.queue.insert({ task, references: [], idempotency: null })
    const outcome = anOutcome(task, { finishedAt: T - 80_000 + ms })
    await service.store.queue.finishAny(id, { ...outcome, usage: { ...outcome.usage, keyId } })
  }
}

async function submit(service: TestService, model = 'sandbox'): Promise<string> {
  const answer = await service.call('/api/ai/videos', { json: { model, prompt: '[[hang]]' } })
  return ((await answer.json()) as { id: string }).id
}

const receipt = (service: TestService, id: string): Promise<Json> => read(service, `/api/ai/tasks/${id}`)

onBothDrivers(
  'who waits is told when it will probably be done, by its place and what others took',
  async (_t, open) => {
    const clock = manualClock(T)
    const service = await open({
      replacements: { clock, wrapEngine: (engine) => ({ ...engine, concurrency: 0 }) },
    })
    await past(service, 'sandbox', [10_000, 10_000, 20_000, 40_000])
    const ids: string[] = []
    for (let n = 0; n < 3; n++) {
      ids.push(await submit(service))
      await clock.advance(10)
    }
    const etas = await Promise.all(ids.map(async (id) => (await receipt(service, id))['eta']))
    assert.deepEqual(etas, [
      { low: 20, high: 20 },
      { low: 40, high: 40 },
      { low: 60, high: 60 },
    ])
    const rows = (await read(service, '/api/ai/tasks?status=pending'))['data'] as Json[]
    assert.deepEqual(
      rows.map(({ eta }) => eta),
      etas.toReversed(),
    )
    const models = (await read(service, '/api/ai/models?kind=video'))['data'] as Json[]
    const typical = Object.fromEntries(models.map((model) => [model['id'], model['typical_seconds']]))
    assert.deepEqual([typical['sandbox'], typical['diorama']], [{ low: 20, high: 20 }, null])
    assert.equal((await receipt(service, await submit(service, 'diorama')))['eta'], null)
  },
)

onBothDrivers(
  'what runs is told what is left, in its events too, and nothing once it is later than any',
  async (_t, open) => {
    const clock = manualClock(T)
    const service = await open({ replacements: { clock } })
    await past(service, 'sandbox', [10_000, 20_000, 30_000, 60_000])
    const id = await submit(service)
    await eventually(async () => (await receipt(service, id))['status'] === 'processing' || undefined)
    const begun = (await receipt(service, id))['eta'] as { low: number; high: number }
    assert.ok(begun.low > 29 && begun.low <= 30 && begun.high <= 30, JSON.stringify(begun))
    await clock.advance(5_000)
    const later = (await receipt(service, id))['eta'] as { low: number; high: number }
    assert.ok(later.high <= 25 && later.high > 24, JSON.stringify(later))
    const events = await service.call(`/api/ai/tasks/${id}/events`)
    const [, first] = (await readUntil(events, /\ndata: .*\n\n/)).split('data: ')
    assert.deepEqual((JSON.parse(first ?? '') as Json)['eta'], (await receipt(service, id))['eta'])
    await clock.advance(60_000)
    assert.equal((await receipt(service, id))['eta'], null)
    await service.call(`/api/ai/tasks/${id}/cancel`, { method: 'POST' })
    assert.equal((await receipt(service, id))['eta'], null)
  },
)

async function readUntil(answer: Response, found: RegExp): Promise<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!found.test(text)) text += (await reader?.read())?.value ?? ''
  await reader?.cancel()
  return text
}

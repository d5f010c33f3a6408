import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { WATCH } from './support/contract.ts'
import { openComfyUi as open, runs, TWO_SAMPLERS } from './support/open-comfyui.ts'

test('the end of a job is known as soon as ComfyUI tells it by its socket, however it ended, and no look is missed', async (t) => {
  for (const [entry, wanted] of [
    [{}, 'done'],
    [{ status: { status_str: 'error', messages: [] } }, 'failed'],
  ] as const) {
    const { fake, engine, job } = await open(t, 'image', TWO_SAMPLERS, { listenMs: 1_500 })
    const started = runs(await engine.start(job, WATCH))
    assert.equal(started.checkAgainMs, 0)
    fake.run()
    await eventually(() => fake.listeners().includes(fake.sent[0]!.clientId) || undefined)
    fake.counts.clear()
    // The clock stands still: only what the socket tells can end the question.
    const asked = engine.status(started.operation, job, WATCH)
    await eventually(() => (fake.counts.get('GET /queue') ?? 0) > 0 || undefined)
    fake.finish(entry)
    assert.equal((await asked).kind, wanted)
  }
})

test('a socket that says nothing costs no more than the time between two looks, and one that cannot be opened nothing', async (t) => {
  const { fake, engine, job, clock } = await open(t, 'image', TWO_SAMPLERS, { listenMs: 1_500 })
  const started = runs(await engine.start(job, WATCH))
  fake.run()
  await eventually(() => fake.listeners().includes(fake.sent[0]!.clientId) || undefined)
  let isAnswered = false
  const asked = engine.status(started.operation, job, WATCH).finally(() => (isAnswered = true))
  await eventually(async () => {
    await clock.advance(100)
    return isAnswered || undefined
  })
  assert.equal(runs(await asked).checkAgainMs, 0)
  fake.cutSockets()
  fake.refusesSockets = true
  await eventually(async () => {
    await clock.advance(100)
    const state = runs(await engine.status(started.operation, job, WATCH))
    return state.checkAgainMs === 1_500 || undefined
  })
})

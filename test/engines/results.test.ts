// needs: ffmpeg
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Task } from '../../src/core/tasks/task.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService, type TestService } from '../support/service.ts'
import { AI_SDK_SUBJECTS } from './protocols/ai-sdk-subjects.ts'
import { CLIP, PICTURE } from './support/contract.ts'
import { openFake, type FakeProvider } from './support/fake-provider.ts'
import { temporaryFolder } from '../support/at-end.ts'

const xai = AI_SDK_SUBJECTS.find(({ name }) => name === 'xai video')!

type Opened = { service: TestService; fake: FakeProvider; run: () => Promise<Task> }

async function open(t: TestContext): Promise<Opened> {
  const fake = await openFake(t, xai.protocol, CLIP)
  const path = join(await temporaryFolder(t), 'mediagen.config.json')
  const config = {
    engines: { mine: { type: 'xai', keyVariable: 'MY_KEY', baseURL: `${fake.url}/v1` } },
    models: { clip: { kind: 'video', engine: 'mine', model: 'grok-imagine-video', seed: false } },
  }
  await writeFile(path, JSON.stringify(config))
  const clock = manualClock()
  const env = { MEDIAGEN_CONFIG: path, MY_KEY: 'a-secret-key', MEDIAGEN_RENDER_THREADS: '1' }
  const service = await openService(t, { env, replacements: { clock } })
  const run = async (): Promise<Task> => {
    const answer = await service.call('/api/ai/videos', { json: { model: 'clip', prompt: 'a boat' } })
    const { id } = (await answer.json()) as { id: string }
    return eventuallyOn(clock, 1_000, async () => {
      const task = await service.store.tasks.find(id)
      return task?.finishedAt === null ? undefined : task
    })
  }
  return { service, fake, run }
}

test("a provider's clip is ours: bytes, checksum, size, and a cover made from its first frame", async (t) => {
  const { service, run } = await open(t)
  const task = await run()
  assert.equal(task.status, 'success')
  const files = await service.store.files.ofTask(task.id)
  const [clip, cover] = files.toSorted((a, b) => (a.role === 'output' ? -1 : b.role === 'output' ? 1 : 0))
  assert.deepEqual([clip?.mediaType, clip?.bytes, clip?.width, clip?.height], ['video/mp4', CLIP.length, 64, 36])
  assert.deepEqual([cover?.role, cover?.mediaType, cover?.width], ['cover', 'image/png', 64])
})

test('a result that cannot be fetched at first is asked for again; the job itself is not started again', async (t) => {
  const { fake, run } = await open(t)
  fake.resultStatus = 503
  const running = run()
  await eventuallyOn(manualClock(), 0, async () =>
    fake.seen.some(({ path }) => path === '/results/1') ? true : undefined,
  )
  fake.resultStatus = 200
  assert.equal((await running).status, 'success')
  assert.equal(fake.starts, 1)
})

test('a result that is no clip never becomes one, however often it is fetched', async (t) => {
  const { fake, run } = await open(t)
  fake.resultBytes = PICTURE
  const { status, error } = await run()
  assert.deepEqual([status, error?.code], ['failed', 'provider_error'])
  assert.equal(fake.starts, 1)
})

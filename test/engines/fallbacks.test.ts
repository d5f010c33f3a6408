import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Task } from '../../src/core/tasks/task.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService } from '../support/service.ts'
import { SERVER_SUBJECTS } from './protocols/server-subjects.ts'
import { CLIP } from './support/contract.ts'
import { openFake } from './support/fake-provider.ts'
import { temporaryFolder } from '../support/at-end.ts'

const clip = SERVER_SUBJECTS.find(({ name }) => name === 'openai-compatible video')!

test('a server that may have one job at a time has one at a time, also as a fallback', async (t) => {
  const refuses = await openFake(t, clip.protocol, CLIP)
  const single = await openFake(t, clip.protocol, CLIP)
  refuses.onStart.push(...Array.from({ length: 500 }, () => ({ status: 401, json: { error: { message: 'no' } } })))
  const path = join(await temporaryFolder(t), 'mediagen.config.json')
  const engine = { type: 'openai-compatible', keyVariable: 'MY_KEY' }
  const model = { kind: 'video', model: 'some-model', ratios: ['16:9'] }
  const config = {
    engines: {
      first: { ...engine, baseURL: `${refuses.url}/v1` },
      single: { ...engine, baseURL: `${single.url}/v1`, fleetConcurrency: 1 },
    },
    models: {
      wanted: { ...model, engine: 'first', fallbacks: ['spare'] },
      spare: { ...model, engine: 'single' },
    },
  }
  await writeFile(path, JSON.stringify(config))
  const clock = manualClock()
  const env = { MEDIAGEN_CONFIG: path, MY_KEY: 'a-secret-key', MEDIAGEN_RENDER_THREADS: '1', MEDIAGEN_FFMPEG: 'off' }
  const service = await openService(t, { env, replacements: { clock } })
  const ids: string[] = []
  for (const name of ['wanted', 'wanted', 'spare', 'wanted']) {
    const answer = await service.call('/api/ai/videos', { json: { model: name, prompt: 'a boat' } })
    ids.push(((await answer.json()) as { id: string }).id)
  }
  const tasks = await eventuallyOn(clock, 1_000, async () => {
    const found = await Promise.all(ids.map((id) => service.store.tasks.find(id)))
    return found.every((task) => task !== undefined && task.finishedAt !== null) ? (found as Task[]) : undefined
  })
  assert.deepEqual(
    tasks.map(({ status, error }) => [status, error]),
    tasks.map(() => ['success', null]),
  )
  assert.equal(single.starts, 4)
  const asked = single.seen.flatMap(({ method, path: at }) =>
    method === 'POST' ? ['start'] : at.endsWith('/content') ? [] : ['done'],
  )
  assert.deepEqual(asked, ['start', 'done', 'start', 'done', 'start', 'done', 'start', 'done'])
})

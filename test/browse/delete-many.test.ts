import assert from 'node:assert/strict'
import { onBothDrivers, read, refusal, type Json } from './both-drivers.ts'
import type { TestService } from '../support/service.ts'

async function image(service: TestService, prompt: string, key = service.key): Promise<string> {
  const headers = { prefer: prompt === '[[hang]]' ? 'respond-async' : 'wait=60' }
  const json = { model: 'sandbox', prompt }
  const answer = await service.call('/api/ai/images/generations', { json, key, headers })
  await answer.arrayBuffer()
  return answer.headers.get('x-task-id') ?? ''
}

onBothDrivers(
  'many tasks are deleted with one request, and what cannot be is told with its reason',
  async (_t, open) => {
    const service = await open()
    const other = await service.newKey()
    const [one, two, foreign] = [
      await image(service, 'one'),
      await image(service, 'two'),
      await image(service, 'x', other),
    ]
    const running = await image(service, '[[hang]]')
    const [file] = (await read(service, `/api/ai/tasks/${one}`))['files'] as [Json]
    const ids = [one, two, foreign, running, 'nonsense', one]
    const answer = (await (await service.call('/api/ai/tasks/delete', { json: { ids } })).json()) as {
      deleted: string[]
      refused: { id: string; code: string }[]
    }
    assert.deepEqual(answer.deleted.toSorted(), [one, two].toSorted())
    assert.deepEqual(Object.fromEntries(answer.refused.map(({ id, code }) => [id, code])), {
      [foreign]: 'task_not_found',
      [running]: 'task_not_finished',
      nonsense: 'task_not_found',
    })
    assert.equal((await fetch(String(file['url']))).status, 404)
    assert.equal((await read(service, `/api/ai/tasks/${foreign}`, other))['status'], 'success')
    for (const json of [{}, { ids: 'x' }, { ids: Array<string>(101).fill('1') }]) {
      const [status, , param] = await refusal(await service.call('/api/ai/tasks/delete', { json }))
      assert.deepEqual([status, param], [400, 'ids'])
    }
  },
)

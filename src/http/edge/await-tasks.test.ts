import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiKey } from '../../core/keys/api-key.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { WaitingParts } from '../server-parts.ts'
import { awaitTasks } from './await-tasks.ts'

const made = { id: '1', keyId: 'mine', status: 'success' } as Task
const { signal } = new AbortController()
const waiting = { ms: 0, signal, keyEnded: signal, callerNow: () => ({ id: 'mine' }) as ApiKey }

/** Where the tasks that are left are looked up; every other has been deleted. */
function partsWith(...left: Task[]): WaitingParts {
  const find = async (id: string): Promise<Task | undefined> => left.find((task) => task.id === id)
  const parts = { store: { tasks: { find } }, clock: { elapsed: () => 0 }, bell: { wait: async () => undefined } }
  return parts as unknown as WaitingParts
}

test('one of several tasks that is deleted while it is waited for does not hide the others', async () => {
  assert.deepEqual(await awaitTasks(partsWith(made), [{ id: '0' }, made, { id: '2' }], waiting), [made])
})

test('where every task was deleted while it was waited for, that is the answer', async () => {
  for (const gone of [[{ id: '0' }], [{ id: '0' }, { id: '2' }], []])
    await assert.rejects(awaitTasks(partsWith(made), gone, waiting), { code: 'task_not_found' })
})

test('a store that cannot be asked is never taken for a task that was deleted', async () => {
  const broken = partsWith(made)
  const store = { tasks: { find: async () => Promise.reject(new Error('no store')) } }
  await assert.rejects(awaitTasks({ ...broken, store } as unknown as WaitingParts, [made], waiting), /no store/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, type Mediagen } from '@mediagen/client'
import { askAgainFor } from './ask-again.ts'

type Answer = { code: string; taskId?: string; retryAfterMs?: number }

/** What becomes of a command that the service answers like this, one answer after the other, and then with a result. */
async function outcomeOf(...answers: Answer[]): Promise<unknown> {
  const left = [...answers]
  const generate = async (): Promise<unknown> => {
    const answer = left.shift()
    if (answer === undefined) return 'made'
    const { code, taskId, retryAfterMs } = answer
    const headers = new Headers(taskId === undefined ? {} : { 'x-task-id': taskId })
    const rest = { message: code, type: 'api_error', param: null, request_id: 'r', docsUrl: '' }
    throw new ApiError({ code, status: 500, headers, retryAfterMs, ...rest } as ConstructorParameters<
      typeof ApiError
    >[0])
  }
  const client = { images: { generate } } as unknown as Mediagen
  const ask = askAgainFor(client, 'image', { prompt: 'a fox', model: 'sandbox' }, 'key')
  return ask?.(new AbortController().signal).catch((error: Error) => error.name)
}

test('images are asked for until their tasks have ended; only what became of those is final', async () => {
  const [taskId, retryAfterMs] = ['1', 1_000]
  const late = { code: 'timeout', taskId, retryAfterMs }
  assert.equal(await outcomeOf(late, late, { code: 'shutting_down', taskId, retryAfterMs }), 'made')
  // A task that timed out, and one that failed.
  assert.equal(await outcomeOf(late, { code: 'timeout', taskId }), 'TaskFailedError')
  assert.equal(await outcomeOf({ code: 'content_policy_violation', taskId }), 'TaskFailedError')
  // The request failed while its task went on, or made none.
  for (const code of ['storage_unavailable', 'internal_error'])
    assert.equal(await outcomeOf({ code, taskId, retryAfterMs }), 'ApiError', code)
  assert.equal(await outcomeOf({ code: 'timeout', retryAfterMs }), 'ApiError')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, ConnectionError, type Mediagen } from '@mediagen/client'
import { askAgainFor, type Time } from './ask-again.ts'

type Answer = 'refused' | { code: string; status?: number; taskId?: string; retryAfterMs?: number }
type Asked = { outcome: unknown; requests: number; waitedMs: number }

const MINUTE_MS = 60_000
const [taskId, retryAfterMs] = ['1', 1_000]
const late = { code: 'timeout', taskId, retryAfterMs }

function errorOf(answer: Answer): Error {
  if (answer === 'refused') return new ConnectionError('connect ECONNREFUSED')
  const { code, status = 500, taskId: id, retryAfterMs: pause } = answer
  const headers = new Headers(id === undefined ? {} : { 'x-task-id': id })
  const rest = { message: code, type: 'api_error', param: null, request_id: 'r', docsUrl: '' }
  return new ApiError({ code, status, headers, retryAfterMs: pause, ...rest } as ConstructorParameters<
    typeof ApiError
  >[0])
}

/** What becomes of a command that the service answers like this, until it answers with a result. */
async function ask(nextAnswer: (nowMs: number) => Answer | undefined, signal?: AbortSignal): Promise<Asked> {
  let [now, requests] = [0, 0]
  const generate = async (): Promise<unknown> => {
    requests++
    const answer = nextAnswer(now)
    if (answer === undefined) return 'made'
    throw errorOf(answer)
  }
  const time: Time = {
    elapsedMs: () => now,
    pause: async (ms, aborted) => {
      if (aborted.aborted) throw new Error('the pause was aborted')
      now += ms
    },
  }
  const client = { images: { generate } } as unknown as Mediagen
  const job = { prompt: 'a fox', model: 'sandbox' }
  const again = askAgainFor(client, { kind: 'image', job, idempotencyKey: 'key', time })
  const outcome = await again?.(signal ?? new AbortController().signal).catch((error: Error) => error.name)
  return { outcome, requests, waitedMs: now }
}

/** The same for these answers, one after the other. */
async function outcomeOf(...answers: Answer[]): Promise<unknown> {
  const left = [...answers]
  return (await ask(() => left.shift())).outcome
}

test('images are asked for until their tasks have ended; only what became of those is final', async () => {
  assert.equal(await outcomeOf(late, late, { code: 'shutting_down', taskId, retryAfterMs }), 'made')
  // A task that timed out, and one that failed.
  assert.equal(await outcomeOf(late, { code: 'timeout', taskId }), 'TaskFailedError')
  assert.equal(await outcomeOf({ code: 'content_policy_violation', taskId }), 'TaskFailedError')
  // The request failed while its task went on, or made none.
  assert.equal(await outcomeOf({ code: 'internal_error', taskId, retryAfterMs }), 'ApiError')
  assert.equal(await outcomeOf({ code: 'invalid_parameter', status: 400 }), 'ApiError')
})

test('a restart of the service, a proxy without it and a busy moment are waited for', async () => {
  const passing: Answer[] = [
    { code: 'shutting_down', status: 503, retryAfterMs },
    'refused',
    { code: '', status: 502 },
    { code: '', status: 520 },
    { code: 'rate_limit_exceeded', status: 429, retryAfterMs },
    { code: 'storage_unavailable', status: 503, taskId, retryAfterMs },
    { code: 'storage_unavailable', status: 503 },
  ]
  for (const answer of passing) assert.equal(await outcomeOf(answer, answer), 'made', JSON.stringify(answer))
  assert.equal(await outcomeOf(late, ...passing, late), 'made')
  const left = [...passing]
  assert.deepEqual(await ask(() => left.shift()), { outcome: 'made', requests: 8, waitedMs: 7 * 2_000 })
})

test('a service that stays away is given up after ten minutes without a sign of the task, and not before', async () => {
  const away = await ask(() => 'refused')
  assert.equal(away.outcome, 'ConnectionError')
  assert.equal(away.waitedMs, 10 * MINUTE_MS)
  // The task continues: the ten minutes begin again.
  let signs = 0
  const back = await ask((now) => {
    if (now > 18 * MINUTE_MS) return undefined
    return now > 9 * MINUTE_MS && signs++ === 0 ? late : 'refused'
  })
  assert.equal(back.outcome, 'made')
  // Nobody sits through a pause that the service wants longer than that.
  const tomorrow = await ask(() => ({ code: 'rate_limit_exceeded', status: 429, retryAfterMs: 24 * 60 * MINUTE_MS }))
  assert.deepEqual(tomorrow, { outcome: 'ApiError', requests: 1, waitedMs: 0 })
})

test('a wait that the user ends while the service is away has the reason of its signal', async () => {
  const stopped = new AbortController()
  const reason = Object.assign(new Error('Ctrl-C'), { name: 'Interrupted' })
  const { outcome } = await ask(() => {
    stopped.abort(reason)
    return 'refused'
  }, stopped.signal)
  assert.equal(outcome, 'Interrupted')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeStart, judgeStatus } from '../../src/engines/failure.ts'

const JUDGING = { provider: 'P', now: 0, secrets: ['hush'] }
const start = (status: number, body = '', headers = {}): ReturnType<typeof judgeStart> =>
  judgeStart({ sent: true, status, body, headers }, JUDGING)

test('only what is known not to have started may be tried again', () => {
  const again = [429, 500, 503, 529]
  const unknown = [408, 499, 502, 504, 520, 522, 524]
  const over = [400, 401, 402, 403, 404, 413, 415, 422]
  for (const status of again)
    assert.deepEqual([start(status).final, start(status).notStarted], [false, true], `${status}`)
  for (const status of unknown)
    assert.deepEqual([start(status).code, start(status).final], ['start_unknown', true], `${status}`)
  for (const status of over)
    assert.deepEqual([start(status).final, start(status).notStarted], [true, true], `${status}`)
  assert.equal(judgeStart({ sent: true }, JUDGING).code, 'start_unknown')
  assert.equal(judgeStart({ sent: false }, JUDGING).final, false)
})

test('providers say in many ways that they refuse, and an ordinary complaint is not one of them', () => {
  const refusals = [
    '{"error":{"code":"moderation_blocked","message":"Your request was rejected by the safety system."}}',
    '{"error":{"code":"content_policy_violation"}}',
    '{"code":"DataInspectionFailed","message":"x"}',
    '{"error":{"code":"InputTextSensitiveContentDetected"}}',
    '{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"}}',
    '{"error":{"message":"x","code":"content_filter"}}',
    '{"detail":[{"type":"content_policy_violation"}]}',
  ]
  for (const body of refusals) assert.equal(start(400, body).code, 'content_policy_violation', body)
  const complaints = [
    '{"detail":"safety_tolerance must be at most 6"}',
    '{"error":{"message":"size is wrong"}}',
    'nope',
  ]
  for (const body of complaints) assert.equal(start(400, body).code, 'provider_error', body)
})

test('an empty account is final, a full queue is not', () => {
  assert.equal(start(429, '{"error":{"code":"insufficient_quota"}}').final, true)
  assert.equal(start(429, '{"error":{"code":"rate_limited"}}').final, false)
})

test('Retry-After is read as seconds and as a date, and kept within reason', () => {
  assert.equal(start(429, '', { 'retry-after': '7' }).retryAfterMs, 7_000)
  assert.equal(start(503, '', { 'retry-after': new Date(20_000).toUTCString() }).retryAfterMs, 20_000)
  assert.equal(start(429, '', { 'retry-after': '86400' }).retryAfterMs, 600_000)
  assert.equal(start(429, '', { 'retry-after': '0' }).retryAfterMs, 1_000)
})

test('the provider is quoted in short and without our secrets', () => {
  assert.match(start(422, '{"detail":[{"msg":"bad size"},{"msg":"bad seed"}]}').message, /bad size; bad seed/)
  assert.doesNotMatch(start(400, '{"message":"the key hush is wrong"}').message, /hush/)
  assert.ok(start(400, `{"message":"${'x'.repeat(5_000)}"}`).message.length < 400)
  assert.doesNotMatch(start(400, '<html><body>nginx</body></html>').message, /nginx/)
})

test('a question that failed says nothing of the job unless the provider no longer knows it', () => {
  for (const status of [429, 503]) assert.equal(judgeStatus({ sent: true, status }, JUDGING).kind, 'ask-again')
  assert.equal(judgeStatus({ sent: false }, JUDGING).kind, 'ask-again')
  for (const status of [404, 410]) {
    const judged = judgeStatus({ sent: true, status }, JUDGING)
    assert.ok(judged.kind === 'failed' && judged.code === 'provider_lost_task' && !judged.final)
  }
  const broken = judgeStatus({ sent: true, status: 500 }, JUDGING)
  assert.ok(broken.kind === 'failed' && !broken.final)
})

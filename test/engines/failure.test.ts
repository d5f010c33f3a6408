import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROVIDERS } from '../../src/engines/ai-sdk/providers.ts'
import { judgeStart, judgeStatus } from '../../src/engines/failures/failure.ts'

const JUDGING = { provider: 'P', now: 0, secrets: ['hush'], prompt: '' }
const start = (status: number, body = '', headers = {}): ReturnType<typeof judgeStart> =>
  judgeStart({ sent: true, status, body, headers }, JUDGING)

test('only what is known not to have started may be tried again', () => {
  const again = [425, 429, 521, 523, 525, 526, 529]
  const unknown = [303, 408, 499, 500, 502, 503, 504, 507, 520, 522, 524, 530]
  const over = [400, 401, 402, 403, 404, 405, 409, 413, 415, 422, 501]
  for (const status of again)
    assert.deepEqual([start(status).final, start(status).notStarted], [false, true], `${status}`)
  for (const status of unknown)
    assert.deepEqual([start(status).code, start(status).final], ['start_unknown', true], `${status}`)
  for (const status of over)
    assert.deepEqual([start(status).final, start(status).notStarted], [true, true], `${status}`)
  assert.equal(judgeStart({ sent: true }, JUDGING).code, 'start_unknown')
  assert.equal(judgeStart({ sent: false }, JUDGING).final, false)
})

test('503 means that nothing was started only when the server says when to come back, or that it is overloaded', () => {
  const asked = start(503, '', { 'retry-after': '30' })
  assert.deepEqual([asked.notStarted, asked.reason, asked.retryAfterMs], [true, 'away', 30_000])
  const shed = start(503, '{"error":{"type":"service_unavailable_error","code":"server_is_overloaded"}}')
  assert.deepEqual([shed.notStarted, shed.reason], [true, 'busy'])
  assert.equal(start(503, 'upstream connect error or disconnect/reset before headers').code, 'start_unknown')
})

test('a provider whose row knows better decides for itself', () => {
  const starts = [{ on: [500], means: 'busy', because: 'it documents so' }] as const
  const judged = judgeStart({ sent: true, status: 500 }, { ...JUDGING, starts })
  assert.deepEqual([judged.notStarted, judged.final], [true, false])
  const google = (body: string): ReturnType<typeof judgeStart> =>
    judgeStart({ sent: true, status: 503, body }, { ...JUDGING, starts: PROVIDERS.google.starts })
  assert.equal(google('{"error":{"code":503,"status":"UNAVAILABLE","message":"overloaded"}}').reason, 'busy')
  assert.equal(google('<html>').code, 'start_unknown')
})

test('a provider that is away ends as provider_unavailable, and every start tells why it came to nothing', () => {
  assert.deepEqual(
    [judgeStart({ sent: false }, JUDGING).code, judgeStart({ sent: false }, JUDGING).reason],
    ['provider_unavailable', 'away'],
  )
  const reasons = [401, 402, 404, 422, 429, 500].map((status) => start(status).reason)
  assert.deepEqual(reasons, ['credentials', 'no-credit', 'refused', 'refused', 'busy', 'unknown'])
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

test('a prompt about policies that a provider quotes in its complaint is no refusal by policy', () => {
  const prompt = 'a poster about our content policy,\nwith the "safety system" of 2030'
  const judge = (message: string): string =>
    judgeStart({ sent: true, status: 400, body: JSON.stringify({ error: { message } }) }, { ...JUDGING, prompt }).code
  assert.equal(judge(`size is wrong: input_value='${prompt}'`), 'provider_error')
  assert.equal(judge(`rejected by our safety system: ${prompt}`), 'content_policy_violation')
  assert.equal(judge(`content_policy_violation: ${prompt}`), 'content_policy_violation')
})

test('an empty account is final, a full queue is not', () => {
  assert.equal(start(429, '{"error":{"code":"insufficient_quota"}}').final, true)
  assert.equal(start(429, '{"error":{"code":"rate_limited"}}').final, false)
})

const GEMINI_PER_MINUTE = JSON.stringify({
  error: {
    code: 429,
    message: 'You exceeded your current quota, please check your plan and billing details.',
    status: 'RESOURCE_EXHAUSTED',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
        violations: [{ quotaId: 'GenerateContentInputTokensPerModelPerMinute-FreeTier', quotaValue: '250000' }],
      },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '26s' },
    ],
  },
})

test('a rate limit that speaks of quota and billing is waited for as long as it says, and is no empty account', () => {
  const minute = start(429, GEMINI_PER_MINUTE)
  assert.deepEqual([minute.final, minute.reason, minute.retryAfterMs], [false, 'busy', 26_000])
  // A list around it, as Vertex sends it, and a fraction of a second.
  assert.equal(start(429, `[${GEMINI_PER_MINUTE.replace('26s', '0.25s')}]`).retryAfterMs, 1_000)
  const day = start(429, GEMINI_PER_MINUTE.replace('PerMinute', 'PerDayPerProject'))
  assert.deepEqual([day.final, day.retryAfterMs], [false, 600_000])
  const openAi = start(
    429,
    '{"error":{"message":"Rate limit reached. Visit https://platform.openai.com/account/billing to add a payment method.","type":"requests","code":"rate_limit_exceeded"}}',
    { 'retry-after-ms': '1500' },
  )
  assert.deepEqual([openAi.final, openAi.retryAfterMs], [false, 1_500])
  assert.equal(start(429, '{"detail":"Request was throttled.","retry_after":3}').retryAfterMs, 3_000)
})

test('only a code of an empty account is final, whatever the status', () => {
  for (const [status, body] of [
    [429, '{"error":{"message":"x","type":"insufficient_quota","code":"insufficient_quota"}}'],
    [400, '{"error":{"code":"billing_hard_limit_reached","message":"Billing hard limit has been reached"}}'],
    [400, '{"code":"Arrearage","message":"Access denied"}'],
    [403, '{"error":{"code":"AccountOverdueError","message":"x"}}'],
    [403, '{"code":"personal-team-blocked:spending-limit","error":"x"}'],
    [429, GEMINI_PER_MINUTE.replace('250000', '0')],
    [402, ''],
  ] as const)
    assert.deepEqual([start(status, body).reason, start(status, body).final], ['no-credit', true], body)
  assert.equal(start(429, '{"error":{"message":"insufficient_quota is a code, not a sentence"}}').final, false)
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

test("the provider's own reason is found in every form, and nothing secret or signed is repeated", () => {
  const said: [string, RegExp][] = [
    ['{"error":{"error":{"message":"too wide"}}}', /: too wide$/],
    ['{"errors":[{"message":"one"},{"message":"two"}]}', /: one; two$/],
    ['{"detail":[{"loc":["body","size"],"msg":"bad"}]}', /: size: bad$/],
    ['{"title":"Insufficient input","status":422}', /: Insufficient input$/],
    [
      '{"error":{"message":"Prompt outputs failed validation","details":""},"node_errors":{"4":{"class_type":"CheckpointLoaderSimple","errors":[{"message":"Value not in list","details":"ckpt_name: x"}]}}}',
      /failed validation; CheckpointLoaderSimple: Value not in list \(ckpt_name: x\)$/,
    ],
    ['{"message":"no file at https://u:p@cdn.example/a.png?X-Amz-Signature=abc&b=1 now"}', /cdn\.example\/a\.png now$/],
    ['{"message":"Incorrect API key provided: sk-proj-abcdefghijklmnop."}', /provided: \[secret\]/],
    ['{"message":"header Bearer abc.def was refused"}', /header \[secret\] was/],
    ['{"message":"cannot read data:image/png;base64,AAAABBBBCCCC"}', /read \[data\]$/],
  ]
  for (const [body, expected] of said) assert.match(start(422, body).message, expected)
  assert.match(start(500, '{"error":{"message":"CUDA out of memory"}}').message, /status 500 .*\(CUDA out of memory\)/)
})

test('a question that failed says nothing of the job unless the provider no longer knows it', () => {
  for (const status of [408, 425, 429, 502, 503, 504, 522])
    assert.equal(judgeStatus({ sent: true, status }, JUDGING).kind, 'ask-again')
  assert.equal(judgeStatus({ sent: false }, JUDGING).kind, 'ask-again')
  for (const status of [404, 410]) {
    const judged = judgeStatus({ sent: true, status }, JUDGING)
    assert.ok(judged.kind === 'failed' && judged.code === 'provider_lost_task' && !judged.final)
  }
  const broken = judgeStatus({ sent: true, status: 500 }, JUDGING)
  assert.ok(broken.kind === 'failed' && !broken.final)
})

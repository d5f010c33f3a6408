import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { AppError, ERRORS, type ErrorCode } from '../../core/errors.ts'
import { ERROR_TYPES, errorAnswer, STATUS } from './error-reply.ts'

const CODES = Object.keys(ERRORS) as ErrorCode[]

test('docs/errors.md and the error table say the same, row by row and in both directions', async () => {
  const page = await readFile(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
  const rows = page.matchAll(/^\| `(\w+)` \| (\d+) \| (yes|no) \| ([^|]+) \| ([^|]+) \|$/gm)
  const documented = [...rows].map(([, code, status, again, meaning]) => `${code} ${status} ${again} ${meaning}`)
  const inCode = CODES.map((code) => {
    const { retryable, meaning } = ERRORS[code]
    return `${code} ${STATUS[code]} ${retryable ? 'yes' : 'no'} ${meaning}`
  })
  assert.deepEqual(documented, inCode)
})

test('every code has the one error body, with a type from the closed list', () => {
  for (const code of CODES) {
    const answer = errorAnswer(new AppError(code, 'What to do.', { param: 'prompt' }), 'req_1')
    const { error } = JSON.parse(answer.body)
    assert.deepEqual(Object.keys(error), ['code', 'message', 'type', 'param', 'request_id'])
    assert.equal(error.code, code)
    assert.ok(ERROR_TYPES.includes(error.type))
    assert.equal(answer.headers['x-request-id'], 'req_1')
    assert.equal(answer.status, STATUS[code])
  }
})

test('a cause never reaches the caller', () => {
  const { body } = errorAnswer(new AppError('internal_error', 'Try again.', { cause: new Error('secret') }), 'req_1')
  assert.ok(!body.includes('secret'))
})

test('401 asks for a Bearer key, 429 and 503 say when to come back, a task is named', () => {
  assert.equal(errorAnswer(new AppError('invalid_api_key', ''), 'r').headers['www-authenticate'], 'Bearer')
  assert.equal(errorAnswer(new AppError('prompt_too_long', ''), 'r').headers['www-authenticate'], undefined)
  assert.match(errorAnswer(new AppError('queue_full', ''), 'r').headers['retry-after'] ?? '', /^[1-9]\d*$/)
  assert.match(errorAnswer(new AppError('shutting_down', ''), 'r').headers['retry-after'] ?? '', /^[1-9]\d*$/)
  const limited = new AppError('rate_limit_exceeded', '', { retryAfterSeconds: 2.2 })
  assert.equal(errorAnswer(limited, 'r').headers['retry-after'], '3')
  assert.equal(errorAnswer(new AppError('timeout', '', { taskId: '123' }), 'r').headers['x-task-id'], '123')
})

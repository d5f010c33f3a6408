import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogFields } from '../ports/runtime.ts'
import { lineLog, lineShape } from './line-log.ts'
import type { LogFormat, LogLevel } from './log-event.ts'

const AT = new Date(2026, 0, 2, 3, 4, 5, 6)
const clock = { now: () => AT.getTime(), elapsed: () => 0, sleep: async () => undefined }

function written(
  format: LogFormat,
  fields: LogFields = {},
  options: { level?: LogLevel; colours?: boolean } = {},
): string {
  let text = ''
  const shape = lineShape(format, { hasColors: () => options.colours === true })
  const log = lineLog({ clock, level: options.level ?? 'info', write: (line) => (text += line), shape })
  log.warn('it\nhappened', fields)
  return text
}

test('JSON is what nobody asked otherwise for, and names time, level, message and fields', () => {
  let text = ''
  lineLog({ clock, level: 'info', write: (line) => (text += line) }).warn('it\nhappened', { taskId: '1' })
  assert.equal(text, written('json', { taskId: '1' }))
  assert.deepEqual(JSON.parse(text), { time: AT.toISOString(), level: 'warn', message: 'it\nhappened', taskId: '1' })
})

test('an event without fields is a whole line of JSON, too', () => {
  for (const fields of [{}, { none: undefined }])
    assert.deepEqual(Object.keys(JSON.parse(written('json', fields))), ['time', 'level', 'message'])
})

test('for people a line has the time of day, the level, the message and the fields', () => {
  const fields = { taskId: '123', route: '/a/:id', status: 200, prompt: 'a red fox', none: null, list: [1, 'b'] }
  assert.equal(
    written('pretty', fields),
    '03:04:05.006 WARN  it\\u000ahappened taskId=123 route=/a/:id status=200 prompt="a red fox" none=null list=[1,"b"]\n',
  )
})

test('where nothing is wrong a line for people is short; on a terminal what only read is left out', () => {
  const line = (format: LogFormat, message: string, fields: LogFields): string => {
    let text = ''
    const shape = lineShape(format, { isTTY: true })
    lineLog({ clock, level: 'info', write: (each) => (text += each), shape }).info(message, fields)
    return text
  }
  const request = { method: 'POST', route: '/api/ai/videos', status: 200, requestId: 'req_1', address: '::1', ms: 12 }
  assert.equal(line('auto', 'request', request), '03:04:05 POST /api/ai/videos 200 12 ms\n')
  assert.equal(line('auto', 'request', { ...request, method: 'GET' }), '')
  assert.match(line('auto', 'request', { ...request, method: 'GET', status: 404 }), /GET .* 404 12 ms/)
  assert.match(line('pretty', 'request', { ...request, method: 'GET' }), /GET .* 200 12 ms/)
  assert.equal(
    line('auto', 'task ended', { taskId: '1', keyId: 'k', end: 'success' }),
    '03:04:05 task ended taskId=1 end=success\n',
  )
  // A file or another program gets JSON.
  assert.match(written('auto'), /^\{"time":/)
})

test('whatever a value holds, an event stays one line, and no value reaches the terminal as a command', () => {
  const nasty = 'a\n03:04 INFO forged\r\u2028\u2029\u0085\u001b[31mred\u001b]0;title\u0007\u009b2J\u202eback'
  const fields = { nasty, error: new Error(nasty, { cause: nasty }), deep: { nasty, error: new Error(nasty) } }
  for (const format of ['json', 'pretty'] as const) assert.equal(written(format, fields).split('\n').length, 2, format)
  const line = written('pretty', fields).slice(0, -1)
  assert.doesNotMatch(line, /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u)
})

test('an error shows its name, message, place and cause', () => {
  const line = written('pretty', { error: new TypeError('no such thing', { cause: new Error('a deeper one') }) })
  assert.match(line, /error=TypeError: no such thing at .*line-log\.test\.ts:\d+.* ← Error: a deeper one at /)
  assert.doesNotMatch(line, /node:internal/)
})

test('colours are there only where the output can show them', () => {
  assert.doesNotMatch(written('pretty', { taskId: '1' }).trimEnd(), /\p{Cc}/u)
  assert.match(written('pretty', { taskId: '1' }, { colours: true }), /\p{Cc}\[33mWARN/u)
  assert.doesNotMatch(written('json', { taskId: '1' }, { colours: true }).trimEnd(), /\p{Cc}/u)
})

test('what is below the level is not written', () => {
  assert.equal(written('pretty', {}, { level: 'error' }), '')
  assert.equal(written('json', {}, { level: 'silent' }), '')
})

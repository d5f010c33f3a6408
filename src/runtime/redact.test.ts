import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineLog } from './line-log.ts'
import { redact } from './redact.ts'
import { systemClock } from './system.ts'

for (const [name, text, left] of [
  [
    'an address that is signed for storage',
    'GET https://b.s3.example/a?X-Amz-Credential=AKIA%2F1&X-Amz-Signature=5ec4e7&X-Amz-Expires=60 failed',
    'GET https://b.s3.example/a?X-Amz-Credential=[redacted]&X-Amz-Signature=[redacted]&X-Amz-Expires=60 failed',
  ],
  ['a key in a query', 'https://api.example/v1?key=5ec4e7#a', 'https://api.example/v1?key=[redacted]#a'],
  ['a header', 'sent Authorization: Bearer 5ec4e7.5ec4e7_5ec4e7', 'sent Authorization: Bearer [redacted]'],
  ['a key of ours', `refused mg_${'5ec4e7'.repeat(8)}.`, 'refused mg_[redacted].'],
  ['what signs webhooks', `whsec_${'5ec4e7+/'.repeat(4)}=`, 'whsec_[redacted]'],
  ['a password in an address', 'postgres://user:5ec4e7@host/db', 'postgres://user:[redacted]@host/db'],
] as const) {
  test(`${name} is not for the log`, () => assert.equal(redact(text), left))
}

test('what is no secret stays as it is', () => {
  for (const text of [
    'the password of Basic authentication',
    'https://example.com/a?width=320&page=2',
    'http://127.0.0.1:8080/files/abc.png',
    'task mg_1 ended',
    'a@b.example wrote: x',
  ])
    assert.equal(redact(text), text)
})

test('whatever is logged goes through it: texts, errors and their causes, in either format', () => {
  const lines: string[] = []
  const log = lineLog({ clock: systemClock, level: 'debug', write: (line) => void lines.push(line) })
  const cause = new Error('fetch of https://b.example/a?X-Amz-Signature=5ec4e7 failed')
  log.warn('a provider failed', { error: new Error('no: Bearer 5ec4e75ec4e75ec4e7', { cause }), reason: '?sig=5ec4e7' })
  assert.equal(lines.length, 1)
  assert.doesNotMatch(lines[0] ?? '', /5ec4e7/)
  assert.doesNotThrow(() => JSON.parse(lines[0] ?? ''))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLoopbackHost, isMeantFor } from './loopback.ts'

test('localhost, 127.0.0.0/8 and ::1 are this machine, and nothing that merely looks like them', () => {
  for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '127.255.1.9', '::1', '[::1]'])
    assert.equal(isLoopbackHost(host), true, host)
  for (const host of [
    '',
    '0.0.0.0',
    '127.0.0.1.example.com',
    '127.0.0.256',
    '127.1',
    'localhost.example.com',
    '::ffff:127.0.0.1',
    '10.0.0.1',
  ])
    assert.equal(isLoopbackHost(host), false, host)
})

test('a request is meant for this machine under its own names, with any port, and under those that the operator listed', () => {
  const names = ['media.example.com']
  for (const host of [undefined, 'localhost:8080', '127.0.0.1', '[::1]:9', 'localhost.', 'Media.example.com:443'])
    assert.equal(isMeantFor(names, host), true, String(host))
  for (const host of [
    '',
    'evil.example',
    'media.example.com.evil.example',
    'localhost@evil.example',
    'localhost:1:2',
    '10.0.0.1',
  ])
    assert.equal(isMeantFor(names, host), false, host)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientAddress, rangesOf } from './client-address.ts'
import { groupOf } from './connection-caps.ts'

const isTrusted = rangesOf(['10.0.0.0/8', 'fd00::/8', '192.0.2.9'])
const from = (peer: string | undefined, forwarded?: string): string | null => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return clientAddress({ headers, socket: { remoteAddress: peer } }, isTrusted)
}

test('what a stranger says of its own address counts for nothing', () => {
  assert.equal(from('203.0.113.5', '198.51.100.1'), '203.0.113.5')
  assert.equal(from('::ffff:203.0.113.5', '198.51.100.1'), '203.0.113.5')
  assert.equal(from(undefined, '198.51.100.1'), null)
})

for (const [forwarded, address] of [
  ['198.51.100.1', '198.51.100.1'],
  // What stands further left was written by the client.
  ['127.0.0.1, 198.51.100.1', '198.51.100.1'],
  ['6.6.6.6, 198.51.100.1, 10.2.2.2,192.0.2.9', '198.51.100.1'],
  ['10.3.3.3, 10.2.2.2', '10.3.3.3'],
  ['198.51.100.1:4711', '198.51.100.1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:198.51.100.1', '198.51.100.1'],
  ['198.51.100.1, nonsense', '10.0.0.1'],
  ['', '10.0.0.1'],
  ['unknown', '10.0.0.1'],
] as const) {
  test(`a trusted proxy that tells of "${forwarded}" speaks for ${address}`, () => {
    assert.equal(from('10.0.0.1', forwarded), address)
    assert.equal(from('::ffff:10.0.0.1', forwarded), address)
  })
}

test('of IPv6 the network of the first 64 bits is counted as one address', () => {
  assert.equal(groupOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2')
  assert.equal(groupOf('2001:db8:1:2::1'), '2001:db8:1:2')
  assert.equal(groupOf('2001:db8::1'), '2001:db8:0:0')
  assert.equal(groupOf('::1'), '0:0:0:0')
  assert.equal(groupOf('192.0.2.1'), '192.0.2.1')
})

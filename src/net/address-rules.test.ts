import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/support/properties.ts'
import corpus from '../../test/fixtures/guard-corpus.json' with { type: 'json' }
import { addressSet, isMetadataAddress, isPublicAddress } from './address-rules.ts'

test('every address of the corpus gets the verdict that stands there', () => {
  const wrong = corpus.addresses.filter(({ address, expected }) => isPublicAddress(address) !== (expected === 'allow'))
  assert.deepEqual(wrong, [])
  assert.ok(corpus.addresses.length >= 46)
})

test('the first and the last address of each special block are refused, and their neighbours outside are not', () => {
  const blocks = [
    ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
    ['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
    ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
    ['191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
    ['192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
    ['192.31.195.255', '192.31.196.0', '192.31.196.255', '192.31.197.0'],
    ['192.52.192.255', '192.52.193.0', '192.52.193.255', '192.52.194.0'],
    ['192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
    ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
    ['192.175.47.255', '192.175.48.0', '192.175.48.255', '192.175.49.0'],
    ['198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
    ['198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
    ['203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
    ['168.63.129.15', '168.63.129.16', '168.63.129.16', '168.63.129.17'],
    ['2001:200::', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
    ['2001:ffff::', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2003::'],
    ['2620:4f:7fff::', '2620:4f:8000::', '2620:4f:8000:ffff::', '2620:4f:8001::'],
  ] as const
  for (const [before, first, last, after] of blocks) {
    assert.deepEqual([before, first, last, after].map(isPublicAddress), [true, false, false, true], first)
  }
  assert.equal(isPublicAddress('223.255.255.255'), true)
  for (const edge of ['0.0.0.0', '0.255.255.255', '224.0.0.0', '255.255.255.255'])
    assert.equal(isPublicAddress(edge), false)
  for (const edge of ['1fff:ffff::', '4000::', '2001::', '2001:1ff:ffff::', '3ffe::1', '3fff::1', '5f00::1']) {
    assert.equal(isPublicAddress(edge), false, edge)
  }
})

test('no IPv6 form that carries an IPv4 address inside is ever public', () => {
  const byte = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), ([a, b, c, d]) => {
      const high = ((a << 8) | b).toString(16)
      const low = ((c << 8) | d).toString(16)
      const forms = [
        `::ffff:${a}.${b}.${c}.${d}`,
        `0:0:0:0:0:FFFF:${high}:${low}`,
        `::ffff:0:${high}:${low}`,
        `::${high}:${low}`,
        `64:ff9b::${high}:${low}`,
        `64:ff9b:1::${high}:${low}`,
        `2002:${high}:${low}::1`,
        `2001:0:${high}:${low}::`,
        `fe80::5efe:${high}:${low}`,
      ]
      assert.deepEqual(forms.filter(isPublicAddress), [])
    }),
    { numRuns: 300 },
  )
})

test('what is not an address is not public', () => {
  for (const text of [
    '',
    'localhost',
    '1.2.3',
    '01.2.3.4',
    '8.8.8.8 ',
    '[2606:4700::1]',
    'fe80::1%lo',
    '2606::1%eth0',
  ]) {
    assert.equal(isPublicAddress(text), false, text)
  }
})

test('an allowed IPv4 range does not let its IPv6 disguises in', () => {
  const set = addressSet(['127.0.0.0/8', '10.1.2.3', '::1/128'])
  assert.deepEqual(['127.9.9.9', '10.1.2.3', '::1', '0:0::1'].map(set.has), [true, true, true, true])
  assert.deepEqual(['::ffff:127.0.0.1', '::ffff:7f00:1', '::7f00:1', '10.1.2.4'].map(set.has), [
    false,
    false,
    false,
    false,
  ])
  assert.equal(addressSet(['::ffff:0:0/96']).has('127.0.0.1'), false)
})

test('a range with a typing error is not swallowed', () => {
  for (const cidr of ['', '10.0.0.0/33', '10.0.0.0/', '10/8', '::1/129', '10.0.0.0/8/8', 'localhost', '10.0.0.0/-1']) {
    assert.throws(() => addressSet([cidr]), /address range/, cidr)
  }
})

test('the addresses of cloud credentials are known in both families', () => {
  for (const address of ['169.254.169.254', '168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254']) {
    assert.equal(isMetadataAddress(address), true, address)
    assert.equal(isPublicAddress(address), false, address)
  }
})

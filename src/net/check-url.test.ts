import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkUrl } from './check-url.ts'

test('plain addresses are read as they are', () => {
  const read = (text: string) => {
    const { host, port, kind, url } = checkUrl(text)
    return [host, port, kind, url.href]
  }
  assert.deepEqual(read('https://Example.com/a?b#c'), ['example.com', 443, 'name', 'https://example.com/a?b'])
  assert.deepEqual(read('http://example.com:8080'), ['example.com', 8080, 'name', 'http://example.com:8080/'])
  assert.deepEqual(read('http://my_bucket.example.com/a b'), [
    'my_bucket.example.com',
    80,
    'name',
    'http://my_bucket.example.com/a%20b',
  ])
  assert.deepEqual(read('http://8.8.8.8:80/'), ['8.8.8.8', 80, 'literal', 'http://8.8.8.8/'])
  assert.deepEqual(read('http://[2606:4700::1]:81/'), ['2606:4700::1', 81, 'literal', 'http://[2606:4700::1]:81/'])
  assert.deepEqual(read('https://müller.example.com/'), [
    'xn--mller-kva.example.com',
    443,
    'name',
    'https://xn--mller-kva.example.com/',
  ])
})

test('one trailing dot is taken away, more are refused', () => {
  assert.equal(checkUrl('https://example.com./x').url.href, 'https://example.com/x')
  assert.equal(checkUrl('http://localhost./').kind, 'internal-name')
  assert.throws(() => checkUrl('http://example.com../'))
})

test('names that mean something only inside a network are told apart', () => {
  const inside = [
    'localhost',
    'LOCALHOST',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'redis',
    'a.localhost',
    'db.internal',
    'printer.local',
    'x.svc',
    'a.home.arpa',
    'localhost.localdomain',
  ]
  for (const host of inside) assert.equal(checkUrl(`http://${host}/`).kind, 'internal-name', host)
  assert.equal(checkUrl('http://localhost.example.com/').kind, 'name')
})

test('metadata hosts are refused by name', () => {
  for (const host of ['metadata', 'metadata.google.internal', 'METADATA.google.internal.', 'metadata.tencentyun.com']) {
    assert.throws(() => checkUrl(`http://${host}/`), /not allowed/, host)
  }
})

test('a spelling that two parsers could read differently is refused', () => {
  const odd = [
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:image/png;base64,AA',
    '//example.com/',
    'example.com',
    '',
    'http:example.com',
    'http:/example.com/',
    'http:///example.com/',
    'http:\\\\example.com\\',
    'http://example.com\\@evil.example/',
    ' http://example.com/',
    'http://exa\tmple.com/',
    'http://example.com/\r\nx',
    '\u0000http://example.com/',
    'http://user@example.com/',
    'http://u:p@example.com/',
    'http://@example.com/',
    'http://:@example.com/',
    'http://ex%61mple.com/',
    'http://example.com:99999/',
    'http://example.com:-1/',
    'http://exam ple.com/',
    'http://-a.example.com/',
    'http://a..example.com/',
    'http://example.com,evil.example/',
    "http://a'b.example.com/",
    `http://${'a'.repeat(64)}.example.com/`,
    `http://${'a.'.repeat(127)}example.com/`,
    'http://[::1',
    'http://[fe80::1%25eth0]/',
    'http://[::1%lo]/',
    'http://8.8.2056/',
    'http://0x08080808/',
    'http://010.8.8.8/',
    'http://134744072/',
    'http://８.8.8.8/',
    'http://8.8.8.8./',
    'http://8.8.8.08/',
  ]
  for (const text of odd) assert.throws(() => checkUrl(text), { name: 'Refused' }, JSON.stringify(text))
})

test('8192 characters are read, as signed addresses need them, and one more is not', () => {
  const url = 'https://example.com/'.padEnd(8_192, 'a')
  assert.equal(checkUrl(url).url.href, url)
  assert.throws(() => checkUrl(`${url}a`), /too long/)
})

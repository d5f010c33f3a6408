import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { isGuessed, publicUrlOf, urlHere } from './public-url.ts'

const everywhere = { publicUrl: undefined, publicHosts: [], host: '0.0.0.0' }
const port = 8080

test('a service that listens everywhere is addressed as it was asked, if that is a name of the machine', () => {
  const urlFor = publicUrlOf(everywhere, { host: '0.0.0.0', port })
  for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'localhost:9000'])
    assert.equal(urlFor(host), `http://${host}`)
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((entries) => entries ?? []))
    if (family === 'IPv4') assert.equal(urlFor(`${address}:81`), `http://${address}:81`)
})

test('a forged name is never repeated, nor is an address that nobody can connect to', () => {
  for (const host of ['0.0.0.0', '::']) {
    const urlFor = publicUrlOf({ ...everywhere, host }, { host, port })
    const forged = [
      'evil.example',
      'localhost@evil.example',
      'localhost/../x',
      'localhost?',
      '8.8.8.8',
      '0.0.0.0:1',
      '',
    ]
    for (const name of [undefined, ...forged]) {
      assert.equal(urlFor(name), urlFor(), String(name))
      assert.doesNotMatch(urlFor(name), /0\.0\.0\.0|\[::\]|evil/)
      assert.match(urlFor(name), /:8080$/)
    }
  }
})

test('what is shown at the start can be asked on this machine, also where the service listens everywhere', () => {
  for (const host of ['0.0.0.0', '::']) assert.equal(urlHere({ host, port }), 'http://127.0.0.1:8080')
  assert.equal(urlHere({ host: '::1', port }), 'http://[::1]:8080')
  assert.equal(urlHere({ host: '10.1.2.3', port }), 'http://10.1.2.3:8080')
})

const named = { publicUrl: undefined, host: '127.0.0.1' }

test('a name that the operator listed counts wherever the service listens; a configured address ends all guessing', () => {
  const config = { ...named, publicHosts: ['http://media.lan'] }
  const urlFor = publicUrlOf(config, { host: '127.0.0.1', port })
  assert.equal(urlFor('MEDIA.lan:80'), 'http://media.lan')
  assert.equal(urlFor('media.lan:8080'), 'http://media.lan:8080')
  assert.equal(urlFor('localhost:8080'), 'http://127.0.0.1:8080')
  const fixed = publicUrlOf({ ...everywhere, publicUrl: 'https://m.example' }, { host: '0.0.0.0', port })
  assert.equal(fixed('localhost:8080'), 'https://m.example')
  assert.deepEqual([isGuessed(everywhere), isGuessed(config)], [true, false])
})

test('of a listed name the scheme and the port are those that the operator wrote, never those of a header', () => {
  const bases = ['http://media.lan', 'http://mapped.lan:9000', 'https://media.example.com']
  const urlFor = publicUrlOf({ ...named, publicHosts: bases }, { host: '127.0.0.1', port })
  assert.equal(urlFor('media.lan:31337'), 'http://127.0.0.1:8080')
  for (const asked of ['mapped.lan', 'mapped.lan:9000', 'mapped.lan:31337'])
    assert.equal(urlFor(asked), 'http://mapped.lan:9000')
  for (const asked of ['media.example.com', 'media.example.com:31337', 'media.example.com:80'])
    assert.equal(urlFor(asked), 'https://media.example.com')
})

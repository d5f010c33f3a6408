import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { ConfigError, readConfig, VARIABLES } from './config.ts'

test('without any setting, the service listens on loopback and keeps everything in ./data', () => {
  const config = readConfig({})
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.port, 8080)
  assert.ok(config.dataDir.endsWith('/data'))
  assert.equal(config.apiKey, undefined)
})

test('all problems are reported together, each with the name of its variable', () => {
  const wrong = {
    PORT: '99999',
    MEDIAGEN_LOG_LEVEL: 'loud',
    MEDIAGEN_PUBLIC_URL: 'here',
    MEDIAGEN_API_KEY: 'short',
    MEDIAGEN_PROT: '1',
  }
  assert.throws(
    () => readConfig(wrong),
    (error) => error instanceof ConfigError && Object.keys(wrong).every((name) => error.message.includes(name)),
  )
})

test('a secret never shows itself', () => {
  const config = readConfig({ MEDIAGEN_API_KEY: 'hush-hush-hush' })
  assert.equal(config.apiKey?.reveal(), 'hush-hush-hush')
  for (const shown of [JSON.stringify(config), inspect(config, { depth: 5 }), String(config.apiKey)]) {
    assert.equal(shown.includes('hush-hush'), false)
  }
})

test('the settings cannot be changed once they are read', () => {
  const config = readConfig({})
  assert.throws(() => Object.assign(config, { port: 1 }), TypeError)
})

test('docs/configuration.md lists exactly the variables that exist', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/configuration.md'), 'utf8')
  const listed = [...page.matchAll(/^\| `([A-Z_0-9]+)` \|/gm)].map((match) => match[1])
  assert.deepEqual(listed.toSorted(), [...VARIABLES].toSorted())
})

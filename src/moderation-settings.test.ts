import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { ConfigError, readConfig } from './config.ts'

const URL_ALONE = { MEDIAGEN_MODERATION_URL: 'http://10.0.0.7:9000/check' }
const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`

function problemsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message
  }
}

test('without settings nothing is checked; with an address alone, both stages are, and closed', () => {
  assert.deepEqual(readConfig({}).moderation, { wordsFile: undefined, hook: undefined, judge: undefined })
  const { hook } = readConfig(URL_ALONE).moderation
  assert.deepEqual(
    [hook?.url, hook?.stages, hook?.failsOpen, hook?.timeoutMs, hook?.secret],
    ['http://10.0.0.7:9000/check', ['prompt', 'result'], false, 10_000, undefined],
  )
})

test('the choices of the hook are read, and its secret never shows itself', () => {
  const config = readConfig({
    ...URL_ALONE,
    MEDIAGEN_MODERATION_ON: 'result',
    MEDIAGEN_MODERATION_FAIL: 'open',
    MEDIAGEN_MODERATION_TIMEOUT_SECONDS: '2',
    MEDIAGEN_MODERATION_SECRET: SECRET,
  })
  const { hook } = config.moderation
  assert.deepEqual([hook?.stages, hook?.failsOpen, hook?.timeoutMs], [['result'], true, 2_000])
  assert.equal(hook?.secret?.reveal(), SECRET)
  for (const shown of [JSON.stringify(config), inspect(config, { depth: 5 })])
    assert.equal(shown.includes(SECRET.slice(6)), false)
})

test('a setting of the hook that is wrong, or that does nothing because there is no hook, is refused by its name', () => {
  for (const [name, value] of [
    ['MEDIAGEN_MODERATION_ON', 'prompts'],
    ['MEDIAGEN_MODERATION_FAIL', 'maybe'],
    ['MEDIAGEN_MODERATION_TIMEOUT_SECONDS', '0'],
    ['MEDIAGEN_MODERATION_SECRET', 'whsec_c2hvcnQ='],
    ['MEDIAGEN_MODERATION_SECRET', SECRET.replace('whsec_', '')],
  ] as const) {
    assert.match(problemsOf({ ...URL_ALONE, [name]: value }), new RegExp(name), value)
    assert.equal(problemsOf({ ...URL_ALONE, [name]: value }).includes('c2hvcnQ'), false)
  }
  for (const name of ['ON', 'FAIL', 'TIMEOUT_SECONDS', 'SECRET'].map((each) => `MEDIAGEN_MODERATION_${each}`)) {
    const value = { ON: 'prompt', FAIL: 'open', SECRET }[name.slice(20)] ?? '5'
    assert.match(problemsOf({ [name]: value }), new RegExp(`${name} has no effect without MEDIAGEN_MODERATION_URL`))
  }
  assert.equal(
    problemsOf({ MEDIAGEN_MODERATION_URL: 'nonsense', MEDIAGEN_MODERATION_ON: 'prompt' }).includes('has no effect'),
    false,
  )
})

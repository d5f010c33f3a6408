import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { ConfigError, readConfig } from './config.ts'
import { VARIABLES } from './environment.ts'

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
    MEDIAGEN_API_KEY: 'twenty-three-characters',
    MEDIAGEN_PROT: '1',
  }
  assert.throws(
    () => readConfig(wrong),
    (error) => error instanceof ConfigError && Object.keys(wrong).every((name) => error.message.includes(name)),
  )
})

test('the variables that Kubernetes sets for a Service are no settings, and are not taken for misspelt ones', () => {
  const link = { SERVICE_HOST: '10.96.0.7', SERVICE_PORT: '80', SERVICE_PORT_HTTP: '80', PORT: 'tcp://10.96.0.7:80' }
  const port = { PORT_80_TCP: 'tcp://10.96.0.7:80', PORT_80_TCP_PROTO: 'tcp', PORT_80_TCP_PORT: '80' }
  const each = Object.entries({ ...link, ...port, PORT_80_TCP_ADDR: '10.96.0.7', PORT_53_UDP: 'udp://10.96.0.7:53' })
  for (const service of ['MEDIAGEN', 'MEDIAGEN_PROD'])
    assert.equal(readConfig(Object.fromEntries(each.map(([name, value]) => [`${service}_${name}`, value]))).port, 8080)
  for (const [name, value] of [
    ['MEDIAGEN_PORT', '8080'],
    ['MEDIAGEN_METRIC_PORT', '9464'],
    ['MEDIAGEN_SERVICE', 'x'],
    ['MEDIAGEN_SERVICE_HOSTS', 'x'],
    ['MEDIAGEN_PORT_HTTP', '80'],
    ['MEDIAGEN_PORT_80', '80'],
  ] as const)
    assert.throws(() => readConfig({ [name]: value }), new RegExp(`${name} is not a setting`))
})

test('a secret never shows itself', () => {
  const config = readConfig({ MEDIAGEN_API_KEY: 'hush-hush-hush-hush-hush-hush' })
  assert.equal(config.apiKey?.reveal(), 'hush-hush-hush-hush-hush-hush')
  for (const shown of [JSON.stringify(config), inspect(config, { depth: 5 }), String(config.apiKey)]) {
    assert.equal(shown.includes('hush-hush'), false)
  }
  const cluster = readConfig({
    DATABASE_URL: 'postgres://me:hush@host/db',
    DATABASE_READ_URL: 'postgres://me:hush@other/db',
    MEDIAGEN_S3_BUCKET: 'b',
    MEDIAGEN_S3_ACCESS_KEY_ID: 'k',
    MEDIAGEN_S3_SECRET_ACCESS_KEY: 'hush',
  })
  for (const shown of [JSON.stringify(cluster), inspect(cluster, { depth: 5 })])
    assert.equal(shown.includes('hush'), false)
})

test('a bucket turns S3 on; another service is spoken to in path style, and a prefix ends with a slash', () => {
  assert.equal(readConfig({}).s3, undefined)
  const amazon = readConfig({ MEDIAGEN_S3_BUCKET: 'media' }).s3
  assert.deepEqual([amazon?.pathStyle, amazon?.prefix, amazon?.accessKeyId], [false, '', undefined])
  const own = { MEDIAGEN_S3_BUCKET: 'media', MEDIAGEN_S3_ENDPOINT: 'http://10.0.0.5:9000', MEDIAGEN_S3_PREFIX: '/a/b' }
  const { s3 } = readConfig(own)
  assert.deepEqual([s3?.pathStyle, s3?.prefix, s3?.endpoint], [true, 'a/b/', 'http://10.0.0.5:9000'])
  assert.equal(readConfig({ ...own, MEDIAGEN_S3_PATH_STYLE: 'off' }).s3?.pathStyle, false)
})

test('S3 settings that make no sense together, and a database that is not PostgreSQL, are refused without showing them', () => {
  const problems = (environment: Record<string, string>): string => {
    try {
      return JSON.stringify(readConfig(environment))
    } catch (error) {
      return error instanceof ConfigError ? error.message : String(error)
    }
  }
  assert.match(problems({ MEDIAGEN_S3_ENDPOINT: 'http://10.0.0.5' }), /MEDIAGEN_S3_BUCKET is missing/)
  assert.match(problems({ MEDIAGEN_S3_BUCKET: 'b', MEDIAGEN_S3_ACCESS_KEY_ID: 'k' }), /set both or neither/)
  const wrong = problems({ DATABASE_URL: 'mysql://me:hush@host/db' })
  assert.match(wrong, /DATABASE_URL must be/)
  assert.match(problems({ DATABASE_READ_URL: 'postgres://me:hush@host/db' }), /it requires DATABASE_URL/)
  assert.doesNotMatch(wrong, /hush/)
})

test('signed addresses want a bucket that is not public, a time that a signature can last, and say so', () => {
  const problems = (environment: Record<string, string>): string => {
    try {
      return JSON.stringify(readConfig(environment))
    } catch (error) {
      return error instanceof ConfigError ? error.message : String(error)
    }
  }
  const bucket = { MEDIAGEN_S3_BUCKET: 'b' }
  assert.equal(readConfig(bucket).s3?.presignSeconds, undefined)
  for (const seconds of ['60', '604800'])
    assert.equal(readConfig({ ...bucket, MEDIAGEN_S3_PRESIGN_SECONDS: seconds }).s3?.presignSeconds, Number(seconds))
  for (const seconds of ['0', '59', '604801', '1h'])
    assert.match(
      problems({ ...bucket, MEDIAGEN_S3_PRESIGN_SECONDS: seconds }),
      /MEDIAGEN_S3_PRESIGN_SECONDS must be a whole number from 60 to 604800/,
    )
  const on = { MEDIAGEN_S3_PRESIGN_SECONDS: '600' }
  assert.match(problems(on), /MEDIAGEN_S3_BUCKET is missing/)
  assert.match(
    problems({ ...bucket, ...on, MEDIAGEN_S3_PUBLIC_URL: 'https://media.example.com' }),
    /MEDIAGEN_S3_PRESIGN_SECONDS and MEDIAGEN_S3_PUBLIC_URL cannot both be set/,
  )
  const endpoint = { MEDIAGEN_S3_PUBLIC_ENDPOINT: 'https://s3.example.com' }
  assert.match(problems({ ...bucket, ...endpoint }), /MEDIAGEN_S3_PUBLIC_ENDPOINT has no effect without/)
  assert.equal(readConfig({ ...bucket, ...on, ...endpoint }).s3?.publicEndpoint, 'https://s3.example.com')
})

test('a range of addresses that is none is refused at the start, by its name', () => {
  const good = '10.0.0.0/8, fd12::/32 192.0.2.7,::1'
  assert.equal(readConfig({ MEDIAGEN_ALLOW_ADDRESSES: good }).allowAddresses.length, 4)
  for (const wrong of ['10.0.0', '10.0.0.0/33', '999.1.1.1', 'fd12', '::/129', 'fe80::1%eth0'])
    assert.throws(
      () => readConfig({ MEDIAGEN_ALLOW_ADDRESSES: wrong }),
      new RegExp(`MEDIAGEN_ALLOW_ADDRESSES must list address ranges such as 10.0.0.0/8, not '${wrong}'`),
    )
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

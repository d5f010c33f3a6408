import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { sharedPostgres } from '../support/postgres.ts'
import { bucketSettings, sharedS3 } from '../support/s3-server.ts'
import { openService } from '../support/service.ts'
import { openReceiver } from '../webhooks/receiver.ts'
import { openFleet, runCommand } from './fleet.ts'
import { temporaryFolder } from '../support/at-end.ts'

const IMAGES = '/api/ai/images/generations'
const ROOT = resolve(import.meta.dirname, '../..')

test('with an address of its own, the storage is where results are addressed, everywhere alike, and read from as references', async (t) => {
  const s3 = await (await sharedS3()).newBucket()
  const env = {
    ...bucketSettings(s3),
    MEDIAGEN_S3_PREFIX: 'results',
    MEDIAGEN_S3_PUBLIC_URL: 'https://media.example.com/results',
    MEDIAGEN_FFMPEG: 'off',
  }
  const service = await openService(t, { env })
  const answer = await service.call(IMAGES, { json: { model: 'sandbox', prompt: 'a mill' } })
  const { data } = (await answer.json()) as { data: { url: string }[] }
  const url = data[0]?.url ?? ''
  const [, id] = /^https:\/\/media\.example\.com\/results\/([0-9A-Za-z]{22})$/.exec(url) ?? assert.fail(url)
  const receipt = await service.call(`/api/ai/tasks/${answer.headers.get('x-task-id')}`)
  const [file] = ((await receipt.json()) as { files: { url: string; url_expires_at: null }[] }).files
  assert.deepEqual([file?.url, file?.url_expires_at], [url, null])
  // Who holds an older address, or prefers ours, is served as before.
  const served = await fetch(`${service.url}/files/${id}.png`)
  assert.equal(served.status, 200)
  assert.equal(
    Buffer.from(await served.arrayBuffer())
      .subarray(1, 4)
      .toString(),
    'PNG',
  )

  // The same records, and a bucket that is out.
  const out = await openService(t, {
    env: { ...env, MEDIAGEN_S3_ENDPOINT: 'http://127.0.0.1:1' },
    dataDir: service.dataDir,
  })
  const refused = await fetch(`${out.url}/files/${id}.png`)
  assert.deepEqual([refused.status, refused.headers.get('etag')], [503, null])
  assert.match(await refused.text(), /storage_unavailable/)

  const receiver = await openReceiver(t)
  const json = { model: 'sandbox', prompt: 'the same, moving', image: url, webhookUrl: receiver.url }
  assert.equal((await service.call('/api/ai/videos', { json })).status, 200)
  const [arrival] = await receiver.came(1)
  assert.match(arrival?.body ?? '', /"status":"success".*"fileUrl":"https:\/\/media\.example\.com\/results\/\w{22}"/)
})

test('a role without a public address is refused in words', async (t) => {
  const env = { PORT: '0', MEDIAGEN_DATA_DIR: await temporaryFolder(t) }
  for (const role of ['api', 'worker']) {
    const { code, out } = await runCommand(['serve', `--role=${role}`], env)
    assert.equal(code, 1)
    assert.match(out, /MEDIAGEN_PUBLIC_URL must be set/)
  }
  assert.equal((await runCommand(['serve', '--role', 'boss'], env)).code, 2)
})

test("the chart's job migrates with the secret alone, as the guide creates it, and a wrong name is still refused", async (t) => {
  const job = readFileSync(join(ROOT, 'deploy/chart/templates/migrate.yaml'), 'utf8')
  assert.deepEqual(job.match(/^ *env\w*:.*/gm), [
    '          envFrom: [{ secretRef: { name: {{ include "mediagen.secret" . }} } }]',
  ])
  const guide = readFileSync(join(ROOT, 'docs/kubernetes.md'), 'utf8')
  const secret = [...guide.matchAll(/--from-literal=(\w+)=/g)].map(([, name = '']) => [
    name,
    `the-${name}-of-the-guide`,
  ])
  assert.equal(secret.length, 4)
  const env = {
    MEDIAGEN_DATA_DIR: await temporaryFolder(t),
    ...Object.fromEntries(secret),
    // Secrets whose other settings are in the ConfigMap, which the job does not have.
    MEDIAGEN_OIDC_CLIENT_SECRET: 'of-the-identity-provider',
    MEDIAGEN_MODERATION_SECRET: 'of-the-hook',
    DATABASE_URL: await (await sharedPostgres()).bareDatabase(),
  }
  const { code, out } = await runCommand(['migrate'], env)
  assert.deepEqual([code, out], [0, 'The database is up to date.\n'])
  const wrong = await runCommand(['migrate'], { MEDIAGEN_DATA: env.MEDIAGEN_DATA_DIR, DATABASE_URL: 'mysql://db' })
  assert.equal(wrong.code, 1)
  assert.match(wrong.out, /MEDIAGEN_DATA is not a setting.*\n.*DATABASE_URL must be an address/)
})

test('an api process makes no key of its own accord', async (t) => {
  const fleet = await openFleet(t)
  const api = await fleet.api('')
  assert.match(api.output(), /mediagen -- keys create/)
  assert.doesNotMatch(api.output(), /mg_/)
  assert.match((await runCommand(['keys', 'list'], fleet.common)).out, /There are no keys yet/)
})

test('a start that fails lets go of the database, and the process ends', async (t) => {
  const service = await openService(t)
  const env = {
    DATABASE_URL: await (await sharedPostgres()).newDatabase(),
    MEDIAGEN_DATA_DIR: await temporaryFolder(t),
    PORT: new URL(service.url).port,
  }
  const { code, out } = await runCommand(['serve'], env)
  assert.deepEqual([code, /Port \d+ is in use/.test(out)], [1, true], out)
})

test('keys are made and doctor looks on the database and the bucket that the settings name', async (t) => {
  const s3 = await (await sharedS3()).newBucket()
  const env = {
    DATABASE_URL: await (await sharedPostgres()).newDatabase(),
    MEDIAGEN_DATA_DIR: await temporaryFolder(t),
    ...bucketSettings(s3),
  }
  assert.equal((await runCommand(['keys', 'create', '--name', 'app'], env)).code, 0)
  const well = await runCommand(['doctor'], env)
  assert.match(well.out, /PostgreSQL opens; API keys: 1/)
  assert.match(well.out, /ok +files: stored in the bucket/)
  const bare = { ...env, DATABASE_URL: await (await sharedPostgres()).bareDatabase() }
  // Twice: the first leaves the database as it is.
  for (let n = 0; n < 2; n++)
    assert.match((await runCommand(['doctor'], bare)).out, /ok +database: nothing in PostgreSQL yet/)
  assert.deepEqual(await readdir(env.MEDIAGEN_DATA_DIR), [])
  const ill = await runCommand(['doctor'], { ...env, MEDIAGEN_S3_SECRET_ACCESS_KEY: 'wrong' })
  assert.equal(ill.code, 1)
  assert.match(ill.out, /FAIL +files: in the bucket/)
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { fileIdIn } from '../../src/core/files/file-record.ts'
import { s3Files } from '../../src/files/s3.ts'
import { s3Signer, type SigningOptions } from '../../src/files/s3-sign.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { manualClock } from '../support/manual-clock.ts'
import { sharedS3 } from '../support/s3-server.ts'
import { chunks, hasCode } from './file-promises.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'

const FILE = { id: 'abcDEF0123456789abcDEF', mediaType: 'image/png', extension: 'png' }
const OTHER = { ...FILE, id: '0123456789abcDEFabcDEF' }
const LIMIT = { maxBytes: 2 ** 20, tooLarge: 'image_too_large' } as const
const HOUR = 3_600
// Far from both ends of what is measured by the server's own clock, however slow the machine.
const MARGIN = 600

/** A signer over a real bucket with two files in it, and a clock that begins `ago` seconds before now. */
async function open(t: TestContext, { ago = 0, ...change }: Partial<SigningOptions> & { ago?: number } = {}) {
  const bucket = await (await sharedS3()).newBucket()
  const options = { ...bucket, prefix: 'results/', seconds: HOUR, publicEndpoint: undefined, ...change }
  const files = await s3Files({ ...bucket, prefix: options.prefix }, await temporaryFolder(t), systemRandom)
  const bytes = randomBytes(50_000)
  await files.keep(FILE.id, await files.spool(chunks(bytes), LIMIT))
  await files.keep(OTHER.id, await files.spool(chunks(Buffer.from('another')), LIMIT))
  const clock = manualClock(Date.now() - ago * 1000)
  return { bytes, clock, signer: await s3Signer(options, clock), endpoint: bucket.endpoint, bucket: bucket.bucket }
}

/** The variables of the credentials' chain, for one test. */
function setEnvironment(t: TestContext, variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) {
    const before = process.env[name]
    process.env[name] = value
    atEnd(t, () => {
      if (before === undefined) delete process.env[name]
      else process.env[name] = before
    })
  }
}

/** When the server will refuse it: what an address itself says, in seconds since 1970. */
function endOf(url: string): number {
  const { searchParams } = new URL(url)
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(searchParams.get('X-Amz-Date') ?? '') ?? assert.fail(url)
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000
  return signedAt + Number(searchParams.get('X-Amz-Expires'))
}

const statusOf = async (url: string, method = 'GET'): Promise<number> => (await fetch(url, { method })).status

test('anyone who has the address gets the bytes, described as we would describe them, whole and in ranges', async (t) => {
  const { bytes, signer } = await open(t)
  const { url } = await signer.sign(FILE)
  const whole = await fetch(url)
  assert.equal(whole.status, 200)
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), bytes)
  assert.equal(whole.headers.get('content-type'), 'image/png')
  assert.equal(whole.headers.get('content-disposition'), `inline; filename="${FILE.id}.png"`)
  assert.equal(whole.headers.get('cache-control'), `private, max-age=${HOUR}, immutable`)
  const part = await fetch(url, { headers: { range: 'bytes=100-299' } })
  assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 100-299/${bytes.length}`])
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(100, 300))
})

test('an address for HEAD answers HEAD, and nothing else', async (t) => {
  const { bytes, signer } = await open(t)
  const { url } = await signer.sign(FILE, 'HEAD')
  const head = await fetch(url, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)])
  assert.equal(head.headers.get('content-type'), 'image/png')
  assert.equal(await statusOf(url), 403)
})

test('an address that was changed, or that someone else signed, is refused', async (t) => {
  const { signer, endpoint, bucket } = await open(t)
  const { url } = await signer.sign(FILE)
  const changed = (name: string, value: string): string => {
    const other = new URL(url)
    assert.ok(other.searchParams.has(name), name)
    other.searchParams.set(name, value)
    return other.href
  }
  assert.equal(await statusOf(url.replace(FILE.id, OTHER.id)), 403)
  assert.equal(await statusOf(changed('X-Amz-Expires', String(2 * HOUR))), 403)
  assert.equal(await statusOf(changed('X-Amz-Signature', '0'.repeat(64))), 403)
  assert.equal(await statusOf(changed('response-content-type', 'text/html')), 403)
  assert.equal(await statusOf(url.replace(/\?.*/, '')), (await sharedS3()).refusesUnsigned)
  assert.equal(await statusOf(url, 'DELETE'), 403)
  const { signer: stranger } = await open(t, {
    endpoint,
    bucket,
    credentials: { accessKeyId: 'test:tester', secretAccessKey: 'wrong' },
  })
  assert.equal(await statusOf((await stranger.sign(FILE)).url), 403)
  // None of this was for want of the right one.
  assert.equal(await statusOf(url), 200)
})

test('an address ends when it says so, by the clock that we were given', async (t) => {
  const living = await open(t, { ago: 2 * HOUR - MARGIN, seconds: 2 * HOUR })
  const good = await living.signer.sign(FILE)
  assert.equal(good.expiresAt, endOf(good.url))
  assert.equal(good.expiresAt, Math.floor(living.clock.now() / 1000) + 2 * HOUR)
  assert.equal(await statusOf(good.url), 200)

  const ended = await open(t, { ago: 2 * HOUR + 1, seconds: 2 * HOUR })
  const late = await ended.signer.sign(FILE)
  assert.equal(late.expiresAt, endOf(late.url))
  assert.equal(await statusOf(late.url), 403)
})

test('each address is signed anew and lasts as long as the one before', async (t) => {
  const { signer, clock } = await open(t, { ago: MARGIN })
  const first = await signer.sign(FILE)
  await clock.advance(5_000)
  const second = await signer.sign(FILE)
  assert.equal(second.expiresAt, first.expiresAt + 5)
  const signature = ({ url }: { url: string }): string | null => new URL(url).searchParams.get('X-Amz-Signature')
  assert.notEqual(signature(second), signature(first))
  assert.deepEqual([await statusOf(first.url), await statusOf(second.url)], [200, 200])
})

test('what is signed names the host that callers reach, and no other one is asked', async (t) => {
  const { endpoint } = await sharedS3()
  const publicEndpoint = endpoint.replace('127.0.0.1', 'localhost')
  const { signer, bytes } = await open(t, { endpoint: 'http://s3.internal:9000', publicEndpoint })
  const { url } = await signer.sign(FILE)
  assert.equal(new URL(url).origin, publicEndpoint)
  assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), bytes)
})

test('an address is known again by its place and its id, whatever is in its query', async (t) => {
  const { signer } = await open(t)
  const bases = { publicUrl: () => 'http://own', signedUrl: signer.base }
  const { url } = await signer.sign(FILE)
  assert.equal(fileIdIn(bases, url), FILE.id)
  assert.equal(fileIdIn(bases, url.replace(/\?.*/, '')), FILE.id)
  assert.equal(fileIdIn({ publicUrl: bases.publicUrl }, url), undefined)
  for (const foreign of [
    url.replace('/results/', '/others/'),
    url.replace(FILE.id, `${FILE.id}/x`),
    url.replace('http://', 'http://evil.'),
    `http://evil.example/?${url}`,
  ])
    assert.equal(fileIdIn(bases, foreign), undefined, foreign)
})

test("Amazon's hosts, too, are those that its client would ask", async () => {
  const credentials = { accessKeyId: 'k', secretAccessKey: 's' }
  const amazon = { region: 'eu-west-1', endpoint: undefined, publicEndpoint: undefined, credentials, seconds: 60 }
  const baseOf = async (place: { bucket: string; prefix: string; pathStyle: boolean }): Promise<string> =>
    (await s3Signer({ ...amazon, ...place }, manualClock())).base
  assert.equal(
    await baseOf({ bucket: 'media', prefix: '', pathStyle: false }),
    'https://media.s3.eu-west-1.amazonaws.com',
  )
  assert.equal(
    await baseOf({ bucket: 'media', prefix: 'a/b/', pathStyle: true }),
    'https://s3.eu-west-1.amazonaws.com/media/a/b',
  )
  // No certificate covers a name with dots: the client puts such a bucket into the path.
  assert.equal(await baseOf({ bucket: 'a.b', prefix: '', pathStyle: false }), 'https://s3.eu-west-1.amazonaws.com/a.b')
})

test('of the address and the credentials that signed it, the one that ends earlier counts', async (t) => {
  const { credentials } = await (await sharedS3()).newBucket()
  const end = Math.floor(Date.now() / 1000) + MARGIN
  setEnvironment(t, {
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    // With everything that has a meaning in a query.
    AWS_SESSION_TOKEN: "a+/=& !'()*%2Fz",
    AWS_CREDENTIAL_EXPIRATION: new Date(end * 1000).toISOString(),
  })
  const { signer } = await open(t, { credentials: undefined })
  const signed = await signer.sign(FILE)
  assert.deepEqual([signed.expiresAt, endOf(signed.url)], [end, end])
  assert.equal(new URL(signed.url).searchParams.get('X-Amz-Security-Token'), "a+/=& !'()*%2Fz")
  assert.equal(await statusOf(signed.url), 200)
})

test('without credentials to sign with, the storage is out', async (t) => {
  setEnvironment(t, {
    AWS_ACCESS_KEY_ID: '',
    AWS_SECRET_ACCESS_KEY: '',
    AWS_PROFILE: 'nobody-made-me',
    AWS_EC2_METADATA_DISABLED: 'true',
  })
  const { signer } = await open(t, { credentials: undefined })
  await assert.rejects(signer.sign(FILE), hasCode('storage_unavailable'))
})

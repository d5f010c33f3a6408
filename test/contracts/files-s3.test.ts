import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import {
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { s3Files } from '../../src/files/s3.ts'
import type { S3Options } from '../../src/files/s3-client.ts'
import type { Files } from '../../src/ports/files.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { peakOfLiveBytes } from '../support/live-bytes.ts'
import { rawClient, sharedS3 } from '../support/s3-server.ts'
import { chunks, generated, hasCode, read } from './file-promises.ts'
import { temporaryFolder } from '../support/at-end.ts'

const MIB = 2 ** 20
const LIMIT = { maxBytes: 200 * MIB, tooLarge: 'image_too_large' } as const
const ID = 'abcDEF0123456789abcDEF'
const HOUR_MS = 60 * 60 * 1000

const out = hasCode('storage_unavailable')

async function open(t: TestContext, change: Partial<S3Options> = {}) {
  const bucket = await (await sharedS3()).newBucket()
  const files = await s3Files({ ...bucket, ...change }, await temporaryFolder(t), systemRandom)
  return { bucket, files, raw: rawClient(bucket), place: { Bucket: bucket.bucket, Key: ID } }
}

const keep = async (files: Files, bytes: Buffer, id = ID): Promise<void> =>
  files.keep(id, await files.spool(chunks(bytes), LIMIT))

test('a wrong secret is refused by the server for every kind of request, and is no missing file', async (t) => {
  const { bucket, files } = await open(t)
  await keep(files, Buffer.from('kept'))
  const credentials = { ...bucket.credentials, secretAccessKey: 'wrong' }
  const stranger = await s3Files({ ...bucket, credentials }, await temporaryFolder(t), systemRandom)
  await assert.rejects(keep(stranger, Buffer.from('other')), out)
  await assert.rejects(stranger.open(ID), out)
  await assert.rejects(stranger.remove(ID), out)
  await assert.rejects(Array.fromAsync(stranger.keptBefore(Date.now())), out)
  assert.equal(String(await read(files, ID)), 'kept')
})

test('bytes that changed on the way are refused, and nothing is kept', async (t) => {
  const { files } = await open(t)
  const spooled = await files.spool(chunks(Buffer.from('as they came')), LIMIT)
  await writeFile(spooled.path, 'as they lied')
  await assert.rejects(files.keep(ID, spooled), out)
  assert.equal(await files.open(ID), undefined)
})

test('a large file goes up in parts, in little memory, and is checked as a whole', async (t) => {
  const { files, raw, place } = await open(t)
  const size = 56 * MIB
  // Two parts of 8 MiB, and a third that is put together from its pieces.
  const most = 45 * MIB
  const peak = await peakOfLiveBytes(most, async () => files.keep(ID, await files.spool(generated(size), LIMIT)))
  assert.ok(peak < most, `${Math.round(peak / MIB)} MiB were held at once`)
  assert.equal((await raw.send(new HeadObjectCommand(place))).ContentLength, size)
  const hash = createHash('sha256')
  for await (const chunk of (await files.open(ID)) ?? []) hash.update(chunk as Buffer)
  const expected = createHash('sha256')
  for await (const chunk of generated(size)) expected.update(chunk)
  assert.equal(hash.digest('hex'), expected.digest('hex'))

  const other = `${ID}2`
  const spooled = await files.spool(generated(20 * MIB), LIMIT)
  await assert.rejects(files.keep(other, { ...spooled, sha256: '0'.repeat(64) }), out)
  await spooled.discard()
  assert.equal(await files.open(other), undefined)
  const left = await raw.send(new ListMultipartUploadsCommand({ Bucket: place.Bucket }))
  assert.deepEqual(left.Uploads ?? [], [])
})

test('the parts of an upload that a crash cut off are swept after a day', async (t) => {
  const { files, raw, place } = await open(t)
  const { UploadId } = await raw.send(new CreateMultipartUploadCommand(place))
  await raw.send(new UploadPartCommand({ ...place, UploadId, PartNumber: 1, Body: 'half' }))
  assert.equal(await files.sweepSpool(Date.now() + HOUR_MS), 0)
  assert.equal(await files.sweepSpool(Date.now() + 25 * HOUR_MS), 1)
  assert.equal(await files.sweepSpool(Date.now() + 25 * HOUR_MS), 0)
})

test('an upload of somebody else in the same bucket is left alone, however old', async (t) => {
  const { files, raw, place } = await open(t)
  const theirs = { Bucket: place.Bucket, Key: 'backups/2026-01-01.tar' }
  await raw.send(new CreateMultipartUploadCommand(theirs))
  assert.equal(await files.sweepSpool(Date.now() + 25 * HOUR_MS), 0)
  const { Uploads = [] } = await raw.send(new ListMultipartUploadsCommand({ Bucket: place.Bucket }))
  assert.deepEqual(
    Uploads.map(({ Key }) => Key),
    [theirs.Key],
  )
})

test('a prefix keeps two services in one bucket apart, and what is not ours is not listed', async (t) => {
  const { bucket, files, raw } = await open(t, { prefix: 'one/' })
  const other = await s3Files({ ...bucket, prefix: 'two/' }, await temporaryFolder(t), systemRandom)
  await raw.send(new PutObjectCommand({ Bucket: bucket.bucket, Key: 'one/README.md', Body: 'not ours' }))
  await keep(files, Buffer.from('x'))
  assert.equal(await other.open(ID), undefined)
  const listed = async (place: Files): Promise<string[]> =>
    Array.fromAsync(place.keptBefore(Date.now() + HOUR_MS), ({ id }) => id)
  assert.deepEqual([await listed(files), await listed(other)], [[ID], []])
})

test('a program that reads the bucket directly is told the type of a file by its bytes', async (t) => {
  const { files, raw, place } = await open(t)
  await keep(files, Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)]))
  const head = await raw.send(new HeadObjectCommand(place))
  assert.equal(head.ContentType, 'image/png')
  assert.match(head.Metadata?.['sha256'] ?? '', /^[0-9a-f]{64}$/)
})

test('a bucket that is not there, and a server that is not, are an outage and no missing file', async (t) => {
  const { files } = await open(t, { bucket: 'nobody-made-me' })
  await assert.rejects(files.open(ID), out)
  await assert.rejects(keep(files, Buffer.from('x')), out)
  const { files: nowhere } = await open(t, { endpoint: 'http://127.0.0.1:1' })
  await assert.rejects(nowhere.open(ID), out)
  await assert.rejects(keep(nowhere, Buffer.from('x')), out)
})

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { sniffMediaType } from '../core/files/media-type.ts'
import type { Spooled } from '../ports/files.ts'
import { isFileId } from './file-id.ts'
import { isUnknownRequest, mayPass } from './s3-errors.ts'

export type Bucket = { client: S3Client; name: string; prefix: string }

const MIB = 2 ** 20
// One request streams any size with no memory, but begins again when it breaks: past this, parts are worth theirs.
const ONE_REQUEST_BYTES = 64 * MIB
// 10,000 parts at most: 78 GiB, more than any result may have. Two are held in memory while a third is put together.
const PART_BYTES = 8 * MIB
const PARTS_AT_ONCE = 2
// The client repeats what it holds in memory by itself; a stream it cannot.
const PAUSES_MS = [100, 400]
// No upload takes this long, and the parts of one that a crash left are paid for until they are removed.
const UPLOAD_AGE_MS = 24 * 60 * 60 * 1000

/** Streams spooled bytes into the bucket, which gets all of them or none. Then the spooled ones are removed. */
export async function keepInBucket(bucket: Bucket, key: string, spooled: Spooled): Promise<void> {
  const object = {
    Bucket: bucket.name,
    Key: key,
    // For programs that read the bucket directly; we go by the record.
    ContentType: sniffMediaType(spooled.head)?.mediaType ?? 'application/octet-stream',
    CacheControl: 'private, max-age=31536000, immutable',
    Metadata: { sha256: spooled.sha256 },
  }
  if (spooled.bytes <= ONE_REQUEST_BYTES) await putAtOnce(bucket, object, spooled)
  else await putInParts(bucket, object, spooled)
  await rm(spooled.path, { force: true })
}

type Destination = Omit<PutObjectCommandInput, 'Body'>

async function putAtOnce({ client }: Bucket, object: Destination, spooled: Spooled): Promise<void> {
  for (const pauseMs of [...PAUSES_MS, undefined]) {
    const Body = createReadStream(spooled.path)
    const put = new PutObjectCommand({ ...object, Body, ContentLength: spooled.bytes })
    // Signed and checked by the service: what it took is what we hashed on arrival, or it takes nothing.
    put.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Record<string, string> }
        headers['x-amz-content-sha256'] = spooled.sha256
        return next(args)
      },
      { step: 'build', name: 'hashOfSpooledBytes' },
    )
    try {
      return void (await client.send(put))
    } catch (error) {
      if (pauseMs === undefined || !mayPass(error)) throw error
      await pause(pauseMs)
    } finally {
      Body.destroy()
    }
  }
}

/** Each part is signed with its own hash; the hash of the whole is checked before the last part is handed over. */
async function putInParts({ client }: Bucket, object: Destination, spooled: Spooled): Promise<void> {
  const Body = Readable.from(checked(spooled), { objectMode: false })
  const params = { ...object, Body }
  const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE })
  try {
    await upload.done()
  } catch (error) {
    await upload.abort().catch(() => undefined)
    throw error
  } finally {
    Body.destroy()
  }
}

async function* checked({ path, sha256 }: Spooled): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sha256) throw new Error('the spooled bytes have changed')
}

/** Removes the parts of uploads that a crash cut off; gives back how many there were. */
export async function sweepUploads({ client, name, prefix }: Bucket, time: number): Promise<number> {
  let swept = 0
  let more: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
  while (more !== undefined) {
    const list: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({ Bucket: name, Prefix: prefix, ...more })
    const page = await client.send(list).catch((error: unknown) => {
      // A service without such a list has nothing to sweep.
      if (isUnknownRequest(error)) return undefined
      throw error
    })
    for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
      // The bucket may hold what is not ours, also half of it.
      if (!isFileId((Key ?? '').slice(prefix.length))) continue
      if (Initiated === undefined || Initiated.getTime() >= time - UPLOAD_AGE_MS) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket: name, Key, UploadId }))
      swept++
    }
    const isLast = page?.IsTruncated !== true
    more = isLast ? undefined : { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
  }
  return swept
}

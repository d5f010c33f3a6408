import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import type { Files, KeptBytes } from '../ports/files.ts'
import type { Random } from '../ports/runtime.ts'
import { isFileId } from './file-id.ts'
import { openClient, type S3Options } from './s3-client.ts'
import { isNotThere, translated } from './s3-errors.ts'
import { keepInBucket, sweepUploads, type Bucket } from './s3-upload.ts'
import { spoolTo, sweepFolder } from './spool.ts'

/** Files in a bucket of an S3-compatible service. What arrives is spooled in a folder of this machine first. */
export async function s3Files(options: S3Options, folder: string, random: Random): Promise<Files> {
  const spool = join(folder, 'spool')
  await mkdir(spool, { recursive: true, mode: 0o700 })
  const client = openClient(options)
  const nameOf = (id: string): string => {
    if (!isFileId(id)) throw new Error(`not a file id: ${id}`)
    return options.prefix + id
  }
  const bucket: Bucket = { client, name: options.bucket, prefix: options.prefix }
  const place = (id: string): { Bucket: string; Key: string } => ({ Bucket: options.bucket, Key: nameOf(id) })
  return {
    spool: (source, limit) => spoolTo(spool, random, source, limit),
    keep: (id, spooled) => translated('write', () => keepInBucket(bucket, nameOf(id), spooled)),
    open: (id, range) =>
      translated('read', async () => {
        const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`
        try {
          const { Body } = await client.send(new GetObjectCommand({ ...place(id), Range }))
          if (!(Body instanceof Readable)) throw new Error('the answer has no body to read')
          return lettingGo(Body)
        } catch (error) {
          if (isNotThere(error)) return undefined
          throw error
        }
      }),
    remove: (id) =>
      translated('write', async () => {
        try {
          await client.send(new DeleteObjectCommand(place(id)))
        } catch (error) {
          if (!isNotThere(error)) throw error
        }
      }),
    keptBefore: (time) => keptBefore(bucket, time),
    async sweepSpool(time) {
      const swept = await sweepFolder(spool, time)
      return swept + (await translated('write', () => sweepUploads(bucket, time)))
    },
  }
}

/** What such a bucket has, without a folder on this machine. */
export function bucketContents(options: S3Options): AsyncIterable<KeptBytes> {
  return keptBefore(
    { client: openClient(options), name: options.bucket, prefix: options.prefix },
    Number.POSITIVE_INFINITY,
  )
}

/** An answer that is left half read would hold its connection; this one is closed as soon as its reader goes away. */
function lettingGo(body: Readable): Readable {
  return pipeline(body, new PassThrough(), () => undefined)
}

async function* keptBefore({ client, name, prefix }: Bucket, time: number): AsyncGenerator<KeptBytes> {
  const pages = paginateListObjectsV2({ client }, { Bucket: name, Prefix: prefix })
  for (;;) {
    const page = await translated('read', () => pages.next())
    if (page.done === true) return
    for (const { Key = '', LastModified } of page.value.Contents ?? []) {
      const id = Key.slice(prefix.length)
      // The bucket may hold what is not ours.
      const writtenAt = LastModified?.getTime() ?? Number.POSITIVE_INFINITY
      if (isFileId(id) && writtenAt < time) yield { id, writtenAt }
    }
  }
}

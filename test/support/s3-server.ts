import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Options } from '../../src/files/s3-client.ts'
import { IS_LONG } from './long.ts'
import { startSmallS3 } from './s3/small-s3.ts'
import { startSwift } from './s3/swift.ts'

/** An S3-compatible server on a free port of this machine; it checks signatures. */
export type S3Server = {
  readonly endpoint: string
  /** The status by which it refuses a request without a signature. */
  readonly refusesUnsigned: number
  /** How to reach a new, empty bucket. */
  newBucket(): Promise<S3Options & { endpoint: string; credentials: { accessKeyId: string; secretAccessKey: string } }>
}

const CREDENTIALS = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }
const REGION = 'us-east-1'

let small: Promise<S3Server> | undefined
let swift: Promise<S3Server> | undefined

/**
 * The server of this test process: started at the first call, ended when the process ends. The long tests ask one that
 * others have written, so that ours cannot share a mistake with the code that it tests.
 */
export function sharedS3(): Promise<S3Server> {
  if (IS_LONG) return swiftS3()
  return (small ??= startSmallS3({ ...CREDENTIALS, region: REGION }).then((endpoint) => s3At(endpoint, 403)))
}

/** OpenStack Swift in a process of its own, shared in the same way. */
export function swiftS3(): Promise<S3Server> {
  // It takes a request without any signature for one of another protocol, and knows no such thing.
  return (swift ??= startSwift().then((endpoint) => s3At(endpoint, 400)))
}

function s3At(endpoint: string, refusesUnsigned: number): S3Server {
  const place = { endpoint, region: REGION, pathStyle: true, credentials: CREDENTIALS, prefix: '' }
  let buckets = 0
  return {
    endpoint,
    refusesUnsigned,
    newBucket: async () => {
      const bucket = `bucket-${++buckets}`
      await rawClient(place).send(new CreateBucketCommand({ Bucket: bucket }))
      return { ...place, bucket }
    },
  }
}

/** The settings by which the service is told of a bucket. */
export function bucketSettings({ bucket, endpoint, credentials }: Awaited<ReturnType<S3Server['newBucket']>>) {
  return {
    MEDIAGEN_S3_BUCKET: bucket,
    MEDIAGEN_S3_ENDPOINT: endpoint,
    MEDIAGEN_S3_ACCESS_KEY_ID: credentials.accessKeyId,
    MEDIAGEN_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
}

/** The vendor's client, for looking past our own code. */
export function rawClient({ endpoint, credentials }: { endpoint: string; credentials: typeof CREDENTIALS }): S3Client {
  return new S3Client({
    endpoint,
    credentials,
    region: REGION,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
}

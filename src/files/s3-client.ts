import { S3Client } from '@aws-sdk/client-s3'

export type S3Options = {
  bucket: string
  region: string
  /** Another service than Amazon's. */
  endpoint: string | undefined
  /** The bucket in the path of an address rather than in its host name. */
  pathStyle: boolean
  /** Without them, the client's own chain is asked: environment, profile, role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  /** What every name in the bucket begins with. */
  prefix: string
}

const CONNECT_TIMEOUT_MS = 5_000
// A connection on which nothing moves. A reader that pauses for longer is cut off and goes on with a range, as with any
// common web server.
const SILENCE_MS = 60_000
// Slow readers each hold one; the client's own limit of 50 would let them keep everyone else waiting.
const MAX_CONNECTIONS = 1_024

const ignore = (): void => {}
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

/** A client of the vendor for this place. It connects to nothing until it is used. */
export function openClient(options: S3Options): S3Client {
  const { region, endpoint, credentials } = options
  return new S3Client({
    region,
    forcePathStyle: options.pathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    // The trailing checksums that are the default are unknown to many services. Ours are in the signature: see s3-upload.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would write to the console what we hand on as errors.
    logger: SILENT,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
    },
  })
}

import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl, S3RequestPresigner } from '@aws-sdk/s3-request-presigner'
import { contentDisposition } from '../core/files/file-record.ts'
import type { FileSigner } from '../ports/files.ts'
import type { Clock } from '../ports/runtime.ts'
import { isFileId } from './file-id.ts'
import { openClient, type S3Options } from './s3-client.ts'
import { translated } from './s3-errors.ts'

export type SigningOptions = S3Options & {
  /** How long an address is good for. */
  seconds: number
  /** Where callers reach the service, if not where we do: the host is part of what is signed. */
  publicEndpoint: string | undefined
}

/** Signs addresses in a bucket. That is computing alone; only credentials may have to be asked for, now and then. */
export async function s3Signer(options: SigningOptions, clock: Clock): Promise<FileSigner> {
  const place = { ...options, endpoint: options.publicEndpoint ?? options.endpoint }
  const client = openClient(place)
  const base = await baseOf(place)
  const { protocol, hostname, port, pathname } = new URL(base)
  const where = { protocol, hostname, ...(port === '' ? {} : { port: Number(port) }) }
  // The vendor's getSignedUrl runs a whole request through its layers for each address: ten times the work.
  const presigner = new S3RequestPresigner({ ...client.config })
  return {
    base,
    sign: (file, method = 'GET') =>
      translated('read', async () => {
        if (!isFileId(file.id)) throw new Error(`not a file id: ${file.id}`)
        // Asked again by the signing itself: what it gets, if that is newer, ends later.
        const { expiration } = await client.config.credentials()
        // The signature knows whole seconds only.
        const signedAt = Math.floor(clock.now() / 1000)
        const expiresIn = lifetime(options.seconds, signedAt, expiration)
        const path = `${pathname.replace(/\/$/, '')}/${file.id}`
        const query = {
          'response-content-type': file.mediaType,
          'response-content-disposition': contentDisposition(file),
          // Not public, as the object itself says: what a shared cache keeps would outlive the address.
          'response-cache-control': `private, max-age=${expiresIn}, immutable`,
        }
        const request = { method, ...where, path, query, headers: {} }
        const signingDate = new Date(signedAt * 1000)
        const signed = await presigner.presign(request, { expiresIn, signingDate })
        return { url: `${base}/${file.id}?${queryText(signed.query)}`, expiresAt: signedAt + expiresIn }
      }),
  }
}

/** What is signed with credentials that end is refused once they have ended, whatever the address says. */
function lifetime(seconds: number, signedAt: number, end: Date | undefined): number {
  if (end === undefined) return seconds
  return Math.max(1, Math.min(seconds, Math.floor(end.getTime() / 1000) - signedAt))
}

/** Where the client would look for a file: by its own rules of hosts and paths, which differ from bucket to bucket. */
async function baseOf(options: S3Options): Promise<string> {
  const name = 'x'
  // Whose signature it is does not matter here, and the true credentials may not be there yet.
  const nobody = openClient({ ...options, credentials: { accessKeyId: 'nobody', secretAccessKey: 'nobody' } })
  const url = await getSignedUrl(nobody, new GetObjectCommand({ Bucket: options.bucket, Key: options.prefix + name }))
  const { origin, pathname } = new URL(url)
  return origin + pathname.slice(0, -`/${name}`.length)
}

function queryText(query: Readonly<Record<string, string | string[] | null>> = {}): string {
  return Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&')
}

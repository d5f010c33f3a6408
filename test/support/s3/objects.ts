import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { receive, type Piece } from './body.ts'
import { compareKeys, keptHeaders, pageOf, sendXml, wholeSeconds, xml, type Call, type StoredObject } from './call.ts'
import { S3Error } from './errors.ts'

export async function putObject({ request, answer, bucket, key, newFile }: Call): Promise<void> {
  for (const name of ['x-amz-copy-source', 'if-match', 'if-none-match'])
    if (name in request.headers) throw new S3Error('NotImplemented', `No ${name} here`)
  const headers = keptHeaders(request)
  const piece = await receive(request, newFile())
  const etag = `"${piece.md5.toString('hex')}"`
  bucket.objects.set(key, { pieces: [piece], etag, headers, modifiedAt: wholeSeconds() })
  answer.writeHead(200, { etag, 'content-length': 0 }).end()
}

/** GET, and HEAD, which is the same without the bytes. */
export async function getObject({ request, answer, query, bucket, key }: Call): Promise<void> {
  const object = bucket.objects.get(key)
  if (object === undefined) throw new S3Error('NoSuchKey')
  const { 'if-match': wanted, 'if-none-match': known, range } = request.headers
  if (wanted !== undefined && !names(wanted, object)) throw new S3Error('PreconditionFailed')
  const shared = { etag: object.etag, 'last-modified': object.modifiedAt.toUTCString() }
  if (known !== undefined && names(known, object)) return void answer.writeHead(304, shared).end()
  const size = object.pieces.reduce((sum, { bytes }) => sum + bytes, 0)
  const part = partOf(range, size)
  const { start, end } = part ?? { start: 0, end: size - 1 }
  answer.writeHead(part === undefined ? 200 : 206, {
    ...object.headers,
    ...overrides(query),
    ...shared,
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(part === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  if (request.method === 'HEAD') return void answer.end()
  await pipeline(bytesOf(object.pieces, start, end), answer)
}

export function deleteObject({ answer, bucket, key }: Call): void {
  bucket.objects.delete(key)
  answer.writeHead(204).end()
}

export function listObjects({ answer, query, bucket }: Call): void {
  const prefix = query.get('prefix') ?? ''
  const token = query.get('continuation-token')
  const after = token === undefined ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString()
  const all = [...bucket.objects]
    .filter(([key]) => key.startsWith(prefix) && compareKeys(key, after) > 0)
    .toSorted(([one], [other]) => compareKeys(one, other))
  const { page, isTruncated } = pageOf(all, query.get('max-keys'))
  const last = page.at(-1)?.[0] ?? ''
  sendXml(answer, 'ListBucketResult', [
    xml('Name', bucket.name),
    xml('Prefix', prefix),
    xml('KeyCount', page.length),
    xml('MaxKeys', query.get('max-keys') ?? 1000),
    xml('IsTruncated', isTruncated),
    ...(isTruncated ? [xml('NextContinuationToken', Buffer.from(last).toString('base64url'))] : []),
    ...page.map(([key, { etag, modifiedAt, pieces }]) =>
      xml('Contents', [
        xml('Key', key),
        xml('LastModified', modifiedAt.toISOString()),
        xml('ETag', etag),
        xml(
          'Size',
          pieces.reduce((sum, { bytes }) => sum + bytes, 0),
        ),
        xml('StorageClass', 'STANDARD'),
      ]),
    ),
  ])
}

function names(condition: string, { etag }: StoredObject): boolean {
  const tags = condition.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag) || tags.includes(etag.slice(1, -1))
}

/** `response-content-type` and the like, by which an address says how its answer is described. */
function overrides(query: Call['query']): Record<string, string> {
  const prefix = 'response-'
  const given = [...query].filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(given.map(([name, value]) => [name.slice(prefix.length), value]))
}

function partOf(range: string | undefined, size: number): { start: number; end: number } | undefined {
  // What cannot be read counts as if it had not been said.
  const [, from, to] = /^bytes=(?!-$)(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (from === undefined || to === undefined) return undefined
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start > end) throw new S3Error('InvalidRange')
  return { start, end }
}

async function* bytesOf(pieces: readonly Piece[], start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0
  for (const { path, bytes } of pieces) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, bytes - 1)]
    if (from <= to) yield* createReadStream(path, { start: from, end: to }) as AsyncIterable<Buffer>
    at += bytes
  }
}

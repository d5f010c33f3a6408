import type { Readable } from 'node:stream'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { contentDisposition, type FileRecord } from '../../core/file-record.ts'
import { MEDIA_TYPES } from '../../core/media-type.ts'
import type { ByteRange, FileSigner } from '../../ports/files.ts'
import { errorAnswers, RANGE_ANSWER } from '../answer/describe-answers.ts'
import { sendRangeNotSatisfiable } from '../answer/error-reply.ts'
import type { ServerParts } from '../server-parts.ts'
import { namesEtag, parseRange } from './byte-range.ts'
import { Type } from '../answer/schema.ts'

type FileParts = Pick<ServerParts, 'store' | 'files' | 'signer' | 'clock'>

const Bytes = { type: 'string', format: 'binary' }
const content = Object.fromEntries(MEDIA_TYPES.map((type) => [type, { schema: Bytes }]))
const ERRORS = errorAnswers(['file_not_found', 'rate_limit_exceeded', 'internal_error', 'storage_unavailable'])
const ANSWERS = {
  200: { description: 'The file.', content },
  206: { description: 'The part asked for.', content },
  302: { description: 'The storage has the file, at the address in `Location`.', type: 'null' },
  304: { description: 'Not modified.', type: 'null' },
  416: RANGE_ANSWER,
  ...ERRORS,
}
const ONLY_HEADERS = Object.fromEntries(
  Object.entries(ANSWERS)
    .filter(([status]) => !['206', '416'].includes(status))
    .map(([status, { description }]) => [status, { description, type: 'null' }]),
)

/** Results and covers, found by id in the store and never by path. Who knows the address may read. */
export function fileRoutes(parts: FileParts): FastifyPluginAsync {
  return async (app) => {
    const schema = {
      tags: ['Files'],
      operationId: 'getFile',
      summary: 'Download a result or a cover',
      description:
        'Addresses are unguessable and never change. Supports one byte range, ETag and HEAD. Where the operator has ' +
        'files fetched from the storage directly, the answer is a redirect to an address that is good for a while.',
      params: Type.Object({ name: Type.String({ description: 'File id and extension.' }) }),
      headers: Type.Object({ range: Type.Optional(Type.String({ description: 'One range of bytes.' })) }),
      response: ANSWERS,
    }
    const { headers: _range, ...rest } = schema
    const headSchema = { ...rest, operationId: 'getFileHeaders', summary: 'See what a file is', response: ONLY_HEADERS }
    const handler = serve(parts)
    const url = '/files/:name'
    const config = { auth: 'none' } as const
    app.route({ method: 'GET', url, config, schema, exposeHeadRoute: false, handler })
    app.route({ method: 'HEAD', url, config, schema: headSchema, handler })
  }
}

function serve(parts: FileParts): RouteHandlerMethod {
  return async (request, reply) => {
    const record = await findServed(parts, (request.params as { name: string }).name)
    if (parts.signer !== undefined) return redirect(parts, parts.signer, reply, record)
    const unchanged = namesEtag(request.headers['if-none-match'], etagOf(record))
    if (unchanged) return reply.code(304).headers(headersOf(record)).send()
    const range = parseRange(wantedRange(request, record), record.bytes)
    if (range === 'unsatisfiable') return sendRangeNotSatisfiable(reply.headers(headersOf(record)), record.bytes)
    return range === 'whole' ? sendBytes(parts, reply, record) : sendBytes(parts, reply, record, range)
  }
}

async function findServed({ store }: FileParts, name: string): Promise<FileRecord> {
  const match = /^([0-9A-Za-z]{1,64})\.([0-9a-z]{1,8})$/.exec(name)
  const record = match?.[1] === undefined ? undefined : await store.files.find(match[1])
  // What a caller uploaded is for the model alone: serving it would make us a host for anything.
  if (record === undefined || record.role === 'reference' || record.extension !== match?.[2]) throw notFound()
  return record
}

/** Leads to the storage. Ranges and conditions go with the request, which the client repeats there as it is. */
async function redirect(
  { clock }: FileParts,
  signer: FileSigner,
  reply: FastifyReply,
  record: FileRecord,
): Promise<FastifyReply> {
  const { url, expiresAt } = await signer.sign(record, reply.request.method === 'HEAD' ? 'HEAD' : 'GET')
  // Half of its life: who follows a remembered redirect has the other half left to fetch with.
  const maxAge = Math.max(0, Math.floor((expiresAt - clock.now() / 1000) / 2))
  return reply
    .code(302)
    .headers({
      location: url,
      'cache-control': `private, max-age=${maxAge}`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send()
}

/** A range counts only if the file is still the one that the client has the beginning of. */
function wantedRange({ headers, method }: FastifyRequest, record: FileRecord): string | undefined {
  const condition = headers['if-range']
  if (method === 'HEAD' || (condition !== undefined && condition !== etagOf(record))) return undefined
  return headers.range
}

async function sendBytes(
  { files }: FileParts,
  reply: FastifyReply,
  record: FileRecord,
  range?: ByteRange,
): Promise<FastifyReply> {
  const stream = await files.open(record.id, range)
  if (stream === undefined) throw notFound()
  // Only now: headers that describe the file must not travel with the news that there is none, or none to be had.
  reply
    .headers(headersOf(record))
    .header('content-length', range === undefined ? record.bytes : range.end - range.start + 1)
  if (range !== undefined) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${record.bytes}`)
  }
  if (reply.request.method === 'HEAD') {
    discard(stream)
    return reply.send()
  }
  return reply.send(stream)
}

function discard(stream: Readable): void {
  stream.on('error', () => {})
  stream.destroy()
}

function headersOf(record: FileRecord): Record<string, string> {
  return {
    'content-type': record.mediaType,
    etag: etagOf(record),
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': contentDisposition(record),
    'x-content-type-options': 'nosniff',
    // Nothing in a file may run. A browser that opens the address itself wraps the file in a page of its own, which
    // must be allowed to show it.
    'content-security-policy':
      "sandbox allow-same-origin; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
    'cross-origin-resource-policy': 'cross-origin',
  }
}

function etagOf({ sha256 }: FileRecord): string {
  return `"${sha256}"`
}

function notFound(): AppError {
  return new AppError('file_not_found', 'There is no such file, or it was removed.')
}

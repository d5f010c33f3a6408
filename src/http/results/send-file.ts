import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { contentDisposition, type FileRecord } from '../../core/files/file-record.ts'
import type { ByteRange, Files } from '../../ports/files.ts'
import { sendRangeNotSatisfiable } from '../answer/error-reply.ts'
import { namesEtag } from '../answer/send-asset.ts'

/** What a Range header requests: a part of the file, the whole, or something that does not exist. */
export type RangeWish = ByteRange | 'whole' | 'unsatisfiable'

/**
 * Parses a Range header. One range is honoured. Several, other units and malformed ones mean the whole file, as RFC
 * 9110 allows: assembling many small ranges is work that only an attacker asks for.
 */
export function parseRange(header: string | undefined, bytes: number): RangeWish {
  const match = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '')
  if (match === null) return 'whole'
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return 'whole'
  if (first === '') return suffix(Number(last), bytes)
  const start = Number(first)
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start < bytes ? { start, end } : 'unsatisfiable'
}

function suffix(length: number, bytes: number): RangeWish {
  if (length === 0 || bytes === 0) return 'unsatisfiable'
  return { start: Math.max(0, bytes - length), end: bytes - 1 }
}

// The content at a file's URL never changes. Only private caches may keep it: a shared cache would keep serving deleted
// files.
const KEPT_BY_CLIENTS = 'private, max-age=31536000, immutable'

/** How a file is sent: by default, clients keep it and save it under its own id. */
type Manner = { caching?: string | undefined; name?: string }

/** Sends the bytes of a file: whole, in the requested range, or as "not modified". */
export async function sendFile(
  files: Files,
  reply: FastifyReply,
  record: FileRecord,
  { caching = KEPT_BY_CLIENTS, name = record.id }: Manner = {},
): Promise<FastifyReply> {
  const { request } = reply
  const disposition = contentDisposition({ ...record, id: name })
  const headers = { ...headersOf(record), 'content-disposition': disposition, 'cache-control': caching }
  if (namesEtag(request.headers['if-none-match'], etagOf(record))) return reply.code(304).headers(headers).send()
  const range = parseRange(wantedRange(request, record), record.bytes)
  if (range === 'unsatisfiable') return sendRangeNotSatisfiable(reply.headers(headers), record.bytes)
  const stream = await files.open(record.id, range === 'whole' ? undefined : range)
  if (stream === undefined) throw fileNotFound()
  // Only now: headers that describe the file must not be sent with an error.
  reply.headers(headers)
  return sendBytes(reply, stream, { record, range })
}

export function fileNotFound(): AppError {
  return new AppError('file_not_found', 'The file does not exist or was removed.')
}

/** A range is valid only if the file is still the one whose beginning the client has. */
function wantedRange({ headers, method }: FastifyRequest, record: FileRecord): string | undefined {
  const condition = headers['if-range']
  if (method === 'HEAD' || (condition !== undefined && condition !== etagOf(record))) return undefined
  return headers.range
}

function sendBytes(
  reply: FastifyReply,
  stream: Readable,
  { record, range }: { record: FileRecord; range: ByteRange | 'whole' },
): FastifyReply {
  reply.header('content-length', range === 'whole' ? record.bytes : range.end - range.start + 1)
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${record.bytes}`)
  if (reply.request.method !== 'HEAD') return reply.send(stream)
  discard(stream)
  return reply.send()
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
    'x-content-type-options': 'nosniff',
    // Nothing in a file may run. A browser that opens the URL itself wraps the file in its own page, which must be
    // allowed to show it.
    'content-security-policy':
      "sandbox allow-same-origin; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
    'cross-origin-resource-policy': 'cross-origin',
  }
}

function etagOf({ sha256 }: FileRecord): string {
  return `"${sha256}"`
}

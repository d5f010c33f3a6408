import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { S3Error, type S3ErrorCode } from './errors.ts'

/** Bytes that have arrived whole, in a file of their own. */
export type Piece = { path: string; bytes: number; md5: Buffer }

type Check = { update(chunk: Buffer): void; isRight(): boolean; code: S3ErrorCode }

/** Streams a body into a new file, which counts only if the bytes are what the request says they are. */
export async function receive(request: IncomingMessage, path: string): Promise<Piece> {
  const body = checkedBody(request)
  await pipeline(body.chunks(), createWriteStream(path, { flags: 'wx' }))
  return { path, ...body.seen() }
}

export async function receiveText(request: IncomingMessage): Promise<string> {
  const chunks = await Array.fromAsync(checkedBody(request).chunks())
  return Buffer.concat(chunks).toString()
}

function checkedBody(request: IncomingMessage) {
  if (request.headers['content-length'] === undefined) throw new S3Error('MissingContentLength')
  const checks = checksOf(request.headers)
  const md5 = createHash('md5')
  let bytes = 0
  return {
    async *chunks(): AsyncGenerator<Buffer> {
      for await (const chunk of request as AsyncIterable<Buffer>) {
        bytes += chunk.length
        md5.update(chunk)
        for (const check of checks) check.update(chunk)
        yield chunk
      }
      for (const check of checks) if (!check.isRight()) throw new S3Error(check.code)
    },
    seen: () => ({ bytes, md5: md5.digest() }),
  }
}

function checksOf(headers: IncomingMessage['headers']): Check[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const expected = String(value)
    if (name === 'x-amz-content-sha256') return payloadCheck(expected)
    if (name === 'content-md5') return hashCheck('md5', expected)
    if (name === 'x-amz-checksum-sha1') return hashCheck('sha1', expected)
    if (name === 'x-amz-checksum-sha256') return hashCheck('sha256', expected)
    if (name === 'x-amz-checksum-crc32') return crc32Check(expected)
    if (/^x-amz-(?:checksum|trailer)/.test(name)) throw new S3Error('NotImplemented', `No ${name} here`)
    return []
  })
}

function payloadCheck(expected: string): Check[] {
  if (expected === 'UNSIGNED-PAYLOAD') return []
  // Signed chunk by chunk, or with a checksum at the end.
  if (expected.startsWith('STREAMING-')) throw new S3Error('NotImplemented', `No ${expected} here`)
  return [
    { ...hashCheck('sha256', Buffer.from(expected, 'hex').toString('base64')), code: 'XAmzContentSHA256Mismatch' },
  ]
}

function hashCheck(algorithm: string, expected: string): Check {
  const hash = createHash(algorithm)
  return {
    update: (chunk) => void hash.update(chunk),
    isRight: () => hash.digest('base64') === expected,
    code: 'BadDigest',
  }
}

function crc32Check(expected: string): Check {
  let sum = 0
  const digest = (): Buffer => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(sum)
    return bytes
  }
  return {
    update: (chunk) => void (sum = crc32(chunk, sum)),
    isRight: () => digest().toString('base64') === expected,
    code: 'BadDigest',
  }
}

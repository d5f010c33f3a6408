import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The default headers of every answer: its type is trusted, it runs and loads nothing, no frame shows it, no page of
 * another origin reads it without permission (CORS), and links reveal no referrer.
 */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const

/**
 * Sends a document that never changes, generated and compressed once. Anybody may request it, without a key and as
 * often as they like: generated for each request, a hundred thousand characters would be the most expensive answer that
 * strangers can get.
 */
export function preparedJson(make: () => unknown): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  let prepared: Promise<Asset> | undefined
  return async (request, reply) => {
    prepared ??= prepare(make)
    // Another version of the service has another document: a copy is valid once the service has confirmed it.
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
    return sendAsset(request, reply, await prepared)
  }
}

async function prepare(make: () => unknown): Promise<Asset> {
  const plain = Buffer.from(JSON.stringify(await make()))
  const type = 'application/json; charset=utf-8'
  return { type, etag: etagOf(plain), plain, brotli: undefined, gzip: await promisify(gzip)(plain) }
}

/** A public document, in the encodings in which it can be sent. */
export type Asset = {
  type: string
  etag: string
  plain: Buffer
  brotli: Buffer | undefined
  gzip: Buffer | undefined
}

/** The entity tag of these bytes. */
export function etagOf(plain: Buffer): string {
  return `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
}

/** Sends it in the smallest encoding that the client accepts, or nothing if the client already has it. */
export function sendAsset({ headers }: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply.headers({ 'content-type': asset.type, etag: asset.etag })
  if (namesEtag(headers['if-none-match'], asset.etag)) return reply.code(304).send()
  const wanted = headers['accept-encoding'] ?? ''
  for (const [encoding, bytes] of [
    ['br', asset.brotli],
    ['gzip', asset.gzip],
  ] as const)
    if (bytes !== undefined && takes(wanted, encoding)) return reply.header('content-encoding', encoding).send(bytes)
  return reply.send(asset.plain)
}

/** Whether an If-None-Match header names this entity tag; the comparison is weak, as RFC 9110 requires. */
export function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag)
}

function takes(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    return name === encoding && !parameters.some((each) => /^q=0(?:\.0*)?$/.test(each))
  })
}

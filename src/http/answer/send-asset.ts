import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What is the same for everybody, in the forms in which it can be sent. */
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

/** Sends it in the smallest form that the client takes, or nothing where it has it already. */
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

/** Tells whether an If-None-Match header names this entity tag; the comparison is weak, as RFC 9110 asks. */
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

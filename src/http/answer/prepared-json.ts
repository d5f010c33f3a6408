import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, sendAsset, type Asset } from './send-asset.ts'

/**
 * Sends a document that is the same each time, written and compressed once. Anybody may ask for it, without a key and as often as
 * they like: written anew for each, a hundred thousand characters would be the dearest answer that strangers can get.
 */
export function preparedJson(make: () => unknown): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  let prepared: Promise<Asset> | undefined
  return async (request, reply) => {
    prepared ??= prepare(make)
    // Another version of the service has another document: a copy is good once the service has said so.
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
    return sendAsset(request, reply, await prepared)
  }
}

async function prepare(make: () => unknown): Promise<Asset> {
  const plain = Buffer.from(JSON.stringify(await make()))
  const type = 'application/json; charset=utf-8'
  return { type, etag: etagOf(plain), plain, brotli: undefined, gzip: await promisify(gzip)(plain) }
}

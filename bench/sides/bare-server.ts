import { createHash, timingSafeEqual } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import Fastify, { type FastifyInstance } from 'fastify'
import { KEY } from '../harness/http-bytes.ts'

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
const KEY_HASH = hashOf(KEY)

/** Fastify that knows one key by its hash and logs one line a request, as ours does at its usual level. */
export function bareServer({ log }: { log: boolean }): FastifyInstance {
  const app = Fastify({
    logger: log ? { level: 'info', file: 'requests.log' } : false,
    disableRequestLogging: true,
    bodyLimit: 64 * 2 ** 20,
  })
  app.addHook('onRequest', (request, reply, done) => {
    // Addresses of files are secrets of their own, as with us.
    if (request.url.startsWith('/files/')) return done()
    const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
    if (timingSafeEqual(hashOf(token), KEY_HASH)) done()
    else reply.code(401).send({ error: 'invalid_api_key' })
  })
  if (log)
    app.addHook('onResponse', (request, reply, done) => {
      const { method, url } = request
      request.log.info({ method, url, status: reply.statusCode, ms: reply.elapsedTime }, 'request')
      done()
    })
  return app
}

/** A database in the working directory that loses nothing it has acknowledged, as ours. */
export function durableDatabase(schema: string): DatabaseSync {
  const database = new DatabaseSync('bare.db')
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  database.exec(schema)
  return database
}

/** Serves on any free port of loopback, and says so to its parent. */
export async function serve(app: FastifyInstance): Promise<void> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  process.stdout.write(`ready at http://127.0.0.1:${address.port}\n`)
}

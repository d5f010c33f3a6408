// The least that an upload can be with the same promise: the form read as it arrives, its file hashed, written and synced.
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { bareServer, serve } from './bare-server.ts'

const app = bareServer({ log: true })
mkdirSync('files')
app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))

async function keep(file: NodeJS.ReadableStream, name: string): Promise<string> {
  const hash = createHash('sha256')
  const counted = new PassThrough({ highWaterMark: 2 ** 20 })
  counted.on('data', (chunk: Buffer) => hash.update(chunk))
  await pipeline(file, counted, createWriteStream(`files/${name}`, { flags: 'wx', flush: true }))
  const folder = await open('files')
  await folder.sync()
  await folder.close()
  return hash.digest('hex')
}

app.post('/api/ai/videos', async (request) => {
  const form = new Busboy({ headers: request.headers as BusboyHeaders })
  const kept: Promise<string>[] = []
  form.on('file', (_field, file) => void kept.push(keep(file, randomBytes(12).toString('hex'))))
  await pipeline(request.raw, form)
  const [sha256] = await Promise.all(kept)
  return { id: sha256 }
})
await serve(app)

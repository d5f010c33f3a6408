// The least that an image answer can be with the same promise: the task on disk, the file on disk, the result on disk.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { standInPicture } from '../../src/engines/sandbox/stand-in.ts'
import { bareServer, durableDatabase, serve } from './bare-server.ts'

// As large as what our sandbox makes.
const PICTURE = standInPicture({ width: 256, height: 144 }, 'a picture')
const app = bareServer({ log: true })
const database = durableDatabase(`CREATE TABLE tasks (id TEXT PRIMARY KEY, model TEXT NOT NULL, prompt TEXT NOT NULL,
  status TEXT NOT NULL, created_at INTEGER NOT NULL, file TEXT) STRICT`)
const insert = database.prepare(`INSERT INTO tasks VALUES (?, ?, ?, 'pending', ?, NULL)`)
const finish = database.prepare(`UPDATE tasks SET status = 'success', file = ? WHERE id = ?`)
mkdirSync('files')

async function saveSynced(name: string): Promise<void> {
  const file = await open(`files/${name}`, 'wx')
  await file.writeFile(PICTURE)
  await file.sync()
  await file.close()
  // The name of a new file is on disk only with its folder.
  const folder = await open('files')
  await folder.sync()
  await folder.close()
}

const body = {
  type: 'object',
  required: ['model', 'prompt'],
  properties: { model: { type: 'string' }, prompt: { type: 'string', maxLength: 3_000 } },
}

app.post<{ Body: { model: string; prompt: string } }>(
  '/api/ai/images/generations',
  { schema: { body } },
  async (request) => {
    const id = randomBytes(12).toString('hex')
    const now = Date.now()
    insert.run(id, request.body.model, request.body.prompt, now)
    await saveSynced(`${id}.png`)
    finish.run(`${id}.png`, id)
    return {
      created: Math.floor(now / 1_000),
      data: [{ url: `${request.protocol}://${request.host}/files/${id}.png` }],
    }
  },
)

app.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
  const file = await open(`files/${request.params.name}`)
  const bytes = await file.readFile()
  await file.close()
  return reply.type('image/png').send(bytes)
})
await serve(app)

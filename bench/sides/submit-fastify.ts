// The least that a submission can be with the same promise: checked, on disk, then answered. With `--shared`, all that
// arrive in one turn of the event loop share one commit.
import { randomInt } from 'node:crypto'
import { bareServer, durableDatabase, serve } from './bare-server.ts'

const app = bareServer({ log: true })
const database = durableDatabase(`CREATE TABLE tasks (id TEXT PRIMARY KEY, model TEXT NOT NULL, prompt TEXT NOT NULL,
  status TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT`)
const insert = database.prepare(`INSERT INTO tasks VALUES (?, ?, ?, 'pending', ?)`)
const MOST = 2 ** 48 - 1
const newId = (): string => `${randomInt(1e8, 1e9)}${String(randomInt(MOST)).padStart(15, '0')}`

type Asked = { model: string; prompt: string }

function commitEach({ model, prompt }: Asked): string {
  const id = newId()
  insert.run(id, model, prompt, Date.now())
  return id
}

let waiting: { asked: Asked; resolve: (id: string) => void; reject: (error: unknown) => void }[] = []

function commitAll(): void {
  const batch = waiting
  waiting = []
  try {
    database.exec('BEGIN IMMEDIATE')
    const ids = batch.map(({ asked }) => commitEach(asked))
    database.exec('COMMIT')
    batch.forEach(({ resolve }, n) => resolve(ids[n] ?? ''))
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

function commitShared(asked: Asked): Promise<string> {
  return new Promise((resolve, reject) => {
    if (waiting.push({ asked, resolve, reject }) === 1) setImmediate(commitAll)
  })
}

const keep = process.argv.includes('--shared') ? commitShared : commitEach
const body = {
  type: 'object',
  required: ['model', 'prompt'],
  properties: { model: { type: 'string' }, prompt: { type: 'string', maxLength: 3_000 } },
}
const answer = { type: 'object', properties: { id: { type: 'string' }, status: { type: 'string' } } }

app.post<{ Body: Asked }>('/api/ai/videos', { schema: { body, response: { 200: answer } } }, async (request) => {
  const id = await keep(request.body)
  return { id, status: 'pending' }
})
await serve(app)

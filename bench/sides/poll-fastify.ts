// The least that a poll can be with the same promise: the key's hash, one row by its id, one answer.
import { bareServer, durableDatabase, serve } from './bare-server.ts'
import { POLL_ANSWER, POLL_TASKS, pollId } from './poll-answer.ts'

const app = bareServer({ log: process.argv.includes('--log') })
const database = durableDatabase(`CREATE TABLE tasks (id TEXT PRIMARY KEY, model TEXT NOT NULL, status TEXT NOT NULL,
  created INTEGER NOT NULL, url TEXT, cover_url TEXT) STRICT`)
const insert = database.prepare('INSERT INTO tasks VALUES (?, ?, ?, ?, ?, ?)')
database.exec('BEGIN')
for (let n = 0; n < POLL_TASKS; n++) {
  const url = n % 2 === 0 ? `http://127.0.0.1:8080/files/${pollId(n)}.mp4` : null
  insert.run(pollId(n), 'sandbox', url === null ? 'processing' : 'success', 1_700_000_000 + n, url, url)
}
database.exec('COMMIT')

type Task = { id: string; model: string; status: string; created: number; url: string | null; cover_url: string | null }
const find = database.prepare('SELECT id, model, status, created, url, cover_url FROM tasks WHERE id = ?')

app.get<{ Params: { id: string } }>(
  '/api/ai/videos/:id',
  { schema: { response: { 200: POLL_ANSWER } } },
  async (request, reply) => {
    const task = find.get(request.params.id) as Task | undefined
    if (task === undefined) return reply.code(404).send({ error: 'task_not_found' })
    const { url, cover_url, ...rest } = task
    return { ...rest, object: 'video', data: url === null ? [] : [{ url, cover_url }], error: null }
  },
)
await serve(app)

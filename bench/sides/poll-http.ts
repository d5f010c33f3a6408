// The floor: node:http with an answer from memory, no key, no database, no log.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { POLL_TASKS, pollId } from './poll-answer.ts'

const answers = new Map<string, string>()
for (let n = 0; n < POLL_TASKS; n++) {
  const [id, url] = [pollId(n), `http://127.0.0.1:8080/files/${pollId(n)}.mp4`]
  const data = n % 2 === 0 ? [{ url, cover_url: url }] : []
  const status = data.length === 0 ? 'processing' : 'success'
  const task = { id, object: 'video', created: 1_700_000_000 + n, model: 'sandbox', status, data, error: null }
  answers.set(`/api/ai/videos/${id}`, JSON.stringify(task))
}

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  response.writeHead(answer === undefined ? 404 : 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(answer ?? ''),
  })
  response.end(answer)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})

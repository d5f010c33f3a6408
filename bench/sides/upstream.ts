// A server that speaks OpenAI's image interface and answers at once: `b64_json`, or a `url` on itself where that is asked
// for. It reads its port and the picture's path from its arguments.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const [port = '0', picture = ''] = process.argv.slice(2)
const bytes = readFileSync(picture)
const created = 1_700_000_000
const inline = Buffer.from(JSON.stringify({ created, data: [{ b64_json: bytes.toString('base64') }] }))

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
}

function send(response: ServerResponse, type: string, body: Buffer): void {
  response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/picture.png') return send(response, 'image/png', bytes)
  if (request.method !== 'POST' || request.url !== '/v1/images/generations') {
    response.writeHead(404).end()
    return
  }
  const { response_format } = await readJson(request)
  if (response_format !== 'url') return send(response, 'application/json', inline)
  const url = `http://${request.headers.host}/picture.png`
  send(response, 'application/json', Buffer.from(JSON.stringify({ created, data: [{ url }] })))
}

const server = createServer((request, response) => void answer(request, response))
server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})

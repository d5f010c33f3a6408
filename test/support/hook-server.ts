import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { atEnd } from './at-end.ts'

type Answer = (body: Buffer, mediaType: string) => Promise<Buffer | number>

/** An address of the operator's on this machine, which answers with bytes or with a bare status. */
export async function hookServer(t: TestContext, answer: Answer): Promise<string> {
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const said = await answer(Buffer.concat(await request.toArray()), request.headers['content-type'] ?? '')
    if (typeof said === 'number') response.writeHead(said).end()
    else response.writeHead(200).end(said)
  }
  const server = createServer((request, response) => void reply(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  atEnd(t, () => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

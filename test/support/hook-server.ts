import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { TestContext } from 'node:test'
import { atEnd } from './at-end.ts'

type Answer = (body: Buffer, mediaType: string, authorization: string) => Promise<Buffer | Readable | number>

/** An address of the operator's on this machine, which answers with bytes, with a stream of them or with a bare status. */
export async function hookServer(t: TestContext, answer: Answer): Promise<string> {
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { 'content-type': mediaType = '', authorization = '' } = request.headers
    const said = await answer(Buffer.concat(await request.toArray()), mediaType, authorization)
    if (typeof said === 'number') response.writeHead(said).end()
    else if (said instanceof Readable) said.pipe(response.on('close', () => said.destroy()))
    else response.writeHead(200).end(said)
  }
  const server = createServer((request, response) => void reply(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  atEnd(t, () => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

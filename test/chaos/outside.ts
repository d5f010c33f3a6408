import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PICTURE } from '../reliability/house.ts'
import { openJournal } from './journal.ts'

/** One webhook that arrived. */
export type Arrival = { webhookId: string; taskId: string; body: string }

/** Where callers say that pictures are and where webhooks go. */
export type OutsideAddresses = { hook: string; picture: string }

/** The world outside the service: an address with a picture, and a receiver of webhooks that writes down what comes. */
export async function openOutside(arrivalsFile: string) {
  const arrivals = openJournal<Arrival>(arrivalsFile)
  const server = createServer((request, reply) => {
    if (request.method === 'GET') return reply.end(PICTURE)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      // Written down before the answer: what the service knows as delivered, we have.
      arrivals.add({ webhookId: String(request.headers['webhook-id']), taskId: taskIdOf(body), body })
      reply.end()
    })
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    ...outsideAt(port),
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      arrivals.close()
    },
  }
}

export type Outside = Awaited<ReturnType<typeof openOutside>>

/** Its addresses behind a port, which may be one that leads there. */
export function outsideAt(port: number): OutsideAddresses {
  return { hook: `http://127.0.0.1:${port}/hook`, picture: `http://127.0.0.1:${port}/picture.png` }
}

function taskIdOf(body: string): string {
  return String((JSON.parse(body) as { id: unknown }).id)
}

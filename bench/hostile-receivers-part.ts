// The receivers of the bench, in a process of their own: a hundred that misbehave, a hundred that do not, and one more.
import { createServer as createWebServer } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

const EACH = 20
// What people's handlers take: the service keeps about as much under way for them as for those that hang.
const HANDLER_MS = 2_000

type Speak = (socket: Socket) => void

const HEAD = 'HTTP/1.1 200 OK\r\n'
const chunk = Buffer.alloc(16 * 1024, 'x')

function drip(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => socket.write(text[at++] ?? 'x'), 1_000)
  socket.on('close', () => clearInterval(timer))
}

function pour(socket: Socket): void {
  socket.write(`${HEAD}\r\n`)
  const fill = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', fill)
  fill()
}

/** How they misbehave. The redirect leads back to the one that answers, which would notice a visit. */
const KINDS = (good: number): Record<string, Speak> => ({
  hang: () => undefined,
  drip: (socket) => drip(socket, HEAD),
  'never end': pour,
  reset: (socket) => socket.resetAndDestroy(),
  redirect: (socket) =>
    socket.end(`HTTP/1.1 307 Elsewhere\r\nlocation: http://127.0.0.1:${good}/redirected\r\ncontent-length: 0\r\n\r\n`),
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0, backlog: 1024 }, resolve))
  return (server.address() as AddressInfo).port
}

const arrivals: { taskId: string; at: number }[] = []
let strays = 0
const polite = (delayMs = 0): Server =>
  createWebServer((request, reply) => {
    const at = Date.now()
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.url === '/redirected') strays++
      else arrivals.push({ taskId: (JSON.parse(Buffer.concat(parts).toString()) as { id: string }).id, at })
      setTimeout(() => reply.writeHead(204).end(), delayMs)
    })
  })
const good = await listen(polite())
const friendly: number[] = []
const hostile: { kind: string; port: number }[] = []
for (const [kind, speak] of Object.entries(KINDS(good))) {
  for (let count = 0; count < EACH; count++) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      // A side that never reads never learns that the other has gone.
      socket.on('data', () => undefined)
      socket.once('data', () => speak(socket))
    })
    hostile.push({ kind, port: await listen(server) })
    friendly.push(await listen(polite(HANDLER_MS)))
  }
}

process.on('message', () => process.send?.({ arrivals, strays }))
process.on('disconnect', () => process.exit(0))
process.send?.({ good, friendly, hostile })

import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
  type Socket,
} from 'node:net'
import type { TestContext } from 'node:test'
import type { Dial } from '../../src/net/connect.ts'
import { atEnd } from './at-end.ts'

/** An address of the public internet that no test ever reaches: `pretendInternet` leads it to this machine. */
export const PUBLIC = '93.184.216.34'
export const PUBLIC_V6 = '2606:2800:220:1::1'

export type Canary = {
  readonly port: number
  readonly server: TcpServer | Server
  /** Connections and requests that arrived, ever. */
  connections(): number
  requests(): number
  /** The sockets that are open now. */
  readonly sockets: ReadonlySet<Socket>
  /** Resolves when no connection is left open. */
  allClosed(): Promise<void>
}

async function listen(t: TestContext, server: TcpServer | Server, host: string): Promise<Canary> {
  const sockets = new Set<Socket>()
  let connections = 0
  let requests = 0
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      server.emit('socket-closed')
    })
  })
  server.on('request', () => requests++)
  server.listen(0, host)
  await once(server, 'listening')
  atEnd(t, () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    server,
    sockets,
    connections: () => connections,
    requests: () => requests,
    async allClosed() {
      while (sockets.size > 0) await once(server, 'socket-closed')
    },
  }
}

type Answer = (...args: Parameters<RequestListener>) => unknown

const plain: Answer = (_request, reply) => reply.end('canary')

/** A web server on loopback that counts who comes. It ends with the test. */
export function canary(t: TestContext, answer?: Answer, host = '127.0.0.1'): Promise<Canary> {
  return listen(
    t,
    createServer((request, reply) => void (answer ?? plain)(request, reply)),
    host,
  )
}

/** A server that speaks whatever the test wants, byte by byte. */
export function rawCanary(t: TestContext, speak: (socket: Socket) => void, host = '127.0.0.1'): Promise<Canary> {
  const server = createTcpServer((socket) => {
    // A socket that nobody reads never learns that the other side has gone.
    socket.on('data', () => undefined)
    speak(socket)
  })
  return listen(t, server, host)
}

/**
 * The internet as a test sees it: `routes` leads `address:port` to a port of this machine, and the socket claims to be
 * at that address, as it would be outside. Whatever else is dialled ends at the canary, as itself.
 */
export function pretendInternet(routes: Readonly<Record<string, number>>, trap: Canary) {
  const dialled: string[] = []
  const dial: Dial = (address, port) => {
    const place = `${address}:${port}`
    dialled.push(place)
    const socket = connect({ host: '127.0.0.1', port: routes[place] ?? trap.port })
    if (routes[place] !== undefined) Object.defineProperty(socket, 'remoteAddress', { value: address })
    return socket
  }
  return { dial, dialled }
}

import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** A way to a server on this machine that can be made to misbehave. */
export type TcpProxy = {
  readonly port: number
  /** Breaks the connection instead of passing on the next answer: the server has done what it was asked, nobody learns it. */
  cutNextAnswer(): void
  /** Connections stay open and lead nowhere, or work again. */
  swallow(on: boolean): void
  /** Breaks every connection. */
  cutAll(): void
}

/** Opens a proxy to a port of this machine. It ends with the test. */
export async function tcpProxy(t: TestContext, port: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let cuts = 0
  let swallowing = false

  const server = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port })
    const pair = [client, upstream] as const
    pairs.add(pair)
    const end = (): void => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    client.on('data', (bytes) => swallowing || upstream.write(bytes))
    upstream.on('data', (bytes) => {
      if (swallowing) return
      if (cuts === 0) return void client.write(bytes)
      cuts--
      end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    cutNextAnswer: () => void cuts++,
    swallow: (on) => void (swallowing = on),
    cutAll: () => {
      for (const [client, upstream] of pairs) {
        client.destroy()
        upstream.destroy()
      }
    },
  }
  t.after(() => {
    proxy.cutAll()
    server.close()
  })
  return proxy
}

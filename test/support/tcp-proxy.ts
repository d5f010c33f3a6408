import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { atEnd } from './at-end.ts'

/** Towards the server, or back to who called it. */
export type Direction = 'there' | 'back'

/** What everything that passes suffers. */
export type Trouble =
  /** Each piece is held back for so long. */
  | { kind: 'late'; ms: number }
  /** Only a few bytes pass at a time. */
  | { kind: 'drip'; bytes: number; everyMs: number }
  /** Connections stay open and one direction leads nowhere, for as long as they live: also when the trouble is over. */
  | { kind: 'mute'; direction: Direction }
  /** Nobody gets through, and who was through is cut off. */
  | { kind: 'refuse' }

/** A way to a server on this machine that can be made to misbehave. */
export type TcpProxy = {
  readonly port: number
  /**
   * Breaks the connection instead of passing on the next answer: the server has done what it was asked, nobody learns it.
   * A trouble that is to follow begins at that very moment.
   */
  cutNextAnswer(then?: Trouble): void
  /** Breaks the connection instead of passing on the next request: the server never learns of it. */
  cutNextRequest(): void
  /** Connections stay open and lead nowhere, or work again. */
  swallow(on: boolean): void
  /** Breaks every connection. */
  cutAll(): void
  /** Begins a trouble; without one, the last is over. */
  trouble(trouble?: Trouble): void
  close(): Promise<void>
}

type Pair = { client: Socket; upstream: Socket; muted: Set<Direction> }

/** Opens a proxy to a port of this machine, asked for anew with every connection; without one, nobody gets through. */
export async function openTcpProxy(target: () => number | undefined): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  const cuts: (Trouble | undefined)[] = []
  let requestCuts = 0
  let swallowing = false
  let trouble: Trouble | undefined

  const server = createServer((client) => {
    const port = target()
    client.on('error', () => client.destroy())
    if (port === undefined || trouble?.kind === 'refuse') return void client.destroy()
    const upstream = connect({ host: '127.0.0.1', port })
    const pair: Pair = { client, upstream, muted: new Set(trouble?.kind === 'mute' ? [trouble.direction] : []) }
    pairs.add(pair)
    const end = (): void => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.setNoDelay().on('error', end).on('close', end)
    const there = passing(upstream, () => trouble)
    const back = passing(client, () => trouble)
    client.on('data', (bytes: Buffer) => {
      if (swallowing || pair.muted.has('there')) return
      if (requestCuts === 0) return there(bytes)
      requestCuts--
      end()
    })
    upstream.on('data', (bytes: Buffer) => {
      if (swallowing || pair.muted.has('back')) return
      if (cuts.length === 0) return back(bytes)
      trouble = cuts.shift() ?? trouble
      end()
    })
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const cutAll = (): void => {
    for (const { client, upstream } of pairs) {
      client.destroy()
      upstream.destroy()
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    cutNextAnswer: (then) => void cuts.push(then),
    cutNextRequest: () => void requestCuts++,
    swallow: (on) => void (swallowing = on),
    cutAll,
    trouble(next) {
      trouble = next
      if (next?.kind === 'refuse') cutAll()
      if (next?.kind === 'mute') for (const { muted } of pairs) muted.add(next.direction)
    },
    async close() {
      cutAll()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Passes bytes on in their order, at once or as slowly as the trouble of the moment wants. */
function passing(to: Socket, trouble: () => Trouble | undefined): (bytes: Buffer) => void {
  let held: Buffer[] = []
  let going = false
  const pump = async (): Promise<void> => {
    going = true
    while (held.length > 0 && !to.destroyed) {
      const now = trouble()
      if (now?.kind === 'late') await pause(now.ms)
      const all = Buffer.concat(held)
      const few = now?.kind === 'drip' ? all.subarray(0, now.bytes) : all
      held = few.length < all.length ? [all.subarray(few.length)] : []
      to.write(few)
      if (now?.kind === 'drip') await pause(now.everyMs)
    }
    going = false
  }
  return (bytes) => {
    held.push(bytes)
    if (!going) void pump()
  }
}

/** A proxy to a port of this machine that ends with the test. */
export async function tcpProxy(t: TestContext, port: number): Promise<TcpProxy> {
  const proxy = await openTcpProxy(() => port)
  atEnd(t, () => proxy.close())
  return proxy
}

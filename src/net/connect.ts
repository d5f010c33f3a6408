import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isIP } from 'node:net'
import type { Clock } from '../ports/runtime.ts'
import { detailOf, Forbidden, Refused } from './refused.ts'

/** Opens a connection to an address that has been checked. Replaced only by tests, which keep it on their own machine. */
export type Dial = (address: string, port: number) => Socket

// The pause of RFC 8305 before the next address is tried beside the first: a dead IPv6 route costs a quarter second.
const NEXT_ADDRESS_MS = 250
// Each further address would be a packet sent on a stranger's word; no honest name needs more.
const MAX_ADDRESSES = 6

/** The real dial. The address is a literal, so nothing is looked up; should that ever change, the attempt fails. */
export const dialTcp: Dial = (address, port) =>
  connectTcp({
    host: address,
    port,
    noDelay: true,
    lookup: (name, _options, done) => done(new Refused(`a lookup of ${name} while connecting`), '', 4),
  })

type ConnectOptions = {
  readonly addresses: readonly string[]
  readonly port: number
  readonly dial: Dial
  /** Asked again about the address at which the socket really ended up. */
  readonly permits: (address: string) => boolean
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** A connection to the first of the checked addresses that takes one. Every other attempt is destroyed. */
export function connectToAny(options: ConnectOptions): Promise<Socket> {
  const { port, dial, permits, clock, signal } = options
  const addresses = options.addresses.slice(0, MAX_ADDRESSES)
  const settled = new AbortController()
  const open = new Set<Socket>()
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()

  function settle(winner?: Socket): void {
    settled.abort()
    if (winner !== undefined) open.delete(winner)
    for (const socket of open) socket.destroy()
  }
  function fail(reason: unknown): void {
    settle()
    reject(reason)
  }
  function attempt(index: number): void {
    const address = addresses[index]
    if (address === undefined || settled.signal.aborted) return
    const socket = dial(address, port)
    let failure = 'closed'
    let triedNext = false
    const tryNext = () => {
      if (!triedNext) attempt(index + 1)
      triedNext = true
    }
    open.add(socket)
    // Stays for the life of the socket: an error event that nobody hears would end the process.
    socket.on('error', (error) => (failure = detailOf(error)))
    socket.once('connect', () => {
      const reached = socket.remoteAddress
      // The other end has already reset the connection, so nobody knows where it stood. Nothing was sent.
      if (reached === undefined) {
        failure = 'reset as soon as it was connected'
        return socket.destroy()
      }
      if (!permits(reached)) return fail(new Forbidden(`connected to ${reached}`))
      settle(socket)
      resolve(socket)
    })
    socket.once('close', () => {
      open.delete(socket)
      if (settled.signal.aborted) return
      tryNext()
      if (open.size === 0) fail(new Refused(`${address} port ${port}: ${failure}`))
    })
    if (index + 1 < addresses.length) void clock.sleep(NEXT_ADDRESS_MS, settled.signal).then(tryNext)
  }

  const leave = () => fail(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  settled.signal.addEventListener('abort', () => signal.removeEventListener('abort', leave), { once: true })
  if (signal.aborted) leave()
  else attempt(0)
  return promise
}

/** TLS over an open connection, with the certificate checked against the name that the caller gave. */
export function secure(socket: Socket, host: string, authorities: readonly string[] | undefined): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const secured = connectTls({
    socket,
    // `host` is what the certificate is compared with; a literal may not be sent as a server name.
    host,
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    // Said aloud, or NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would turn every check off.
    rejectUnauthorized: true,
    ...(authorities === undefined ? {} : { ca: [...authorities] }),
  })
  secured.once('secureConnect', () => resolve(secured))
  secured.on('error', (error) => reject(new Refused(`TLS: ${detailOf(error)}`)))
  secured.once('close', () => reject(new Refused('TLS: closed')))
  return promise
}

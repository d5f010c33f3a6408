import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../ports/runtime.ts'
import { rawAnswer } from '../answer/raw-responses.ts'
import { errorAnswer } from '../answer/error-reply.ts'
import { plainAddress, type IsInRange } from './client-address.ts'

export type CapRules = {
  total: number
  perAddress: number
  /** Addresses that many clients share: the proxies in front, and this machine, which may run one. */
  isExempt: IsInRange
  newRequestId: () => string
  log: Log
}

// Long enough for others to disconnect, short enough not to be felt.
const RETRY_AFTER_SECONDS = 5
// A flood is logged once, not for each of its connections.
const TELL_EVERY_MS = 60_000

/**
 * Refuses connections beyond the limits before any of their bytes are read: in our error form, and closed. Otherwise,
 * one address with thousands of connections would take the sockets and memory that all others need.
 */
export function capConnections(server: Server, rules: CapRules): void {
  const open = new Map<string, number>()
  let all = 0
  const tell = toldOnceInAWhile(rules.log)
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    const group = groupOf(address)
    const own = (open.get(group) ?? 0) + 1
    const isCounted = !rules.isExempt(address)
    all++
    open.set(group, own)
    socket.once('close', () => {
      all--
      const left = (open.get(group) ?? 1) - 1
      if (left === 0) open.delete(group)
      else open.set(group, left)
    })
    const cap = isCounted && own > rules.perAddress ? 'address' : all > rules.total ? 'total' : undefined
    if (cap === undefined) return
    tell(cap, address)
    refuse(socket, cap === 'address' ? rules.perAddress : rules.total, rules.newRequestId())
  })
}

/** For IPv6, the network counts: anyone with one of its addresses has them all. */
export function groupOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const first = head.split(':').filter((part) => part !== '')
  const rest = (tail ?? '').split(':').filter((part) => part !== '')
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - rest.length) }, () => '0')
  return [...first, ...zeros, ...rest].slice(0, 4).join(':')
}

function refuse(socket: Socket, most: number, requestId: string): void {
  socket.on('error', () => {})
  const message = `${most} connections are open, which is the maximum. Close some, or reuse them.`
  const error = new AppError('rate_limit_exceeded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  socket.write(rawAnswer(errorAnswer(error, requestId)))
  // Before the first byte of a request can be read: a refused request must not be carried out.
  socket.destroySoon()
}

function toldOnceInAWhile(log: Log): (cap: 'address' | 'total', address: string) => void {
  let toldAt = -Infinity
  let since = 0
  return (cap, address) => {
    since++
    const now = performance.now()
    if (now - toldAt < TELL_EVERY_MS) return
    const setting = cap === 'address' ? 'MEDIAGEN_MAX_CONNECTIONS_PER_ADDRESS' : 'MEDIAGEN_MAX_CONNECTIONS'
    const advice = `If this is not an attack, raise ${setting}; name proxies in front of the service in MEDIAGEN_TRUST_PROXY.`
    log.warn('connections refused', { address, refused: since, setting, advice })
    toldAt = now
    since = 0
  }
}

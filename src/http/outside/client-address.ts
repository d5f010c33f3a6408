import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { plainAddress, type IsInRange } from './address-ranges.ts'

type Asked = { headers: IncomingMessage['headers']; socket: { remoteAddress?: string | undefined } }

/**
 * Where a request comes from. Only the word of a trusted proxy counts, and of what it says only the last address that is not
 * a trusted proxy itself: what stands before was written by the client, who may write anything.
 */
export function clientAddress({ headers, socket }: Asked, isTrusted: IsInRange): string | null {
  let address = plainAddress(socket.remoteAddress ?? '')
  const forwarded = headers['x-forwarded-for']
  if (forwarded !== undefined && isTrusted(address)) {
    for (const hop of [forwarded].flat().join(',').split(',').toReversed()) {
      const before = plainAddress(withoutPort(hop.trim()))
      if (isIP(before) === 0) break
      address = before
      if (!isTrusted(address)) break
    }
  }
  return address === '' ? null : address
}

/** Some proxies name the port as well: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop
}

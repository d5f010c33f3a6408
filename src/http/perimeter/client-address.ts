import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Whether an address, in the form of `plainAddress`, is in one of the ranges. */
export type IsInRange = (address: string) => boolean

/** Whether an address is in one of these ranges; a range may be a single address. */
export function rangesOf(ranges: readonly string[]): IsInRange {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = familyOf(address)
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

/**
 * The canonical form of an address: IPv4 as such even if the socket speaks IPv6, and without the name of an interface.
 */
export function plainAddress(address: string): string {
  // Most are already plain, and every request asks.
  if (!address.includes(':')) return address
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}

type Asked = { headers: IncomingMessage['headers']; socket: { remoteAddress?: string | undefined } }

/**
 * The address of a client. Only a trusted proxy is believed, and only the last address in its header that is not a
 * trusted proxy itself: earlier ones were written by the client, who may write anything.
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

/** Some proxies include the port as well: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop
}

import { BlockList, isIP } from 'node:net'

/** Tells whether an address, as `plainAddress` gives it, lies in one of the ranges. */
export type IsInRange = (address: string) => boolean

/** Whether an address lies in one of these ranges; a range may be a single address. */
export function rangesOf(ranges: readonly string[]): IsInRange {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = familyOf(address)
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

/** One way to write an address: IPv4 as such also where the socket speaks IPv6, and without the name of an interface. */
export function plainAddress(address: string): string {
  // Most are plain already, and each request asks.
  if (!address.includes(':')) return address
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}

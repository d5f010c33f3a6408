import { BlockList, isIP } from 'node:net'
import { Refused } from './refused.ts'

// The IANA special-purpose registry for IPv4, multicast and class E. What is left is the public internet.
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

// Global unicast is the only space that is handed out. Everything that carries an IPv4 address inside (mapped,
// compatible, translated, NAT64) lies outside of it, except Teredo and 6to4, which are cut out again below.
const GLOBAL_V6 = ['2000::/3']
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3ffe::/16', '3fff::/20']

// Where clouds hand out credentials. Refused even inside a range that was allowed: an operator who opens 10.0.0.0/8 or
// all of 169.254.0.0/16 for a neighbour does not mean to give away the machine's identity.
const METADATA = [
  '100.100.100.200/32',
  '168.63.129.16/32',
  '169.254.169.254/32',
  '169.254.170.2/32',
  '169.254.170.23/32',
  '192.0.0.192/32',
  'fd00:42::42/128',
  'fd00:c1::a9fe:a9fe/128',
  'fd00:ec2::23/128',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
]

/** A set of addresses, in either family. */
export type AddressSet = { readonly has: (address: string) => boolean }

/**
 * The addresses of these CIDRs. A text that is not a CIDR throws, so that a typing error in the configuration is heard.
 * The families are kept apart: one BlockList for both would take `::ffff:10.0.0.1` for a member of `10.0.0.0/8`, and
 * the forms that hide an IPv4 address are refused here without exception.
 */
export function addressSet(cidrs: readonly string[]): AddressSet {
  const lists = { 4: new BlockList(), 6: new BlockList() }
  for (const cidr of cidrs) {
    const [network = '', bits, ...rest] = cidr.split('/')
    const family = isIP(network)
    const widest = family === 4 ? 32 : 128
    const length = bits === undefined ? widest : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
    if ((family !== 4 && family !== 6) || length < 0 || length > widest || rest.length > 0 || network.includes('%')) {
      throw new Refused(`"${cidr}" is not an address range such as 10.0.0.0/8`)
    }
    lists[family].addSubnet(network, length, family === 4 ? 'ipv4' : 'ipv6')
  }
  return {
    has(address) {
      const family = isIP(address)
      if (family !== 4 && family !== 6) return false
      return lists[family].check(address, family === 4 ? 'ipv4' : 'ipv6')
    },
  }
}

const specialAddresses = addressSet([...SPECIAL_V4, ...SPECIAL_V6])
const globalV6 = addressSet(GLOBAL_V6)
const metadataAddresses = addressSet(METADATA)

/** True for an address of the public internet; false for every special, unallocated or malformed one. */
export function isPublicAddress(address: string): boolean {
  // A zone (`fe80::1%eth0`) names an interface of this machine: never public.
  if (address.includes('%') || specialAddresses.has(address) || metadataAddresses.has(address)) return false
  return isIP(address) === 4 || globalV6.has(address)
}

/** True for the addresses where clouds hand out credentials, which nothing may open. */
export function isMetadataAddress(address: string): boolean {
  return metadataAddresses.has(address)
}

// What answers on these ports is no web server: mail, databases, queues, control planes. They often obey whatever text
// reaches them, and an open one elsewhere must not be fed, nor mail be sent, with us as the sender. The list joins the
// ports that browsers refuse with the unauthenticated services that are attacked this way most.
const SERVICE_PORTS: ReadonlySet<number> = new Set([
  1080, 1433, 1434, 1521, 1719, 1720, 1723, 1883, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3128, 3306, 3389, 3659,
  3690, 4045, 4190, 4369, 5060, 5061, 5432, 5433, 5672, 5900, 5901, 5984, 5985, 5986, 6000, 6001, 6379, 6380, 6443,
  6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7001, 7077, 8500, 9042, 9092, 9160, 9200, 9300, 10080, 10250, 10255,
  11211, 15672, 16379, 26379, 27017, 27018, 27019, 28017, 50070, 61616,
])

/**
 * True for a port on which a web server may be met at a public address: 80, 443, and from 1024 up all but the ports of
 * well-known services. Below 1024 everything else belongs to an older protocol (25 mail, 22 shell, 53 names, 445 files).
 */
export function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && port <= 65_535 && !SERVICE_PORTS.has(port))
}

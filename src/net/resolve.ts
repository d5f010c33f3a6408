import { lookup, Resolver as DnsResolver } from 'node:dns/promises'

// Suffixes that never lead to the public internet: reserved ones, and those that private networks use by habit.
const INTERNAL_SUFFIXES: ReadonlySet<string> = new Set([
  'alt',
  'arpa',
  'corp',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
  'svc',
  'test',
])

// Names under public suffixes that lead to a cloud's own interface. Their addresses are refused too: this saves the lookup.
const METADATA_NAMES: ReadonlySet<string> = new Set([
  'instance-data',
  'instance-data.ec2.internal',
  'metadata',
  'metadata.azure.internal',
  'metadata.google.internal',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
  'rancher-metadata',
])

/** True for letters, digits, hyphens and underscores in dotted labels. What else a URL parser lets pass no DNS zone needs. */
export function isName(host: string): boolean {
  return host.length <= 253 && host.split('.').every((label) => /^(?!-)[a-z0-9_-]{1,63}$/.test(label))
}

/**
 * True for a name that means something only inside a network: a single label, or a reserved suffix. Such a name is
 * tried only where the operator has allowed special addresses, and must then lead to those alone.
 */
export function isInternalName(host: string): boolean {
  const labels = host.split('.')
  return labels.length === 1 || INTERNAL_SUFFIXES.has(labels.at(-1) ?? '')
}

/** True for the names under which clouds hand out credentials. */
export function isMetadataName(host: string): boolean {
  return METADATA_NAMES.has(host)
}

/** Every address of a name, both families. It throws when there is none. */
export type Resolver = (name: string, signal: AbortSignal) => Promise<readonly string[]>

// Two tries of two seconds: a lost packet is repaired, and a dead name server leaves time for the rest of a 15 s deadline.
const DNS_TRIES = { timeout: 2_000, tries: 2 }

async function askDns(name: string, signal: AbortSignal, servers: readonly string[] | undefined): Promise<string[]> {
  const resolver = new DnsResolver(DNS_TRIES)
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    throw new Error(answers.map((answer) => (answer.status === 'rejected' ? String(answer.reason) : '')).join(' '))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

async function askMachine(name: string): Promise<string[]> {
  const answers = await lookup(name, { all: true, order: 'verbatim' })
  return answers.map((answer) => answer.address)
}

/**
 * Names as this machine sees them. Public names go straight to DNS: the system's own lookup occupies one of four
 * threads that files need too, so a few name servers that never answer would stop the whole service. Internal names
 * are tried only where the operator allowed special addresses; they may stand in the hosts file or need a search
 * domain, so they take the system's lookup.
 */
export function machineResolver(servers?: readonly string[]): Resolver {
  return (name, signal) => (isInternalName(name) ? askMachine(name) : askDns(name, signal, servers))
}

import { lookup, Resolver as DnsResolver } from 'node:dns/promises'
import { isInternalName } from './host-names.ts'

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

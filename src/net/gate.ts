import { addressSet, isMetadataAddress, isPublicAddress, isWebPort } from './address-rules.ts'
import { checkUrl, type Target } from './check-url.ts'
import { untilAborted } from './deadline.ts'
import { isOwn, type OwnAddress } from './own-addresses.ts'
import { Forbidden, Refused } from './refused.ts'
import type { Resolver } from './resolve.ts'

type GateOptions = {
  readonly allow: readonly string[]
  readonly allowOnWebPorts: readonly string[]
  readonly ownAddresses: () => readonly OwnAddress[]
  readonly resolve: Resolver
}

/** Where every address is judged: as it is written, as what it resolves to, and as where a socket ended up. */
export type Gate = {
  /** Throws `Forbidden` for what can never be allowed, without a lookup. */
  readonly check: (url: string) => Target
  /** All addresses of the target, each of them permitted; throws when one is not. Looks a name up once. */
  readonly addressesOf: (target: Target, signal: AbortSignal) => Promise<readonly string[]>
  readonly permits: (target: Target, address: string) => boolean
}

// Where a caller names loopback by its name, no name server is asked: a wrong answer would lead elsewhere.
const LOCALHOST = ['127.0.0.1', '::1']

/** The judge for a service with these exceptions and addresses of its own. */
export function openGate({ allow, allowOnWebPorts, ownAddresses, resolve }: GateOptions): Gate {
  const exceptions = addressSet(allow)
  const onWebPorts = addressSet(allowOnWebPorts)
  const isInternalAllowed = allow.length + allowOnWebPorts.length > 0

  function permits(target: Target, address: string): boolean {
    if (isMetadataAddress(address) || isOwn(ownAddresses(), address, target.port)) return false
    if (exceptions.has(address)) return true
    if (!isWebPort(target.port)) return false
    return onWebPorts.has(address) || (target.kind !== 'internal-name' && isPublicAddress(address))
  }

  function check(url: string): Target {
    const target = checkUrl(url)
    const { kind, host, port } = target
    if (isOwn(ownAddresses(), host, port)) throw new Forbidden('our own address')
    if (kind === 'literal' && !permits(target, host)) throw new Forbidden(`${host} port ${port} is not allowed`)
    // Without exceptions no address could make up for an internal name or a foreign port: no need to ask for one.
    const isHopeless = (kind === 'internal-name' && !isInternalAllowed) || (allow.length === 0 && !isWebPort(port))
    if (isHopeless) throw new Forbidden(`${host} port ${port} is not allowed`)
    return target
  }

  async function addressesOf(target: Target, signal: AbortSignal): Promise<readonly string[]> {
    if (target.kind === 'literal') return [target.host]
    const found =
      target.host === 'localhost'
        ? LOCALHOST.filter((address) => exceptions.has(address) || onWebPorts.has(address))
        : await untilAborted(resolve(target.host, signal), signal)
    if (found.length === 0) throw new Refused(`${target.host} has no address`)
    // One bad address spoils the name: picking the good ones would let its owner try again until we slip.
    const bad = found.find((address) => !permits(target, address))
    if (bad === undefined) return found
    const detail = `${target.host} resolves to ${bad} port ${target.port}, which is not allowed`
    // A captive portal or a broken resolver gives a public name an internal address for a while: the next lookup may be
    // right. What an internal name leads to is what somebody has set.
    throw target.kind === 'name' ? new Refused(detail) : new Forbidden(detail)
  }

  return { check, addressesOf, permits }
}

import type { Clock, GuardedFetch, GuardedRequest } from '../ports/runtime.ts'
import { addressSet, isMetadataAddress, isPublicAddress } from './address-rules.ts'
import { answerOf } from './answer.ts'
import { checkUrl, type Target } from './check-url.ts'
import { connectToAny, type Dial, dialTcp, secure } from './connect.ts'
import { startDeadline, untilAborted } from './deadline.ts'
import { type Exchange, exchange, type Hop } from './exchange.ts'
import { isOwn, type OwnAddress } from './own-addresses.ts'
import { isWebPort } from './port-rules.ts'
import { isRedirect, nextHop } from './redirect.ts'
import { detailOf, Refused } from './refused.ts'
import { machineResolver, type Resolver } from './resolve.ts'

/** What the guard is given. `dial` and `authorities` exist for tests and stay unset in the service. */
export type GuardOptions = {
  /** Address ranges that may be reached although they are special: a developer's loopback, a company's own network. */
  readonly allow: readonly string[]
  readonly clock: Clock
  /** Where we listen ourselves, asked at every request since a port may be chosen late. Refused always. */
  readonly ownAddresses?: () => readonly OwnAddress[]
  readonly resolve?: Resolver
  readonly dial?: Dial
  /** Certificate authorities (PEM) to trust instead of the runtime's own. */
  readonly authorities?: readonly string[]
}

// Where a caller names loopback by its name, no name server is asked: a wrong answer would lead elsewhere.
const LOCALHOST = ['127.0.0.1', '::1']

/** The way out to caller-given addresses: checks each, connects to what was checked, and never lets a request run on. */
export function guardedFetch(options: GuardOptions): GuardedFetch {
  const { allow, clock, ownAddresses = () => [], resolve = machineResolver(), dial = dialTcp, authorities } = options
  const exceptions = addressSet(allow)

  function permits(target: Target, address: string): boolean {
    if (isMetadataAddress(address) || isOwn(ownAddresses(), address, target.port)) return false
    if (exceptions.has(address)) return true
    return target.kind !== 'internal-name' && isPublicAddress(address) && isWebPort(target.port)
  }

  function check(url: string): Target {
    const target = checkUrl(url)
    const { kind, host, port } = target
    if (isOwn(ownAddresses(), host, port)) throw new Refused('our own address')
    if (kind === 'literal' && !permits(target, host)) throw new Refused(`${host} port ${port} is not allowed`)
    // Without exceptions no address could make up for an internal name or a foreign port: no need to ask for one.
    const hopeless = allow.length === 0 && (kind === 'internal-name' || !isWebPort(port))
    if (hopeless) throw new Refused(`${host} port ${port} is not allowed`)
    return target
  }

  async function addressesOf(target: Target, signal: AbortSignal): Promise<readonly string[]> {
    if (target.kind === 'literal') return [target.host]
    const found = target.host === 'localhost' ? LOCALHOST : await untilAborted(resolve(target.host, signal), signal)
    if (found.length === 0) throw new Refused(`${target.host} has no address`)
    // One bad address spoils the name: picking the good ones would let its owner try again until we slip.
    const bad = found.find((address) => !permits(target, address))
    if (bad !== undefined) throw new Refused(`${target.host} leads to ${bad} port ${target.port}, which is not allowed`)
    return found
  }

  async function send(target: Target, hop: Hop, signal: AbortSignal): Promise<Exchange> {
    const addresses = await addressesOf(target, signal)
    const reach = { addresses, port: target.port, dial, permits: (to: string) => permits(target, to), clock, signal }
    const socket = await connectToAny(reach)
    try {
      const encrypted = target.url.protocol === 'https:'
      const wire = encrypted ? await untilAborted(secure(socket, target.host, authorities), signal) : socket
      return await exchange(wire, hop, signal)
    } catch (error) {
      socket.destroy()
      throw error
    }
  }

  async function follow(request: GuardedRequest, signal: AbortSignal): Promise<Exchange> {
    let target = check(request.url)
    let hop: Hop = { url: target.url, method: request.method, headers: request.headers, body: request.body }
    for (let followed = 0; ; followed++) {
      const answer = await send(target, hop, signal)
      if (request.maxRedirects === 0 || !isRedirect(answer.status)) return answer
      answer.close()
      if (followed >= request.maxRedirects) throw new Refused(`more than ${request.maxRedirects} redirects`)
      hop = nextHop(hop, answer.status, answer.headers.location)
      target = check(hop.url.href)
      hop = { ...hop, url: target.url }
    }
  }

  return {
    mayTry(url) {
      try {
        check(url)
        return true
      } catch {
        return false
      }
    },
    async request(request) {
      const deadline = startDeadline(clock, request.deadlineMs, request.signal)
      try {
        return answerOf(await follow(request, deadline.signal), request, { clock, deadline })
      } catch (error) {
        deadline.clear()
        return { ok: false, detail: detailOf(error) }
      }
    },
  }
}

import type { Clock, GuardedFetch, GuardedRequest } from '../ports/runtime.ts'
import { answerOf } from './answer.ts'
import type { Target } from './check-url.ts'
import { connectToAny, type Dial, dialTcp, secure } from './connect.ts'
import { startDeadline, untilAborted } from './deadline.ts'
import type { Exchange, Hop } from './exchange.ts'
import { openGate } from './gate.ts'
import type { OwnAddress } from './own-addresses.ts'
import { isRedirect, nextHop } from './redirect.ts'
import { detailOf, Forbidden } from './refused.ts'
import { machineResolver, type Resolver } from './resolve.ts'

/** What the guard is given. `dial` and `authorities` exist for tests and stay unset in the service. */
export type GuardOptions = {
  /** Address ranges that may be reached although they are special: a developer's loopback, a company's own network. */
  readonly allow: readonly string[]
  /** The same, for ports of web servers alone. */
  readonly allowOnWebPorts?: readonly string[]
  readonly clock: Clock
  /** Where we listen ourselves, asked at every request since a port may be chosen late. Refused always. */
  readonly ownAddresses?: () => readonly OwnAddress[]
  readonly resolve?: Resolver
  readonly dial?: Dial
  /** Certificate authorities (PEM) to trust instead of the runtime's own. */
  readonly authorities?: readonly string[]
}

/** The way out to caller-given addresses: checks each, connects to what was checked, and never lets a request run on. */
export function guardedFetch(options: GuardOptions): GuardedFetch {
  const {
    allow,
    allowOnWebPorts = [],
    clock,
    ownAddresses = () => [],
    resolve = machineResolver(),
    dial = dialTcp,
    authorities,
  } = options
  const gate = openGate({ allow, allowOnWebPorts, ownAddresses, resolve })

  async function send(target: Target, hop: Hop, signal: AbortSignal): Promise<Exchange> {
    // The client takes 24 MB, and many a process never goes out. Loaded before there is a socket to look after.
    const { exchange } = await import('./exchange.ts')
    const addresses = await gate.addressesOf(target, signal)
    const reach = {
      addresses,
      port: target.port,
      dial,
      permits: (to: string) => gate.permits(target, to),
      clock,
      signal,
    }
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
    let target = gate.check(request.url)
    let hop: Hop = { url: target.url, method: request.method, headers: request.headers, body: request.body }
    for (let followed = 0; ; followed++) {
      const answer = await send(target, hop, signal)
      if (request.maxRedirects === 0 || !isRedirect(answer.status)) return answer
      answer.close()
      if (followed >= request.maxRedirects) throw new Forbidden(`more than ${request.maxRedirects} redirects`)
      hop = nextHop(hop, answer.status, answer.headers.location)
      target = gate.check(hop.url.href)
      hop = { ...hop, url: target.url }
    }
  }

  return {
    mayTry(url) {
      try {
        gate.check(url)
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
        return { ok: false, detail: detailOf(error), ...(error instanceof Forbidden ? { final: true } : {}) }
      }
    },
  }
}

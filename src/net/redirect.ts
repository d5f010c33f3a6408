import type { Hop } from './exchange.ts'
import { Forbidden } from './refused.ts'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

// All that another host may learn of a request that was not meant for it. Keys, cookies and signatures are not here, and
// a header that somebody invents tomorrow is not either.
const HARMLESS_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'user-agent'])

/** True for an answer that points elsewhere. */
export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status)
}

function keepOnly(headers: Hop['headers'], keep: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => keep(name.toLowerCase())))
}

/** The request that a redirect asks for, not yet checked. Throws `Forbidden` for one that may not be followed at all. */
export function nextHop(hop: Hop, status: number, location: string | undefined): Hop {
  if (location === undefined || !URL.canParse(location, hop.url))
    throw new Forbidden('redirect without a usable location')
  const url = new URL(location, hop.url)
  if (hop.url.protocol === 'https:' && url.protocol !== 'https:') throw new Forbidden('redirect from https to http')
  const keepsBody = status === 307 || status === 308
  const next: Hop = keepsBody
    ? { ...hop, url }
    : { url, method: 'GET', body: undefined, headers: keepOnly(hop.headers, (name) => !name.startsWith('content-')) }
  if (url.origin === hop.url.origin) return next
  // What is posted was written for one receiver; a 307 of theirs does not make it somebody else's.
  if (next.body !== undefined) throw new Forbidden('redirect of a posted body to another host')
  return { ...next, headers: keepOnly(next.headers, (name) => HARMLESS_HEADERS.has(name)) }
}

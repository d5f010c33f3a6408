import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../../core/loopback.ts'

/** The base of the URLs under which browsers know the service, by the name that a request was sent to. */
export type PublicUrl = (askedAs?: string) => string

/**
 * A cookie of ours. The prefix makes browsers refuse it over plain http, for other paths, and from other hosts of the
 * domain.
 */
export type OwnCookie = { name: string; isSecure: boolean }

/**
 * The cookie as this request's browser knows it; undefined over plain http to another machine, where anybody could read
 * it.
 */
export function ownCookie(kind: 'session' | 'sign-in', base: string): OwnCookie | undefined {
  const name = kind === 'session' ? 'mediagen' : 'mediagen-sign-in'
  const url = URL.parse(base)
  if (url?.protocol === 'https:') return { name: `__Host-${name}`, isSecure: true }
  return isLoopbackHost(url?.hostname ?? '') ? { name, isSecure: false } : undefined
}

/** Its value in a request; a cookie that was sent twice counts as none, because nobody can tell which one is ours. */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const found = (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [before = '', ...value] = pair.split('=')
    return before.trim() === name ? [value.join('=').trim()] : []
  })
  return found.length === 1 && found[0] !== '' ? found[0] : undefined
}

/** The header that sets it, or removes it if there is no value. */
export function setCookie({ name, isSecure }: OwnCookie, value: string, seconds: number): string {
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax']
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request comes from a page of the service itself. What a browser adds automatically, it also adds to
 * requests of foreign pages; only the browser knows which page it was, and no page can set these headers.
 */
export function isOwnPage({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>, base: string): boolean {
  const site = headers['sec-fetch-site']
  const isSafe = SAFE.has(method)
  // A person typed the address, or followed a bookmark: that changes nothing.
  if (site !== undefined) return site === 'same-origin' || (isSafe && site === 'none')
  // Browsers that do not send it, as over plain http: then the origin decides, for requests that change something.
  const { origin } = headers
  if (origin === undefined) return isSafe
  const page = URL.parse(origin)
  // Otherwise, an attacker who can write into plain http could make a page of this very host that acts for its https
  // one.
  const isDowngraded = page?.protocol === 'http:' && base.startsWith('https:')
  return !isDowngraded && (origin === URL.parse(base)?.origin || page?.host === headers.host)
}

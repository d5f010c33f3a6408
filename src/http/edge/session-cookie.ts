import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../../core/loopback.ts'

/** The base of the addresses under which browsers know the service, by the name that a request was sent to. */
export type PublicUrl = (askedAs?: string) => string

/** A cookie of ours. The prefix makes browsers refuse it over plain http, for other paths, and from other hosts of the domain. */
export type OwnCookie = { name: string; isSecure: boolean }

/** The cookie as this request's browser knows it; undefined over plain http to another machine, where anybody could read it. */
export function ownCookie(kind: 'session' | 'sign-in', base: string): OwnCookie | undefined {
  const name = kind === 'session' ? 'mediagen' : 'mediagen-sign-in'
  const url = URL.parse(base)
  if (url?.protocol === 'https:') return { name: `__Host-${name}`, isSecure: true }
  return isLoopbackHost(url?.hostname ?? '') ? { name, isSecure: false } : undefined
}

/** Its value in a request; a cookie that came twice is none, for nobody can tell which of them is ours. */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const found = (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [before = '', ...value] = pair.split('=')
    return before.trim() === name ? [value.join('=').trim()] : []
  })
  return found.length === 1 && found[0] !== '' ? found[0] : undefined
}

/** The header that sets it, or removes it where there is nothing to keep. */
export function setCookie({ name, isSecure }: OwnCookie, value: string, seconds: number): string {
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax']
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Tells whether a request comes from a page of the service itself. What a browser adds by itself, it adds to requests of foreign
 * pages too; only the browser knows whose page it was, and no page can write these headers.
 */
export function isOwnPage({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>, base: string): boolean {
  const site = headers['sec-fetch-site']
  const isSafe = SAFE.has(method)
  // A person typed the address, or followed a bookmark: nothing is changed by that.
  if (site !== undefined) return site === 'same-origin' || (isSafe && site === 'none')
  // Browsers that say nothing of it, as they do over plain http: the origin then says it, for whatever changes something.
  const { origin } = headers
  if (origin === undefined) return isSafe
  const page = URL.parse(origin)
  // Whoever can write into plain http could otherwise make a page of this very host that speaks for its https one.
  const isDowngraded = page?.protocol === 'http:' && base.startsWith('https:')
  return !isDowngraded && (origin === URL.parse(base)?.origin || page?.host === headers.host)
}

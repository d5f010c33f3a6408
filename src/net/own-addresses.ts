import { networkInterfaces } from 'node:os'
import { isLoopbackHost } from '../core/loopback.ts'
import { addressSet } from './address-rules.ts'
import { isIP } from 'node:net'

/** Where this service can be reached: an address it listens on, or the name of its public address. */
export type OwnAddress = { readonly host: string; readonly port: number }

const LOOPBACK = ['127.0.0.0/8', '::1/128']

function localAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  // A zone belongs to link-local addresses, which are refused anyway.
  return all.map((entry) => entry.address).filter((address) => !address.includes('%'))
}

/** Tells whether a service that listens on `own` is reached at this address. */
export function listensAt(own: string, host: string): boolean {
  if (own === host) return true
  // Listening on all addresses means: on loopback, and on each address of this machine at this moment.
  if (own === '0.0.0.0' || own === '::' || own === '') return addressSet([...LOOPBACK, ...localAddresses()]).has(host)
  if (own === 'localhost') return addressSet(['127.0.0.1', '::1']).has(host)
  return isIP(own) !== 0 && addressSet([own]).has(host)
}

/** True where a request would come back to ourselves, which could go round for ever. Other ports of the host are free. */
export function isOwn(own: readonly OwnAddress[], host: string, port: number): boolean {
  return own.some((address) => address.port === port && listensAt(address.host.toLowerCase(), host))
}

/** What tells whether others than this machine's own people can ask the service for anything. */
export type Reachable = {
  host: string
  publicUrl?: string | undefined
  /** Base addresses under which callers reach the service. */
  publicHosts?: readonly string[]
  trustedProxies?: readonly string[]
  corsOrigins?: readonly string[]
}

/**
 * The ranges that callers may name out of the box: loopback while only this machine's own people can ask, else none. A public
 * address or name elsewhere, a proxy in front, or a page of another machine each mean that somebody lets others in.
 */
export function loopbackAllowance(reachable: Reachable): string[] {
  const { host, publicUrl, publicHosts = [], trustedProxies = [], corsOrigins = [] } = reachable
  const urls = [publicUrl ?? [], publicHosts, corsOrigins].flat()
  const isOnlyOurs = isLoopbackHost(host) && trustedProxies.length === 0 && urls.every(isLoopbackUrl)
  return isOnlyOurs ? [...LOOPBACK] : []
}

function isLoopbackUrl(url: string): boolean {
  return isLoopbackHost(URL.parse(url)?.hostname ?? '')
}

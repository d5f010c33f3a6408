import { networkInterfaces } from 'node:os'
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

/**
 * The ranges that are allowed out of the box for a service that listens on `host`: loopback while it listens on
 * loopback alone, since then only this machine's own people can ask it for anything; else none. A public address elsewhere
 * means that a proxy of this machine lets others in.
 */
export function loopbackAllowance(host: string, publicUrl?: string): string[] {
  const hosts = publicUrl === undefined ? [host] : [host, URL.parse(publicUrl)?.hostname ?? '']
  return hosts.every(isLoopback) ? [...LOOPBACK] : []
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  return bare === 'localhost' || addressSet(LOOPBACK).has(bare)
}

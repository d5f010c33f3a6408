import { networkInterfaces } from 'node:os'
import type { Config } from '../config.ts'
import { isLoopbackHost } from '../core/loopback.ts'
import { listensAt, loopbackAllowance } from '../net/own-addresses.ts'

/** Where the server listens; with an automatic port, it is only known later. */
export type Listening = { host: string; port: number }

// Nobody can connect to these: they stand for every address of the machine.
const ANY = new Set(['0.0.0.0', '::', '[::]'])

/** Whether addresses in answers have to be guessed: the service listens everywhere, and nobody said where it is. */
export function isGuessed({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>): boolean {
  return publicUrl === undefined && ANY.has(host)
}

/** Whether nobody can call from another machine, according to the settings. */
export function isForThisMachine(config: Config): boolean {
  return loopbackAllowance(config).length > 0
}

type Named = Pick<Config, 'publicUrl' | 'publicHosts' | 'host'>

/**
 * The base of the URLs in answers. A configured one always counts. Otherwise, the base is the host name that the
 * request was sent to, if it is one of ours: if we repeated any name, an attacker could use our answers to mislead
 * others. Without a request, or with a foreign name, it is the address on which we listen, or the machine's first.
 */
export function publicUrlOf(config: Named, listening: Listening): (askedAs?: string) => string {
  return (askedAs) => config.publicUrl ?? urlAsAsked(config, listening, askedAs) ?? urlOf(reachable(listening))
}

/**
 * The host names for which requests are accepted in addition to those of this machine, while the service listens on
 * loopback; otherwise undefined.
 */
export function ownNames({ host, publicUrl, publicHosts }: Named): string[] | undefined {
  if (!isLoopbackHost(host)) return undefined
  return [publicUrl ?? [], publicHosts].flat().map((base) => URL.parse(base)?.hostname ?? '')
}

/** An address at which the service answers on its own machine: nobody can connect to one that stands for all. */
export function urlHere({ host, port }: Listening): string {
  return urlOf({ host: ANY.has(host) ? '127.0.0.1' : host, port })
}

function urlOf({ host, port }: Listening): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * The base to which a request was sent, if it is one of ours. For a listed name, the operator sets scheme and port: a
 * port from the request could lead callers to another program. Without a listed port, our own port and the default
 * ports of the web are accepted.
 */
function urlAsAsked(
  { host, publicHosts }: Pick<Config, 'host' | 'publicHosts'>,
  { port }: Listening,
  askedAs = '',
): string | undefined {
  // A foreign name can never be ours: most requests of a service with one address end here.
  if (publicHosts.length === 0 && !ANY.has(host)) return undefined
  const url = /[\s/\\?#@]/.test(askedAs) ? null : URL.parse(`http://${askedAs}`)
  if (url === null) return undefined
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const isHere = (): boolean => name === 'localhost' || (!ANY.has(name) && listensAt('0.0.0.0', name))
  const listed = publicHosts.find((base) => URL.parse(base)?.hostname === url.hostname)
  if (listed === undefined) return ANY.has(host) && isHere() ? url.origin : undefined
  if (URL.parse(listed)?.port !== '' || listed.startsWith('https:')) return listed
  return url.port === '' || Number(url.port) === port ? url.origin : undefined
}

function reachable({ host, port }: Listening): Listening {
  if (!ANY.has(host)) return { host, port }
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  const outside = all.filter(({ internal, address }) => !internal && !/^fe80:|%/i.test(address))
  const first = outside.find(({ family }) => family === 'IPv4') ?? outside[0]
  return { host: first?.address ?? '127.0.0.1', port }
}

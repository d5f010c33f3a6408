import { networkInterfaces } from 'node:os'
import type { Config } from '../config.ts'
import { isLoopbackHost } from '../core/loopback.ts'
import { listensAt, loopbackAllowance } from '../net/own-addresses.ts'

/** Where the server listens; the port is known late when any free one will do. */
export type Listening = { host: string; port: number }

// Nobody can connect to these: they stand for every address of the machine.
const ANY = new Set(['0.0.0.0', '::', '[::]'])

/** Tells whether addresses in answers have to be guessed: the service listens everywhere, and nobody said where it is. */
export function isGuessed({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>): boolean {
  return publicUrl === undefined && ANY.has(host)
}

/** Whether nobody can call from another machine, as far as the settings tell. */
export function isForThisMachine(config: Config): boolean {
  return loopbackAllowance(config).length > 0
}

type Named = Pick<Config, 'publicUrl' | 'publicHosts' | 'host'>

/**
 * The base of the addresses that we give out. What was configured stands. Else a request is answered with the name it
 * was sent to, if that is one of ours: whoever could make us repeat any name could lead others astray with our answers.
 * Without a request, or with a foreign name, it is the address that we listen on, or the machine's first.
 */
export function publicUrlOf(config: Named, listening: Listening): (askedAs?: string) => string {
  return (askedAs) => config.publicUrl ?? urlAsAsked(config, listening, askedAs) ?? urlOf(reachable(listening))
}

/** The names that requests may be for beside those of this machine, while the service listens on loopback; else undefined. */
export function ownNames({ host, publicUrl, publicHosts }: Named): string[] | undefined {
  if (!isLoopbackHost(host)) return undefined
  return [publicUrl ?? [], publicHosts].flat().map((base) => URL.parse(base)?.hostname ?? '')
}

/** An address under which the service answers on its own machine: nobody can connect to one that stands for all. */
export function urlHere({ host, port }: Listening): string {
  return urlOf({ host: ANY.has(host) ? '127.0.0.1' : host, port })
}

function urlOf({ host, port }: Listening): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * The base under which a request was sent, if it is one of ours. Of a listed name the scheme and the port are the operator's: a
 * port that somebody else wrote would lead callers to another program. Without one, our own port and that of the web are meant.
 */
function urlAsAsked(
  { host, publicHosts }: Pick<Config, 'host' | 'publicHosts'>,
  { port }: Listening,
  askedAs = '',
): string | undefined {
  // Nobody else's name can be ours: most requests of a service with one address end here.
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

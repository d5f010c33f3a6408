import { lookup } from 'node:dns/promises'
import type { Engine } from '../../ports/engine.ts'
import type { Clock, Log } from '../../ports/runtime.ts'

/** One of the servers behind an engine, with its own engine and breaker. */
export type PoolServer = {
  /** `ENGINE@HOST:PORT`: the name under which slots are counted, and that an operator drains. */
  id: string
  engine: Engine
  /** Whether it may receive work: a server that DNS no longer names is only polled for its current jobs. */
  isListed: boolean
}

export type PoolServers = {
  /** The servers that may receive work, as far as is known. */
  listed(): PoolServer[]
  /** The same after a lookup, if one is due. */
  look(): Promise<PoolServer[]>
  /** The server of a job, even if it was removed from the list; undefined if its address is unknown. */
  at(id: string): PoolServer | undefined
  /** All that were ever opened. */
  opened(): PoolServer[]
}

export type ServersOptions = {
  id: string
  /** The addresses; with `dns`, the one whose host name stands for several. */
  baseURLs: readonly string[]
  dns: boolean
  open: (baseURL: string) => Engine
  clock: Pick<Clock, 'elapsed'>
  log: Log
  /** The addresses behind a host name; the system's own resolver by default. */
  resolve?: (host: string) => Promise<readonly string[]>
}

// A ready pod appears in DNS within seconds; one that left it soon gets no more work.
const LOOK_EVERY_MS = 5_000

/** The servers behind an engine: a list, or a DNS name that is looked up repeatedly. */
export function poolServers(options: ServersOptions): PoolServers {
  const book = new Map<string, PoolServer>()
  const enter = (baseURL: string): PoolServer => {
    const id = serverId(options.id, baseURL)
    const known = book.get(id) ?? { id, engine: options.open(baseURL), isListed: true }
    book.set(id, known)
    return known
  }
  const listed = (): PoolServer[] => [...book.values()].filter(({ isListed }) => isListed)
  const opened = (): PoolServer[] => [...book.values()]
  if (!options.dns) {
    for (const baseURL of options.baseURLs) enter(baseURL)
    return { listed, opened, look: async () => listed(), at: (id) => book.get(id) }
  }

  const [baseURL = ''] = options.baseURLs
  // The name itself gets no work: its address changes from call to call.
  enter(baseURL).isListed = false
  const { resolve = addressesOf } = options
  let lookedAt = Number.NEGATIVE_INFINITY
  let underWay: Promise<void> | undefined
  const lookUp = async (): Promise<void> => {
    const found = new Set(
      (await resolve(new URL(baseURL).hostname)).map((address) => enter(withHost(baseURL, address))),
    )
    for (const server of book.values()) server.isListed = found.has(server)
  }
  const look = async (): Promise<PoolServer[]> => {
    if (underWay === undefined && options.clock.elapsed() - lookedAt >= LOOK_EVERY_MS) {
      lookedAt = options.clock.elapsed()
      // A failed lookup says nothing about the known servers.
      underWay = lookUp()
        .catch((error: unknown) =>
          options.log.warn('the servers of an engine could not be looked up', { engine: options.id, error }),
        )
        .finally(() => (underWay = undefined))
    }
    await underWay
    return listed()
  }
  return {
    listed() {
      void look()
      return listed()
    },
    look,
    opened,
    at: (id) => book.get(id) ?? left(id),
  }

  /** Another process gave it a job, or this one did before it was restarted. */
  function left(id: string): PoolServer | undefined {
    const address = id.startsWith(`${options.id}@`) ? id.slice(options.id.length + 1) : undefined
    const url = address === undefined ? null : URL.parse(`${new URL(baseURL).protocol}//${address}`)
    if (url === null) return undefined
    const server = enter(withHost(baseURL, url.hostname))
    server.isListed = false
    lookedAt = Number.NEGATIVE_INFINITY
    return server
  }
}

/** The name of a server everywhere: host and port, never a path or a key. */
export function serverId(engine: string, baseURL: string): string {
  return `${engine}@${new URL(baseURL).host}`
}

async function addressesOf(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

function withHost(baseURL: string, address: string): string {
  const url = new URL(baseURL)
  url.hostname = address.includes(':') && !address.startsWith('[') ? `[${address}]` : address
  return url.href.replace(/\/+$/, '')
}

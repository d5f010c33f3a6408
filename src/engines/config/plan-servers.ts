import type { EngineConfig } from '../define-config.ts'

/** Where one's own engine is: one server, or several that share its work. */
export type Servers = {
  baseURL: string
  /** Concurrent calls of one process to all servers together. */
  concurrency: number
  /** Absent if there is one server. */
  pool?: { baseURLs: readonly string[]; dns: boolean; perServer: number }
}

// The number of servers behind a DNS name is not known beforehand; calls that wait for an answer need few resources.
const SERVERS_BEHIND_A_NAME = 8

/** Reads `baseURL` and `discovery`. */
export function planServers(asked: EngineConfig, usual: number): Servers | { problem: string } {
  const baseURLs = asked.baseURL === undefined ? [] : [asked.baseURL].flat()
  const [baseURL] = baseURLs
  if (baseURL === undefined) return { problem: 'baseURL is missing' }
  const dns = asked.discovery === 'dns'
  const perServer = asked.concurrency ?? usual
  if (!dns && baseURLs.length === 1) return { baseURL, concurrency: perServer }
  if (dns && baseURLs.length > 1)
    return { problem: "discovery: 'dns' requires a single baseURL, with a host name that resolves to several servers" }
  if (dns && new URL(baseURL).protocol === 'https:')
    return { problem: "discovery: 'dns' works only with http: no certificate covers the addresses behind a host name" }
  const many = dns ? SERVERS_BEHIND_A_NAME : baseURLs.length
  return { baseURL, concurrency: perServer * many, pool: { baseURLs, dns, perServer } }
}

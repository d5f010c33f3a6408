import type { Probe } from '../ports/engine.ts'
import { TransportError, type Transport } from './transport/transport.ts'

export type ProbeRequest = {
  url: string
  /**
   * With headers, even empty ones, this is a request that the server should answer, with our key if it is among them.
   * Without headers, it only checks the provider's address, where any answer shows that a server is there.
   */
  headers?: Readonly<Record<string, string>>
  /** Finds in the answer which models will be shut down, and when. */
  shutdowns?: (answer: unknown) => ReadonlyMap<string, string>
}

/** Asks once, at no cost. It reports only what was seen: a key is accepted if an answer to it says so. */
export async function probeAddress(transport: Transport, asked: ProbeRequest, signal: AbortSignal): Promise<Probe> {
  const host = URL.parse(asked.url)?.host ?? asked.url
  try {
    const { url, headers } = asked
    const { status, bytes } = await transport.send({ method: 'GET', url, ...(headers && { headers }), signal })
    const judged = headers === undefined ? frontDoor(status) : judge(status, hasKey(headers))
    const shutdowns = status === 200 ? asked.shutdowns?.(jsonIn(bytes)) : undefined
    return { ok: judged.ok, detail: `${host} ${judged.says}`, ...(shutdowns && { shutdowns }) }
  } catch (error) {
    const detail = error instanceof TransportError ? error.message : 'no response in time'
    return { ok: false, detail: `${host} cannot be reached (${detail})` }
  }
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

type Judged = { ok: boolean; says: string }

function frontDoor(status: number): Judged {
  if (status >= 500) return { ok: false, says: `responds, but only with an error (status ${status})` }
  return { ok: true, says: 'responds; the first job will show whether it accepts the key' }
}

function judge(status: number, keyed: boolean): Judged {
  if (status < 300) return { ok: true, says: keyed ? 'responds and accepts the key' : 'responds' }
  switch (status) {
    case 401:
    case 403:
      return { ok: false, says: keyed ? `rejects the key (status ${status})` : `requires a key (status ${status})` }
    case 404:
    case 405:
    case 501:
      // Many servers have no list of models; that says nothing about what they can make.
      return {
        ok: true,
        says: `responds, but not to this check (status ${status})${keyed ? '; the key was not checked' : ''}`,
      }
    case 429:
      return { ok: true, says: 'responds that it is busy (status 429)' }
    default:
      return { ok: false, says: `responds with an error (status ${status})` }
  }
}

function hasKey(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).length > 0
}

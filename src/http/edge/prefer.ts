import type { FastifyReply, FastifyRequest } from 'fastify'

// Longer waits die in the proxies on the way; a client that wants more asks again.
const LONGEST_WAIT_SECONDS = 60

export type Preference = { respondAsync: boolean; waitMs: number }

/** What the caller prefers (RFC 7240): `respond-async`, `wait=N`. Preferences that we do not know mean nothing. */
export function preferenceOf({ headers }: FastifyRequest): Preference {
  const preference: Preference = { respondAsync: false, waitMs: 0 }
  if (headers['prefer'] === undefined) return preference
  for (const part of [headers['prefer']].flat().join(',').split(',')) {
    const [name = '', value = ''] =
      part
        .split(';')[0]
        ?.split('=')
        .map((word) => word.trim().toLowerCase()) ?? []
    if (name === 'respond-async') preference.respondAsync = true
    const seconds = value.replace(/^"(.*)"$/, '$1')
    if (name === 'wait' && /^\d{1,6}$/.test(seconds)) {
      preference.waitMs = 1000 * Math.min(LONGEST_WAIT_SECONDS, Number(seconds))
    }
  }
  return preference
}

/** Tells the caller which preference was kept. */
export function applied(reply: FastifyReply, preference: string): void {
  reply.header('preference-applied', preference)
}

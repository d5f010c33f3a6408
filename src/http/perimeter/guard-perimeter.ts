import cors from '@fastify/cors'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../../ports/runtime.ts'
import { SECURITY_HEADERS } from '../answer/send-asset.ts'
import type { OutsideRules } from '../server-parts.ts'
import { clientAddress, rangesOf } from './client-address.ts'
import { capConnections } from './connection-caps.ts'
import { watchPace } from './pace.ts'

const LOOPBACK = ['127.0.0.0/8', '::1/128']

/** How the client's address is determined. */
export function outsideAddress(rules: OutsideRules | undefined): (raw: IncomingMessage) => string | null {
  const isTrusted = rangesOf(rules?.trustedProxies ?? [])
  return (raw) => clientAddress(raw, isTrusted)
}

/** Everything that happens before the caller is known: connection limits, transfer rates, security headers, origins. */
export function guardOutside(
  app: FastifyInstance,
  { log, outside }: { log: Log; outside?: OutsideRules | undefined },
  newRequestId: () => string,
): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    done()
  })
  if (outside === undefined) return
  const { trustedProxies, maxConnections: total, maxConnectionsPerAddress: perAddress } = outside
  const isExempt = rangesOf([...LOOPBACK, ...trustedProxies])
  capConnections(app.server, { total, perAddress, isExempt, newRequestId, log })
  watchPace(app, log, outside.pace)
  allowOrigins(app, outside.corsOrigins)
}

// Browsers cache it for two hours at most, whatever they are told.
const REMEMBER_SECONDS = 7_200

/**
 * Lets pages of these origins call from a browser, with every method that a route has and any header, and read every
 * header of the answer. They send their own key: credentials that a browser adds automatically, such as cookies, are
 * never used, so that neither `*` nor an unread header gives anybody's rights away.
 */
function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const isForAll = origins.includes('*')
  const methods: string[] = []
  const options = {
    // A disallowed origin gets the answer for a missing route, in our own form.
    origin: (origin: string | undefined, allow: (error: null, allowed: string | false) => void): void => {
      const isAllowed = origin !== undefined && (isForAll || origins.includes(origin))
      allow(null, isAllowed && (isForAll ? '*' : origin))
    },
    methods,
    exposedHeaders: '*',
    maxAge: REMEMBER_SECONDS,
    strictPreflight: false,
  }
  // Not registered as a plugin, which would put its hook after all of ours: pages read refusals too, and a preflight
  // has no key.
  cors(app, options, () => {})
  app.addHook('onRoute', ({ method }) => {
    for (const each of [method].flat()) if (!methods.includes(each)) methods.push(each)
  })
}

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../../ports/runtime.ts'
import { SECURITY_HEADERS } from '../answer/send-asset.ts'
import type { OutsideRules } from '../server-parts.ts'
import { clientAddress, rangesOf } from './client-address.ts'
import { capConnections } from './connection-caps.ts'
import { allowOrigins } from './cross-origin.ts'
import { watchPace } from './pace.ts'

const LOOPBACK = ['127.0.0.0/8', '::1/128']

/** How requests tell where they come from. */
export function outsideAddress(rules: OutsideRules | undefined): (raw: IncomingMessage) => string | null {
  const isTrusted = rangesOf(rules?.trustedProxies ?? [])
  return (raw) => clientAddress(raw, isTrusted)
}

/** All that is done before anybody knows who calls: caps on connections, their pace, headers of security, origins. */
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

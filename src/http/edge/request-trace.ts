import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Origin } from '../../actions/tasks/announce.ts'
import { traceContextOf, type TraceContext } from '../../core/trace-context.ts'
import type { RequestSpan, Tracer } from '../../ports/telemetry.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Our own span, if we trace the request; ended by the code that handles the request's end. */
    span?: RequestSpan
  }
}

/**
 * Traces requests, if tracing is on. A request that only reads, and whose caller does not trace, would be a trace of
 * one span: polls are by far the most requests, and the log and the metrics cover them.
 */
export function traceRequests(app: FastifyInstance, { tracer }: { tracer?: Tracer | undefined }): void {
  if (tracer === undefined) return
  // All requests have one shape: otherwise, all code that reads a request would be slower.
  app.decorateRequest('span')
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id: requestId, routeOptions } = request
    const { url: route, config } = routeOptions
    if (route === undefined || config.quiet === true) return done()
    const context = callersTrace(request)
    if (context === null && method !== 'POST') return done()
    const span = tracer.request({ method, route, requestId, context })
    if (span !== undefined) request.span = span
    done()
  })
}

/**
 * The trace context for what this request creates: our own place in its caller's trace, or otherwise the caller's,
 * unchanged.
 */
export function originOf(request: FastifyRequest): Origin {
  return { requestId: request.id, trace: request.span?.context ?? callersTrace(request) }
}

function callersTrace({ headers }: FastifyRequest): TraceContext | null {
  const { traceparent, tracestate } = headers
  if (typeof traceparent !== 'string') return null
  return traceContextOf(traceparent, typeof tracestate === 'string' ? tracestate : undefined)
}

import { createTraceState, ROOT_CONTEXT, trace, type Context, type SpanContext } from '@opentelemetry/api'
import { traceHeaders, type TraceContext } from '../core/trace-context.ts'

/** A place in a trace, as the library knows it: always that of someone else, who may be ourselves a while ago. */
export function contextOf(place: TraceContext): Context {
  const { traceparent = '', tracestate } = traceHeaders(place)
  const [, traceId = '', spanId = '', flags = '0'] = traceparent.split('-')
  const state = tracestate === undefined ? {} : { traceState: createTraceState(tracestate) }
  const traceFlags = Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true, ...state })
}

/** The same as a text. */
export function textOf({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceContext {
  const parent = `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`
  const state = traceState?.serialize() ?? ''
  return state === '' ? parent : `${parent} ${state}`
}

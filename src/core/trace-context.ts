/**
 * A place in a trace, as one text: a W3C `traceparent`, and after a space its `tracestate`, if any. Tasks always store
 * this form.
 */
export type TraceContext = string

// Version, trace, span, flags. Later versions may add fields, which are not ours to pass on.
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const TRACEPARENT_LENGTH = 55
const TRACE_ID = { start: 3, end: 35 }
const SPAN_ID = { start: 36, end: 52 }
// Nearly all of them: the only version so far, with ids that are not all zeros.
const USUAL = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[01]$/
const SAMPLED = 1
// The minimum length that everyone must pass on; a longer one is dropped completely, as the recommendation allows.
const LONGEST_STATE = 512

/** The place in a trace from the headers of a request; null if there is none, or none that can be used. */
export function traceContextOf(traceparent: string | undefined, tracestate: string | undefined): TraceContext | null {
  if (traceparent === undefined) return null
  const isUsual = tracestate === undefined && USUAL.test(traceparent)
  return isUsual ? traceparent : wholeContextOf(traceparent, tracestate)
}

function wholeContextOf(traceparent: string, tracestate: string | undefined): TraceContext | null {
  const [, version, trace = '', span = '', flags = '', more] = TRACEPARENT.exec(traceparent) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (/^0+$/.test(trace) || /^0+$/.test(span)) return null
  const sampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED ? '01' : '00'
  const parent = `00-${trace}-${span}-${sampled}`
  return isState(tracestate) ? `${parent} ${tracestate}` : parent
}

function isState(text: string | undefined): text is string {
  return text !== undefined && text.length <= LONGEST_STATE && /^[\x20-\x7e]*[\x21-\x7e][\x20-\x7e]*$/.test(text)
}

/** The headers that pass a place on; none if there is no place. */
export function traceHeaders(context: TraceContext | null): Record<string, string> {
  if (context === null) return {}
  const traceparent = context.slice(0, TRACEPARENT_LENGTH)
  const tracestate = context.slice(TRACEPARENT_LENGTH + 1)
  return tracestate === '' ? { traceparent } : { traceparent, tracestate }
}

/** The parts of a place. */
export function placeIn(context: TraceContext) {
  return {
    traceId: context.slice(TRACE_ID.start, TRACE_ID.end),
    spanId: context.slice(SPAN_ID.start, SPAN_ID.end),
    isSampled: context[TRACEPARENT_LENGTH - 1] === '1',
    traceState: context.slice(TRACEPARENT_LENGTH + 1),
  }
}

/**
 * Connects log lines and traces in both directions. Without a trace, it is undefined and so not in the line: lines of
 * one shape are written faster.
 */
export function traceField(context: TraceContext | null): { traceId: string | undefined } {
  return { traceId: context?.slice(TRACE_ID.start, TRACE_ID.end) }
}

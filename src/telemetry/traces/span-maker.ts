import { AppError } from '../../core/errors.ts'
import { placeIn, type TraceContext } from '../../core/trace-context.ts'
import type { Clock, Random } from '../../ports/runtime.ts'
import type { SpanRecord } from './otlp-json.ts'

/** Which traces are kept, by the names that OpenTelemetry has for it. */
export type Sampling = { sampler: string; ratio: number }

// The last 14 digits of a trace's id are random wherever it was made, and are what everyone counts by who keeps a share, so
// that all keep the same ones. The very last of them is more than a plain number holds, and decides nothing.
const RANDOM = { start: -14, end: -1 }
const RANDOM_RANGE = 16 ** 13

/** Decides whether a trace is kept. `isParentKept` is null where it begins here. */
export function samplerOf({ sampler, ratio }: Sampling): (traceId: string, isParentKept: boolean | null) => boolean {
  const root = sampler.replace('parentbased_', '')
  const share = root === 'always_off' ? 0 : root === 'traceidratio' ? ratio : 1
  const isOfShare = (traceId: string): boolean =>
    share === 1 || Number.parseInt(traceId.slice(RANDOM.start, RANDOM.end), 16) >= (1 - share) * RANDOM_RANGE
  return (traceId, isParentKept) => (isParentKept === null || root === sampler ? isOfShare(traceId) : isParentKept)
}

export type SpanMakerDeps = {
  clock: Clock
  random: Random
  isKept: (traceId: string, isParentKept: boolean | null) => boolean
  /** Takes spans that are over. */
  send: (span: SpanRecord) => void
}

/** Where a span is in its trace. */
type SpanPlace = Pick<SpanRecord, 'traceId' | 'spanId' | 'parentSpanId' | 'traceState'> & {
  readonly isKept: boolean
}

/** A span under way. One that is not kept has a place in the trace all the same, for the spans that come after it. */
export type Span = SpanRecord & SpanPlace

type Begun = Pick<SpanRecord, 'name' | 'kind' | 'attributes'> & { startMs?: number }

/** Begins spans and ends them. Which one is under which is said, never guessed from what runs beside. */
export type SpanMaker = {
  /** Decides of a trace that would begin now whether it is kept; if so, the next that begins is that one. */
  isNextKept(): boolean
  begin(parent: TraceContext | null, begun: Begun): Span
  end(span: Span, endMs?: number): void
  /** Ends the span with the work. Of an error its kind is told and not its words, which may hold addresses. */
  followed<T>(span: Span, work: () => Promise<T>): Promise<T>
}

const TRACE_ID_DIGITS = 32
const SPAN_ID_DIGITS = 16
// Turned into digits at once: a span needs 24 bytes, and asking for them one by one would be most of its cost.
const RANDOM_BYTES = 3_072

export function spanMaker({ clock, random, isKept, send }: SpanMakerDeps): SpanMaker {
  // The clock tells whole milliseconds, and what is followed takes fractions of them.
  const ahead = clock.now() - clock.elapsed()
  const now = (): number => clock.elapsed() + ahead
  let digits = ''
  let taken = 0
  const newId = (length: number): string => {
    if (taken + length > digits.length) {
      digits = Buffer.from(random.bytes(RANDOM_BYTES)).toString('hex')
      taken = 0
    }
    taken += length
    return digits.slice(taken - length, taken)
  }

  const end = (span: Span, endMs = now()): void => {
    span.endMs = Math.max(span.startMs, endMs)
    if (span.isKept) send(span)
  }
  let next: string | undefined
  const newTraceId = (): string => {
    const traceId = next ?? newId(TRACE_ID_DIGITS)
    next = undefined
    return traceId
  }
  const placeUnder = (parent: TraceContext | null): SpanPlace => {
    const { traceId, spanId: parentSpanId, traceState, isSampled } = parent === null ? ROOT : placeIn(parent)
    const own = traceId === '' ? newTraceId() : traceId
    return { traceId: own, spanId: newId(SPAN_ID_DIGITS), parentSpanId, traceState, isKept: isKept(own, isSampled) }
  }
  return {
    isNextKept() {
      const traceId = newId(TRACE_ID_DIGITS)
      const kept = isKept(traceId, null)
      next = kept ? traceId : undefined
      return kept
    },
    begin: (parent, { name, kind, attributes, startMs = now() }) => ({
      ...placeUnder(parent),
      name,
      kind,
      attributes,
      startMs,
      endMs: startMs,
      isError: false,
    }),
    end,
    async followed(span, work) {
      try {
        return await work()
      } catch (error) {
        span.attributes['error.type'] = error instanceof AppError ? error.code : 'error'
        span.isError = true
        throw error
      } finally {
        end(span)
      }
    },
  }
}

const ROOT = { traceId: '', spanId: '', traceState: '', isSampled: null }

/** The span's own place in the trace. */
export function placeOf({ traceId, spanId, traceState, isKept }: Omit<SpanPlace, 'parentSpanId'>): TraceContext {
  const parent = `00-${traceId}-${spanId}-${isKept ? '01' : '00'}`
  return traceState === '' ? parent : `${parent} ${traceState}`
}

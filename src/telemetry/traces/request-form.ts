import { placeIn, SPAN_ID, TRACE_ID, TRACEPARENT_LENGTH, type TraceContext } from '../../core/trace-context.ts'
import { ProtobufWriter } from './protobuf-writer.ts'
import { KIND, type SpanRecord } from './span.ts'
import { writeSpan } from './write-span.ts'

/** A request that was followed to its end. */
export type RequestRecord = {
  form: RequestForm
  /** Its caller's place; null for the first of a trace. */
  parent: TraceContext | null
  traceId: string
  spanId: string
  requestId: string
  startMs: number
  endMs: number
  /** Null where the client hung up before its answer. */
  status: number | null
}

/** A span as bytes, and where in them lies what differs from one to the next. */
type Prepared = Readonly<{
  bytes: Buffer
  idLength: number
  traceId: number
  spanId: number
  parentSpanId: number
  requestId: number
  start: number
  end: number
  status: number
}>

const TRACE_ID_BYTES = 16
const SPAN_ID_BYTES = 8
const STATUS_BYTES = 2
const FIRST_ERROR = 500

// Found again in what is written of it, since nothing else looks like them.
const SAMPLE = {
  traceId: 'e1'.repeat(TRACE_ID_BYTES),
  spanId: 'e2'.repeat(SPAN_ID_BYTES),
  parentSpanId: 'e3'.repeat(SPAN_ID_BYTES),
  requestId: '~',
  startMs: 1_111_111_111_111,
  endMs: 1_222_222_222_222,
  status: 200,
} as const

/**
 * How spans of requests to one route are written, of which there are more than of all others: what is the same in all of
 * them is written once and copied, what differs is filled in. Whatever is not as nearly all are is written field by field.
 */
export class RequestForm {
  readonly #method: string
  readonly #route: string
  #first: Prepared | undefined
  #child: Prepared | undefined

  constructor(method: string, route: string) {
    this.#method = method
    this.#route = route
  }

  write(out: ProtobufWriter, request: RequestRecord): void {
    const { parent, status, requestId } = request
    const isUsual = parent === null || parent.length === TRACEPARENT_LENGTH
    if (!isUsual || status === null || status >= FIRST_ERROR) return writeSpan(out, this.#spanOf(request))
    const { length } = requestId
    const prepared =
      parent === null ? (this.#first ??= this.#prepare(false, length)) : (this.#child ??= this.#prepare(true, length))
    if (length !== prepared.idLength) return writeSpan(out, this.#spanOf(request))
    const at = out.copy(prepared.bytes)
    out.fillHex(at + prepared.spanId, request.spanId, 0, SPAN_ID_BYTES)
    if (parent === null) out.fillHex(at + prepared.traceId, request.traceId, 0, TRACE_ID_BYTES)
    else {
      out.fillHex(at + prepared.traceId, parent, TRACE_ID.start, TRACE_ID_BYTES)
      out.fillHex(at + prepared.parentSpanId, parent, SPAN_ID.start, SPAN_ID_BYTES)
    }
    out.fillText(at + prepared.requestId, requestId)
    out.fillTime(at + prepared.start, request.startMs)
    out.fillTime(at + prepared.end, request.endMs)
    out.fillNumber(at + prepared.status, status)
  }

  #spanOf({ parent, traceId, spanId, requestId, startMs, endMs, status }: RequestRecord): SpanRecord {
    const place = parent === null ? undefined : placeIn(parent)
    return {
      traceId,
      spanId,
      parentSpanId: place?.spanId ?? '',
      traceState: place?.traceState ?? '',
      name: `${this.#method} ${this.#route}`,
      kind: KIND.server,
      startMs,
      endMs,
      attributes: {
        'http.request.method': this.#method,
        'http.route': this.#route,
        'mediagen.request.id': requestId,
        ...(status === null ? {} : { 'http.response.status_code': status }),
      },
      isError: status === null || status >= FIRST_ERROR,
    }
  }

  #prepare(hasParent: boolean, idLength: number): Prepared {
    const requestId = SAMPLE.requestId.repeat(idLength)
    const parent = hasParent ? `00-${SAMPLE.traceId}-${SAMPLE.parentSpanId}-01` : null
    const out = new ProtobufWriter()
    writeSpan(out, this.#spanOf({ form: this, ...SAMPLE, parent, requestId }))
    const bytes = Buffer.from(out.finish())
    const find = (sample: Buffer): number => bytes.indexOf(sample)
    return {
      bytes,
      idLength,
      traceId: find(Buffer.from(SAMPLE.traceId, 'hex')),
      spanId: find(Buffer.from(SAMPLE.spanId, 'hex')),
      parentSpanId: find(Buffer.from(SAMPLE.parentSpanId, 'hex')),
      requestId: bytes.lastIndexOf(requestId),
      start: find(timeBytes(SAMPLE.startMs)),
      end: find(timeBytes(SAMPLE.endMs)),
      // Nothing is written after it.
      status: bytes.length - STATUS_BYTES,
    }
  }
}

function timeBytes(ms: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(ms) * 1_000_000n)
  return bytes
}

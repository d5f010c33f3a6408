import type { TraceContext } from '../../core/trace-context.ts'
import type { RequestSpan } from '../../ports/telemetry.ts'
import type { RequestForm, RequestRecord } from './request-form.ts'
import { placeOf, type SpanMaker } from './span-maker.ts'

/** A request under way that is followed, sent when it ends. Made for most requests that are not polls, so it is one object. */
export class FollowedRequest implements RequestSpan, RequestRecord {
  readonly form: RequestForm
  readonly parent: TraceContext | null
  readonly context: TraceContext
  readonly traceId: string
  readonly spanId: string
  readonly requestId: string
  readonly startMs: number
  endMs: number
  status: number | null = null
  readonly #spans: SpanMaker
  readonly #isKept: boolean

  constructor(spans: SpanMaker, about: { form: RequestForm; requestId: string; parent: TraceContext | null }) {
    const { traceId, spanId, traceState, isKept } = spans.placeUnder(about.parent)
    this.form = about.form
    this.parent = about.parent
    this.context = placeOf({ traceId, spanId, traceState, isKept })
    this.traceId = traceId
    this.spanId = spanId
    this.requestId = about.requestId
    this.startMs = spans.now()
    this.endMs = this.startMs
    this.#spans = spans
    this.#isKept = isKept
  }

  end(status: number | null): void {
    if (!this.#isKept) return
    this.endMs = this.#spans.now()
    this.status = status
    this.#spans.send(this)
  }
}

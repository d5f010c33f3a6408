import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api'
import type { Tracer as OtelTracer } from '@opentelemetry/api'
import { AppError } from '../core/errors.ts'
import type { Task } from '../core/task.ts'
import type { TraceContext } from '../core/trace-context.ts'
import type { TracedStep, Tracer } from '../ports/telemetry.ts'
import { contextOf, textOf } from './span-context.ts'

const CLIENT_STEPS: ReadonlySet<TracedStep> = new Set(['engine start', 'engine ask'])

/** Follows what happens with spans of OpenTelemetry. Which span is under which is said, never guessed from what runs beside. */
export function openTelemetryTracer(otel: OtelTracer): Tracer {
  // Of tasks that are in work here: a step finds the span that it is a part of by its task.
  const running = new Map<string, Span>()

  const begin = (name: string, kind: SpanKind, parent: Context, attributes: Attributes): Span =>
    otel.startSpan(name, { kind, attributes }, parent)
  const short = (name: string, task: Task, parent: TraceContext, times: { from: number; until: number }): Span => {
    // As dates: a plain number before the start of this process would be taken for a time since then.
    const startTime = new Date(times.from)
    const span = otel.startSpan(name, { attributes: attributesOf(task), startTime }, contextOf(parent))
    span.end(new Date(Math.max(times.from, times.until)))
    return span
  }

  return {
    request({ method, route, requestId, context }) {
      const attributes = { 'http.request.method': method, 'http.route': route, 'mediagen.request.id': requestId }
      const parent = context === null ? ROOT_CONTEXT : contextOf(context)
      const span = begin(`${method} ${route}`, SpanKind.SERVER, parent, attributes)
      return {
        context: textOf(span.spanContext()),
        end(status) {
          if (status !== null) span.setAttribute('http.response.status_code', status)
          if (status === null || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    started(task) {
      if (task.traceParent === null) return
      short('task wait', task, task.traceParent, { from: task.createdAt, until: task.startedAt ?? task.createdAt })
    },
    async run(task, work) {
      if (task.traceParent === null) return work()
      const span = begin('task run', SpanKind.CONSUMER, contextOf(task.traceParent), attributesOf(task))
      running.set(task.id, span)
      try {
        return await followed(span, work)
      } finally {
        if (running.get(task.id) === span) running.delete(task.id)
      }
    },
    async step(taskId, step, work) {
      const parent = running.get(taskId)
      if (parent === undefined) return work()
      const kind = CLIENT_STEPS.has(step) ? SpanKind.CLIENT : SpanKind.INTERNAL
      return followed(begin(step, kind, trace.setSpan(ROOT_CONTEXT, parent), {}), work)
    },
    ended(task, { status, error, finishedAt }) {
      if (task.traceParent === null) return
      const code = error?.code
      const note = (span: Span): void => {
        span.setAttributes({ 'mediagen.task.status': status, ...(code === undefined ? {} : { 'error.type': code }) })
        if (code !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
      }
      const own = running.get(task.id)
      if (own !== undefined) return note(own)
      // Ended by someone who did not work on it: a request that cancels, or the one who ends what is overdue.
      const startTime = new Date(finishedAt)
      const span = otel.startSpan(
        'task end',
        { attributes: attributesOf(task), startTime },
        contextOf(task.traceParent),
      )
      note(span)
      span.end(startTime)
    },
    async attempt(delivery, post) {
      const { traceParent, taskId, id, host, attempts } = delivery
      if (traceParent === null) return post(null)
      const span = begin('webhook attempt', SpanKind.CLIENT, contextOf(traceParent), {
        'http.request.method': 'POST',
        'server.address': host,
        'mediagen.task.id': taskId,
        'mediagen.delivery.id': id,
        'mediagen.delivery.attempt': attempts + 1,
      })
      return followed(span, async () => {
        const posted = await post(textOf(span.spanContext()))
        if (posted.status !== null) span.setAttribute('http.response.status_code', posted.status)
        if (posted.error !== null) span.setStatus({ code: SpanStatusCode.ERROR })
        return posted
      })
    },
  }
}

function attributesOf({ id, kind, model, engine, attempts }: Task): Attributes {
  return {
    'mediagen.task.id': id,
    'mediagen.task.kind': kind,
    'mediagen.task.attempts': attempts,
    'mediagen.model': model,
    'mediagen.engine': engine,
  }
}

/** Ends the span with the work. Of an error its kind is told and not its words, which may hold addresses. */
async function followed<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    span.setAttribute('error.type', error instanceof AppError ? error.code : 'error')
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

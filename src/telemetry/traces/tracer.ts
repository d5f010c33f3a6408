import type { Task } from '../../core/tasks/task.ts'
import type { TracedStep, Tracer } from '../../ports/telemetry.ts'
import { type ContentOf, generationAttributes } from './generation-attributes.ts'
import { placeOf, spanMaker, type Span, type SpanMaker, type SpanMakerDeps } from './span-maker.ts'
import { KIND, type SpanRecord } from './otlp-json.ts'

const FIRST_ERROR = 500
const CLIENT_STEPS: ReadonlySet<TracedStep> = new Set(['engine start', 'engine ask'])

/** Follows what happens, by spans that are sent as they end. */
export function spanTracer(deps: SpanMakerDeps & { content?: ContentOf | undefined }): Tracer {
  const spans = spanMaker(deps)
  return { request: requestTracer(spans), attempt: attemptTracer(spans), ...taskTracer(spans, deps.content) }
}

function requestTracer(spans: SpanMaker): Tracer['request'] {
  return ({ method, route, requestId, context: parent }) => {
    if (parent === null && !spans.isNextKept()) return undefined
    const attributes: SpanRecord['attributes'] = {
      'http.request.method': method,
      'http.route': route,
      'mediagen.request.id': requestId,
    }
    const span = spans.begin(parent, { name: `${method} ${route}`, kind: KIND.server, attributes })
    return {
      context: placeOf(span),
      traceId: span.traceId,
      end(status) {
        if (status !== null) attributes['http.response.status_code'] = status
        span.isError = status === null || status >= FIRST_ERROR
        spans.end(span)
      },
    }
  }
}

function taskTracer(
  spans: SpanMaker,
  content: ContentOf | undefined,
): Pick<Tracer, 'started' | 'run' | 'step' | 'ended'> {
  // Of tasks that are in work here: a step finds the span that it is a part of by its task.
  const running = new Map<string, Span>()
  return {
    started(task) {
      if (task.traceParent === null) return
      const about = { name: 'task wait', kind: KIND.internal, attributes: attributesOf(task), startMs: task.createdAt }
      spans.end(spans.begin(task.traceParent, about), task.startedAt ?? task.createdAt)
    },
    async run(task, work) {
      if (task.traceParent === null) return work()
      const about = { name: 'task run', kind: KIND.consumer, attributes: attributesOf(task) }
      const span = spans.begin(task.traceParent, about)
      running.set(task.id, span)
      try {
        return await spans.followed(span, work)
      } finally {
        if (running.get(task.id) === span) running.delete(task.id)
      }
    },
    async step(taskId, step, work) {
      const parent = running.get(taskId)
      if (parent === undefined) return work()
      const kind = CLIENT_STEPS.has(step) ? KIND.client : KIND.internal
      return spans.followed(spans.begin(placeOf(parent), { name: step, kind, attributes: {} }), work)
    },
    ended(task, outcome) {
      const { status, error, finishedAt } = outcome
      if (task.traceParent === null) return
      const own = running.get(task.id)
      // Ended by someone who did not work on it: a request that cancels, or the one who ends what is overdue.
      const about = { name: 'task end', kind: KIND.internal, attributes: attributesOf(task), startMs: finishedAt }
      const span = own ?? spans.begin(task.traceParent, about)
      Object.assign(span.attributes, generationAttributes(task, outcome, content), { 'mediagen.task.status': status })
      if (error !== null) span.attributes['error.type'] = error.code
      span.isError = error !== null
      if (own === undefined) spans.end(span, finishedAt)
    },
  }
}

function attemptTracer(spans: SpanMaker): Tracer['attempt'] {
  return async (delivery, post) => {
    const { traceParent, taskId, id, host, attempts } = delivery
    if (traceParent === null) return post(null)
    const attributes: SpanRecord['attributes'] = {
      'http.request.method': 'POST',
      'server.address': host,
      'mediagen.task.id': taskId,
      'mediagen.delivery.id': id,
      'mediagen.delivery.attempt': attempts + 1,
    }
    const span = spans.begin(traceParent, { name: 'webhook attempt', kind: KIND.client, attributes })
    return spans.followed(span, async () => {
      const posted = await post(placeOf(span))
      if (posted.status !== null) attributes['http.response.status_code'] = posted.status
      span.isError = posted.error !== null
      return posted
    })
  }
}

function attributesOf({ id, kind, model, engine, attempts }: Task): SpanRecord['attributes'] {
  return {
    'mediagen.task.id': id,
    'mediagen.task.kind': kind,
    'mediagen.task.attempts': attempts,
    'mediagen.model': model,
    'mediagen.engine': engine,
  }
}

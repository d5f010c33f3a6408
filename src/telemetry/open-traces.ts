import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { Clock, Log } from '../ports/runtime.ts'
import type { Tracer } from '../ports/telemetry.ts'
import { openTelemetryTracer } from './tracer.ts'

export type Traces = {
  url: string
  headers: Record<string, string>
  serviceName: string
  attributes: Readonly<Record<string, string>>
  sampler: string
  ratio: number
  version: string
}

// A busy process makes thousands of spans a second: they wait for their collector in memory, a kilobyte each at most.
const MOST_WAITING = 8_192
const SENT_TOGETHER = 1_024
const SEND_EVERY_MS = 2_000
const SEND_WITHIN_MS = 10_000
// A collector that is away must not hold up the end of a process; what is lost are the spans of its last seconds.
const LAST_WORD_MS = 2_000
const WARN_EVERY_MS = 60_000

/** Sends spans to a collector by OTLP over HTTP. What cannot be sent is dropped: nothing else waits for it. */
export function openTraces(
  traces: Traces,
  deps: { clock: Clock; log: Log },
): { tracer: Tracer; close(): Promise<void> } {
  const { url, headers } = traces
  const exporter = telling(new OTLPTraceExporter({ url, headers, timeoutMillis: SEND_WITHIN_MS }), deps)
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: MOST_WAITING,
    maxExportBatchSize: SENT_TOGETHER,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: SEND_WITHIN_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...traces.attributes,
      'service.name': traces.serviceName,
      'service.version': traces.version,
    }),
    sampler: samplerOf(traces),
    spanProcessors: [processor],
  })
  return {
    tracer: openTelemetryTracer(provider.getTracer('mediagen', traces.version)),
    close: async () => {
      const over = new AbortController()
      const sent = provider.shutdown().catch(() => undefined)
      await Promise.race([sent, deps.clock.sleep(LAST_WORD_MS, over.signal)])
      over.abort()
    },
  }
}

function samplerOf({ sampler, ratio }: Traces): Sampler {
  const name = sampler.replace('parentbased_', '')
  const roots: Record<string, () => Sampler> = {
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }
  const root = roots[name]?.() ?? new AlwaysOnSampler()
  return name === sampler ? root : new ParentBasedSampler({ root })
}

/** The same exporter; that it fails is told once in a while, for the library itself says nothing. */
function telling(exporter: SpanExporter, { clock, log }: { clock: Clock; log: Log }): SpanExporter {
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error !== undefined && clock.elapsed() - toldAt >= WARN_EVERY_MS) {
          toldAt = clock.elapsed()
          log.warn('traces could not be sent', { spans: spans.length, error: result.error })
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

import type { Clock, Log, Random } from '../../ports/runtime.ts'
import type { Tracer } from '../../ports/telemetry.ts'
import type { ContentOf } from './generation-attributes.ts'
import { exportJson } from './otlp-json.ts'
import { spanPoster } from './post-spans.ts'
import { samplerOf, type Sampling } from './span-maker.ts'
import { spanQueue } from './span-queue.ts'
import { spanTracer } from './tracer.ts'

export type Traces = Sampling & {
  url: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  attributes: Readonly<Record<string, string>>
  version: string
}

type TraceDeps = { clock: Clock; random: Random; log: Log; content?: ContentOf | undefined }

/** Follows what happens, and sends it to a collector by OTLP over HTTP. */
export function openTraces(traces: Traces, deps: TraceDeps): { tracer: Tracer; close(): Promise<void> } {
  const { serviceName, version, attributes } = traces
  const sender = {
    resource: { ...attributes, 'service.name': serviceName, 'service.version': version },
    scope: { name: 'mediagen', version },
  }
  const collector = spanPoster(traces.url, traces.headers)
  const queue = spanQueue({ ...deps, send: (spans) => collector.post(exportJson(spans, sender)) })
  const tracer = spanTracer({ ...deps, isKept: samplerOf(traces), send: (span) => queue.add(span) })
  return {
    tracer,
    close: async () => {
      await queue.close()
      collector.close()
    },
  }
}

import { Secret } from './core/keys/secret.ts'
import type { Reader } from './environment.ts'

export type MetricsConfig = {
  /** Where metrics are shown without a key, beside `/metrics` with one; undefined opens nothing. */
  readonly open: { readonly host: string; readonly port: number } | undefined
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type TracesConfig = {
  /** Where spans are sent by OTLP over HTTP. */
  readonly url: string
  /** What is sent along, such as a token; as JSON. */
  readonly headers: Secret
  readonly serviceName: string
  readonly attributes: Readonly<Record<string, string>>
  readonly sampler: (typeof SAMPLERS)[number]
  /** Of those samplers that have one. */
  readonly ratio: number
  /** Whether prompts and addresses of results go along. */
  readonly hasContent: boolean
}

export function readMetrics(read: Reader, problems: string[]): MetricsConfig | undefined {
  const isOn = read.choice('MEDIAGEN_METRICS', 'on', ['on', 'off']) === 'on'
  const isOpen = read.text('MEDIAGEN_METRICS_PORT') !== undefined
  const port = read.number('MEDIAGEN_METRICS_PORT', 0, 0, 65_535)
  const host = read.text('MEDIAGEN_METRICS_HOST')
  if (isOpen && !isOn) problems.push('MEDIAGEN_METRICS_PORT has no effect while MEDIAGEN_METRICS is off')
  if (host !== undefined && !isOpen) problems.push('MEDIAGEN_METRICS_HOST has no effect without MEDIAGEN_METRICS_PORT')
  if (!isOn) return undefined
  return Object.freeze({ open: isOpen ? { host: host ?? '127.0.0.1', port } : undefined })
}

/** Read under the names that OpenTelemetry gave them, so that one setting does for all services of a machine. */
export function readTraces(read: Reader, problems: string[]): TracesConfig | undefined {
  const base = read.url('OTEL_EXPORTER_OTLP_ENDPOINT')
  const url = read.url('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? (base === undefined ? undefined : `${base}/v1/traces`)
  const isDisabled = /^true$/i.test(read.text('OTEL_SDK_DISABLED') ?? '')
  if (url === undefined || isDisabled || read.text('OTEL_TRACES_EXPORTER') === 'none') return undefined
  // Collectors take both forms at one address, so either name is right, and JSON is what they get.
  read.choice('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json', ['http/json', 'http/protobuf'])
  const headers = readPairs(read, problems, 'OTEL_EXPORTER_OTLP_HEADERS')
  const attributes = readPairs(read, problems, 'OTEL_RESOURCE_ATTRIBUTES')
  return Object.freeze({
    url,
    headers: new Secret(JSON.stringify(headers)),
    serviceName: read.text('OTEL_SERVICE_NAME') ?? attributes['service.name'] ?? 'mediagen',
    attributes,
    sampler: read.choice('OTEL_TRACES_SAMPLER', 'parentbased_always_on', SAMPLERS),
    ratio: readRatio(read, problems),
    hasContent:
      read.choice('OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT', 'false', ['true', 'false']) === 'true',
  })
}

function readRatio(read: Reader, problems: string[]): number {
  const text = read.text('OTEL_TRACES_SAMPLER_ARG') ?? '1'
  const ratio = Number(text)
  if (/^[\d.]+$/.test(text) && ratio >= 0 && ratio <= 1) return ratio
  problems.push(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not '${text}'`)
  return 1
}

type ListName = 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_RESOURCE_ATTRIBUTES'

/** `name=value,name=value`, with values as in addresses. They may be secret, so a wrong one is not repeated. */
function readPairs(read: Reader, problems: string[], name: ListName): Record<string, string> {
  const pairs = (read.text(name) ?? '').split(',').filter((pair) => pair.trim() !== '')
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [key = '', ...value] = pair.split('=')
        if (!/^[\w.-]+$/.test(key.trim()) || value.length === 0) throw new Error('not a pair')
        return [key.trim(), decodeURIComponent(value.join('=').trim())]
      }),
    )
  } catch {
    problems.push(`${name} must be a list such as name=value,other=value`)
    return {}
  }
}

import { codesIn } from '../failures/answer-facts.ts'
import type { StartCause } from '../failures/start-causes.ts'
import type { JsonAnswer, ProviderRow } from './provider-row.ts'

type Quirks = Pick<
  ProviderRow,
  'route' | 'polls' | 'promise' | 'rewrite' | 'verdict' | 'cancel' | 'cancelled' | 'authorization'
>

// The statuses with which a model at fal reports its own failure (https://docs.fal.ai/errors). Any other comes from
// fal's gateway and concerns the key, the URL or the traffic, not the job.
const FAL_VERDICTS = [400, 413, 415, 422]

/** fal: its queue replaces its blocking endpoint, so that a picture survives a restart of ours like a clip does. */
export const falQuirks: Quirks = {
  route(url, baseURL) {
    const queued = url.replace(/^https:\/\/fal\.run\//, 'https://queue.fal.run/')
    return baseURL === undefined ? queued : queued.replace(/^https:\/\/queue\.fal\.run/, baseURL)
  },
  promise: {
    address: ({ json }) => text(json['response_url']),
    pending: ({ status, json }) => status === 202 || json['detail'] === 'Request is still in progress',
    failure: ({ status, json }) => (FAL_VERDICTS.includes(status) ? saysOf(json) : undefined),
  },
  cancel(operation) {
    const url = text(operation['responseUrl']) ?? promised(operation, 'response_url')
    return url === undefined ? undefined : { method: 'PUT', url: `${url}/cancel` }
  },
  cancelled: ({ json }) => (isOneOf(json['status'], ['ALREADY_COMPLETED', 'NOT_FOUND']) ? 'already over' : undefined),
  authorization: (key) => `Key ${key}`,
}

const UNFINISHED = ['starting', 'processing']

/** Replicate: for a picture that is not ready within the wait, the answer has a URL to poll. */
export const replicateQuirks: Quirks = {
  promise: {
    address: ({ json }) => (isOneOf(json['status'], UNFINISHED) ? text(inner(json, 'urls')['get']) : undefined),
    pending: ({ json }) => isOneOf(json['status'], UNFINISHED),
    failure: ({ json }) =>
      isOneOf(json['status'], ['failed', 'canceled', 'aborted'])
        ? (text(json['error']) ?? 'it was cancelled')
        : undefined,
  },
  // Some clip models answer with a list of one URL, and the package knows only the bare URL.
  rewrite: (json) => (Array.isArray(json['output']) ? { ...json, output: json['output'][0] as unknown } : undefined),
  cancel(operation) {
    const url = text(operation['getUrl']) ?? promised(operation, 'urls', 'get')
    return url === undefined ? undefined : { method: 'POST', url: `${url}/cancel` }
  },
  // For a prediction that is over, the answer is its state, with 200.
  cancelled: ({ json }) => (isOneOf(json['status'], ['succeeded', 'failed']) ? 'already over' : undefined),
  authorization: (key) => `Bearer ${key}`,
}

/**
 * Black Forest Labs and Fireworks' version of it: refusals and lost jobs are states, for which the package keeps
 * waiting.
 */
export const fluxQuirks: Quirks = {
  polls: /\/get_result$/,
  verdict({ json }) {
    const state = text(json['status']) ?? text(json['state']) ?? ''
    if (/moderated/i.test(state)) return { code: 'content_policy_violation', reason: state }
    if (state === 'Task not found') return { code: 'provider_lost_task', reason: state }
    if (state === 'Error' || state === 'Failed')
      return { code: 'provider_error', reason: saysOf(inner(json, 'details')) }
    return undefined
  },
}

/**
 * ByteDance: only a queued job can be cancelled; a running one is refused with a 4xx. The package polls for clips
 * itself, and knows two of the five final states.
 */
export const byteDanceQuirks: Quirks = {
  polls: /\/contents\/generations\/tasks\/[^/]+$/,
  verdict({ json }) {
    if (!isOneOf(json['status'], ['failed', 'cancelled', 'expired'])) return undefined
    const reason = `${text(inner(json, 'error')['code']) ?? ''} ${saysOf(json)}`.trim()
    const refused = /Sensitive ?Content|Policy|RiskDetection/i.test(reason)
    return { code: refused ? 'content_policy_violation' : 'provider_error', reason }
  },
  cancel(operation, baseURL) {
    const id = promised(operation, 'id')
    return id === undefined ? undefined : { method: 'DELETE', url: `${baseURL}/contents/generations/tasks/${id}` }
  },
  authorization: (key) => `Bearer ${key}`,
}

/** Luma: the package polls for pictures itself. Deleting a generation stops it. */
export const lumaQuirks: Quirks = {
  cancel(operation, baseURL) {
    const id = promised(operation, 'id')
    return id === undefined
      ? undefined
      : { method: 'DELETE', url: `${baseURL}/dream-machine/v1/generations/${encodeURIComponent(id)}` }
  },
  authorization: (key) => `Bearer ${key}`,
  polls: /\/generations\/[^/]+$/,
  verdict: ({ json }) =>
    json['state'] === 'failed'
      ? { code: 'provider_error', reason: text(json['failure_reason']) ?? 'the generation failed' }
      : undefined,
}

/** Alibaba: only a queued job can be cancelled. One that timed out is UNKNOWN, which the package takes for pending. */
export const alibabaQuirks: Quirks = {
  cancel: (operation, baseURL) => {
    const id = text(operation['taskId'])
    return id === undefined ? undefined : { method: 'POST', url: `${baseURL}/api/v1/tasks/${id}/cancel` }
  },
  verdict: ({ json }) =>
    inner(json, 'output')['task_status'] === 'UNKNOWN'
      ? { code: 'provider_lost_task', reason: 'the task is unknown or expired' }
      : undefined,
  authorization: (key) => `Bearer ${key}`,
}

/**
 * Google sheds load with UNAVAILABLE and asks for a retry later, or another model if it persists
 * (https://ai.google.dev/gemini-api/docs/troubleshooting); such failures are not billed
 * (https://ai.google.dev/gemini-api/docs/billing).
 */
export const googleStarts: readonly StartCause[] = [
  {
    on: [503],
    when: ({ body = '' }) => codesIn(body).includes('unavailable'),
    means: 'busy',
    because: 'Google refused the request because the model is overloaded, and does not charge for it',
  },
]

/** A list that only holders of a key may read. */
export function bearer(home: string, path: string, setting = 'apiKey'): NonNullable<ProviderRow['check']> {
  return (settings) => ({
    url: `${settings['baseURL'] ?? home}${path}`,
    headers: { authorization: `Bearer ${settings[setting] ?? ''}` },
  })
}

export const googleKey: NonNullable<ProviderRow['check']> = (settings) => ({
  url: `${settings['baseURL'] ?? 'https://generativelanguage.googleapis.com/v1beta'}/models`,
  headers: { 'x-goog-api-key': settings['apiKey'] ?? '' },
})

function promised(operation: Readonly<Record<string, unknown>>, ...path: string[]): string | undefined {
  const body = text(inner(operation, 'answer')['body'])
  if (body === undefined) return undefined
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return undefined
  }
  for (const name of path)
    value = typeof value === 'object' && value !== null ? (value as JsonAnswer['json'])[name] : undefined
  return text(value)
}

function saysOf(json: Readonly<Record<string, unknown>>): string {
  const error = inner(json, 'error')
  return (
    text(error['message']) ?? text(json['error']) ?? text(json['message']) ?? JSON.stringify(json['detail'] ?? json)
  )
}

function inner(json: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const value = json[name]
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isOneOf(value: unknown, names: readonly string[]): boolean {
  return typeof value === 'string' && names.includes(value)
}

const DAY = /^\d{4}-\d{2}-\d{2}/
const SECOND_MS = 1_000

/**
 * The dates in OpenAI's list of models: `shutdown_date` of each model that has one, as a date or as seconds since 1970.
 */
export function openAiShutdowns(answer: unknown): ReadonlyMap<string, string> {
  const days = new Map<string, string>()
  for (const model of listIn(answer)) {
    const { id, shutdown_date: date } = (model ?? {}) as Record<string, unknown>
    const day = dayOf(date)
    if (typeof id === 'string' && day !== undefined) days.set(id, day)
  }
  return days
}

function listIn(answer: unknown): readonly unknown[] {
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined
  return Array.isArray(data) ? data : []
}

function dayOf(date: unknown): string | undefined {
  if (typeof date === 'string') return DAY.exec(date)?.[0]
  const at = typeof date === 'number' ? new Date(date * SECOND_MS) : undefined
  return at === undefined || Number.isNaN(at.getTime()) ? undefined : at.toISOString().slice(0, 10)
}

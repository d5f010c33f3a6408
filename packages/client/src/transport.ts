import type { ErrorBody } from './api-types.ts'
import { ApiError, apiError, ConnectionError, MediagenError, TimeoutError } from './errors.ts'
import { mayRepeat, pauseBefore, retryAfterMs, type Repeatable } from './retry.ts'
import { pause, reasonOf, type Runtime } from './runtime.ts'

/** The options of every call. */
export type CallOptions = {
  /** Aborts the call, without further attempts. */
  signal?: AbortSignal
  /** The timeout of one attempt. */
  timeoutMs?: number
  /** Retries after the first attempt. */
  maxRetries?: number
  headers?: Readonly<Record<string, string>>
}

export type Call<T = never> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Readonly<Record<string, string | number | undefined>>
  json?: unknown
  /** Built for every attempt, because a body can be read only once. */
  form?: () => FormData
  /** A raw body, without a form. */
  file?: Blob
  headers?: Readonly<Record<string, string>>
  repeatable: Repeatable
  /** The timeout of one attempt, unless the caller sets its own. */
  timeoutMs?: number
  /** The result to return for an error of a retry, if an earlier attempt succeeded but its response was lost. */
  doneBefore?: (error: ApiError) => T | undefined
}

export type Transport = {
  readonly runtime: Runtime
  readonly docsUrl: string
  readonly maxRetries: number
  /** Sends a call, retries it if that is safe, and reads the response as JSON. */
  json<T>(call: Call<T>, options?: CallOptions): Promise<{ data: T; response: Response; attempts: number }>
  /** Sends a call once; returns the response as soon as its headers arrive. */
  open(call: Call, options?: CallOptions): Promise<Response>
  /** Fetches a result from its URL, once, without a key. */
  fetchFile<T>(url: string, read: (response: Response) => Promise<T>, options?: CallOptions): Promise<T>
}

export type TransportSettings = {
  baseURL: string
  /** Null if no key is needed, because the URL itself is the secret. */
  apiKey: string | null | undefined
  maxRetries: number
  timeoutMs: number
  headers: Readonly<Record<string, string>>
  runtime: Runtime
}

export function openTransport(settings: TransportSettings): Transport {
  const { runtime, baseURL } = settings
  const docsUrl = `${baseURL}/docs#errors`

  async function attempt<T>(
    call: Omit<Call, 'doneBefore'>,
    options: CallOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { url, init } = requestOf(settings, call, options)
    const timeoutMs = options.timeoutMs ?? call.timeoutMs ?? settings.timeoutMs
    return exchange(
      runtime,
      { url, init, timeoutMs, ...(options.signal && { signal: options.signal }) },
      async (response) => {
        if (!response.ok) throw await errorOf(response, docsUrl, runtime)
        return read(response)
      },
    )
  }

  return {
    runtime,
    docsUrl,
    maxRetries: settings.maxRetries,
    async json<T>(call: Call<T>, options: CallOptions = {}) {
      const most = options.maxRetries ?? settings.maxRetries
      for (let attempts = 1; ; attempts++) {
        try {
          return await attempt(call, options, async (response) => ({
            data: (await response.json()) as T,
            response,
            attempts,
          }))
        } catch (error) {
          const done = attempts > 1 && error instanceof ApiError ? call.doneBefore?.(error) : undefined
          if (done !== undefined) return { data: done, response: new Response(), attempts }
          if (attempts > most || !mayRepeat(error, call.repeatable)) throw error
          await pause(runtime, pauseBefore(runtime, attempts - 1, error), options.signal)
        }
      }
    },
    open: (call, options = {}) => attempt(call, options, async (response) => response),
    fetchFile: (url, read, { signal, timeoutMs = settings.timeoutMs } = {}) =>
      exchange(runtime, { url, init: {}, timeoutMs, ...(signal && { signal }) }, async (response) => {
        if (!response.ok) throw await errorOf(response, docsUrl, runtime)
        return read(response)
      }),
  }
}

function requestOf(
  settings: TransportSettings,
  call: Omit<Call, 'doneBefore'>,
  options: CallOptions,
): { url: string; init: RequestInit } {
  // Files end with a line break, and keys read from files often still have it.
  const key = settings.apiKey?.trim() ?? ''
  if (key === '' && settings.apiKey !== null)
    throw new MediagenError('There is no API key: pass apiKey to new Mediagen(), or set MEDIAGEN_API_KEY.')
  // The error of fetch for such a header contains the key.
  if (!/^[\x21-\x7e]*$/.test(key))
    throw new MediagenError(
      'The API key contains spaces, line breaks or other invalid characters. Check where it comes from.',
    )
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...settings.headers,
    ...call.headers,
    ...options.headers,
    ...(settings.apiKey === null ? {} : { authorization: `Bearer ${key}` }),
  }
  const query = Object.entries(call.query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const url = `${settings.baseURL}${call.path}${query.length === 0 ? '' : `?${new URLSearchParams(query).toString()}`}`
  if (call.form !== undefined) return { url, init: { method: call.method, headers, body: call.form() } }
  if (call.file !== undefined) {
    headers['content-type'] = 'application/octet-stream'
    return { url, init: { method: call.method, headers, body: call.file } }
  }
  if (call.json === undefined) return { url, init: { method: call.method, headers } }
  headers['content-type'] = 'application/json'
  return { url, init: { method: call.method, headers, body: JSON.stringify(call.json) } }
}

type Exchange = { url: string; init: RequestInit; timeoutMs: number; signal?: AbortSignal }

/** Sends one request and reads its response. Every failure is an error of this package or the reason of an abort. */
async function exchange<T>(
  runtime: Runtime,
  { url, init, timeoutMs, signal }: Exchange,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  throwIfAborted(signal)
  const late = new AbortController()
  const silence = runtime.alarm(timeoutMs, () => late.abort())
  try {
    const both = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal])
    return await read(await runtime.fetch(url, { ...init, signal: both }))
  } catch (error) {
    throwIfAborted(signal)
    if (late.signal.aborted) throw new TimeoutError(`No response from ${url} within ${timeoutMs / 1000} s.`)
    if (error instanceof MediagenError) throw error
    throw new ConnectionError(`The connection to ${url} failed: ${wordsOf(error)}`, { cause: error })
  } finally {
    silence()
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw reasonOf(signal)
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Node reports "fetch failed" and keeps the reason in the cause.
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

async function errorOf(response: Response, docsUrl: string, runtime: Runtime): Promise<ApiError> {
  const text = await response.text()
  const { status, headers } = response
  return apiError({
    ...(bodyOf(text) ?? {
      // Not from the service, but from a proxy or another server.
      code: '',
      message: `HTTP ${status} ${text.slice(0, 200)}`.trim(),
      type: 'api_error' as const,
      param: null,
      request_id: headers.get('x-request-id') ?? 'unknown',
    }),
    status,
    headers,
    docsUrl,
    retryAfterMs: retryAfterMs(headers.get('retry-after'), runtime.now()),
  })
}

function bodyOf(text: string): ErrorBody['error'] | undefined {
  try {
    const { error } = JSON.parse(text) as Partial<ErrorBody>
    return typeof error?.code === 'string' ? error : undefined
  } catch {
    return undefined
  }
}

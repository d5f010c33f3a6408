/** System functions that the client uses; tests can replace them. */
export type Runtime = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Milliseconds since 1970. */
  now: () => number
  /** Calls back once after that many milliseconds; the returned function cancels it. */
  alarm: (ms: number, ring: () => void) => () => void
  /** Unguessable bytes. */
  bytes: (length: number) => Uint8Array
  /** An environment variable, if there is an environment. */
  variable: (name: string) => string | undefined
}

export const systemRuntime: Runtime = {
  // Looked up on every call, because pages and tests replace it after this module has loaded.
  fetch: (url, init) => globalThis.fetch(url, init),
  now: () => Date.now(),
  alarm: (ms, ring) => {
    const timer = setTimeout(ring, ms)
    return () => clearTimeout(timer)
  },
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  variable: (name) => {
    try {
      return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name]
    } catch {
      // Deno throws if the program is not allowed to read its environment.
      return undefined
    }
  },
}

/** Waits; an abort ends the wait with the reason of the signal. */
export function pause(runtime: Runtime, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(reasonOf(signal))
    const onAbort = (): void => {
      silence()
      reject(reasonOf(signal))
    }
    const silence = runtime.alarm(ms, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    return signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** The reason of an aborted signal, as an error to throw. */
export function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : new DOMException('The operation was aborted.', 'AbortError')
}

/** A new unguessable text, such as an idempotency key. */
export function randomWord(runtime: Runtime): string {
  return Array.from(runtime.bytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

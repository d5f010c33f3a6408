/** What the client takes from the machine that it runs on; tests put their own in place. */
export type Runtime = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Milliseconds since 1970. */
  now: () => number
  /** Rings once after so many milliseconds; the answer switches it off. */
  alarm: (ms: number, ring: () => void) => () => void
  /** Unguessable bytes. */
  bytes: (length: number) => Uint8Array
  /** A variable of the environment, where there is one. */
  variable: (name: string) => string | undefined
}

export const systemRuntime: Runtime = {
  // Looked up with every call: pages and tests replace it after this module was loaded.
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
      // Deno throws where the program was not allowed to read its environment.
      return undefined
    }
  },
}

/** Waits; an abort ends it with the signal's reason. */
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

/** Why a signal was aborted, as something that can be thrown. */
export function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : new DOMException('The operation was aborted.', 'AbortError')
}

/** A fresh unguessable word, such as a key for a request that may be repeated. */
export function randomWord(runtime: Runtime): string {
  return Array.from(runtime.bytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

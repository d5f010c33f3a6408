/** Waits for a promise, but no longer than until the signal aborts: then it is left to itself, and undefined is the answer. */
export async function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise: stopped, resolve } = Promise.withResolvers<undefined>()
  const onAbort = (): void => resolve(undefined)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Nobody hears any more of what was left to itself.
    if (signal.aborted) work.catch(() => undefined)
  }
}

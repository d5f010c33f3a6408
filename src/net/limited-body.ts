import type { Readable } from 'node:stream'
import { BodyError } from '../core/body-error.ts'
import { downloadSpeed, type DownloadSpeed } from '../core/files/download-speed.ts'
import type { Clock, GuardedRequest } from '../ports/runtime.ts'
import { detailOf, Refused } from './refused.ts'

const GRACE_MS = 5_000
const WINDOW_MS = 30_000
const LOOK_EVERY_MS = 1_000

type Limits = Pick<GuardedRequest, 'maxBytes' | 'excess' | 'minBytesPerSecond'>

type BodyOptions = {
  readonly source: Readable
  readonly limits: Limits
  readonly declaredBytes: number | undefined
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Frees the connection. Called once the body has ended in any way. */
  readonly close: () => void
}

async function watchSpeed(options: BodyOptions, speed: DownloadSpeed, over: AbortSignal) {
  const slowest = options.limits.minBytesPerSecond ?? 0
  if (slowest <= 0) return
  while (!over.aborted) {
    await options.clock.sleep(LOOK_EVERY_MS, over)
    if (!over.aborted && speed.isTooSlow(options.clock.now())) {
      options.source.destroy(new Refused(`slower than ${slowest} bytes a second`))
      return
    }
  }
}

/** The body as far as the limits let it pass; past them it ends or throws a `BodyError`, and the connection is gone. */
export async function* limitedBody(options: BodyOptions): AsyncGenerator<Uint8Array, void, void> {
  const { source, limits, declaredBytes, clock, signal, close } = options
  const over = new AbortController()
  const bytesPerSecond = limits.minBytesPerSecond ?? 0
  const speed = downloadSpeed({ bytesPerSecond, graceMs: GRACE_MS, windowMs: WINDOW_MS })
  let left = limits.maxBytes
  try {
    if (limits.excess === 'fail' && (declaredBytes ?? 0) > limits.maxBytes) throw tooLarge(limits)
    void watchSpeed(options, speed, over.signal)
    signal.throwIfAborted()
    speed.wait(clock.now())
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      speed.arrived(clock.now(), chunk.length)
      if (chunk.length > left && limits.excess === 'fail') throw tooLarge(limits)
      if (chunk.length >= left && limits.excess === 'cut') {
        if (left > 0) yield chunk.subarray(0, left)
        return
      }
      left -= chunk.length
      yield chunk
      speed.wait(clock.now())
    }
  } catch (error) {
    if (error instanceof BodyError) throw error
    throw new BodyError('unreachable', detailOf(signal.aborted ? signal.reason : error), error)
  } finally {
    over.abort()
    close()
  }
}

function tooLarge(limits: Limits): BodyError {
  return new BodyError('too_large', `more than ${limits.maxBytes} bytes`)
}

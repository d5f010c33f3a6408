import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AppParts, SlotKind } from '../server-parts.ts'
import { keyWatch, type WatchedKey } from './key-watch.ts'
import { slots } from './concurrency-limit.ts'

/** What a long request has while its client is connected. */
export type Connected = {
  /**
   * Aborts once nobody waits for the answer: the client has disconnected, its key has ended, or the service closes.
   * Tasks continue.
   */
  signal: AbortSignal
  /** Aborts once the key no longer works, or loses a permission. */
  keyEnded: WatchedKey['ended']
  /** What the caller may see now: a key that leaves its project keeps only its own tasks. */
  callerNow: WatchedKey['caller']
}

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Holds the request open during the work and, if the work returns a stream, until the stream has closed. Throws
     * `rate_limit_exceeded` if too many are open: before the work, so that a refused client has started nothing.
     */
    whileConnected<T>(kind: SlotKind, work: (connected: Connected) => Promise<T>): Promise<T>
  }
}

// Each part that holds the request open, logs it, measures its pace or writes its answer listens once for its end:
// about a dozen listeners, and Node would report more than ten as a leak.
const MOST_LISTENERS = 20

// One object for all: creating it for each would be a good part of the cost of a short request.
const GONE = new DOMException('The client is gone.', 'AbortError')

/** Calls back when the client has disconnected: at once if it already has. A listener alone would miss that. */
export function onceGone(reply: FastifyReply, then: () => void): void {
  if (reply.raw.destroyed) then()
  else reply.raw.once('close', then)
}

/** Aborts once the client has disconnected. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  onceGone(reply, () => gone.abort(GONE))
  return gone.signal
}

type Held = Connected & { release: () => void }

/**
 * The only owner of what open requests hold: a slot, a watch of their key, and what they read meanwhile. All of it is
 * released once, whenever the client disconnects: before it is taken, while it is held, or after the answer.
 */
export function holdConnections(app: FastifyInstance, parts: AppParts): void {
  const { closing } = parts
  const open = slots(parts.outside?.slots)
  const keys = keyWatch(parts)

  const hold = (reply: FastifyReply, kind: SlotKind): Held => {
    const { caller } = reply.request
    const leave = open.take(kind, caller.id)
    const key = keys.watch(caller)
    const over = new AbortController()
    const end = (): void => over.abort(GONE)
    const release = (): void => {
      end()
      leave()
      key.release()
      reply.raw.off('close', release)
      for (const signal of [closing, key.ended]) signal.removeEventListener('abort', end)
    }
    for (const signal of [closing, key.ended]) {
      if (signal.aborted) end()
      else signal.addEventListener('abort', end)
    }
    reply.raw.setMaxListeners(MOST_LISTENERS)
    onceGone(reply, release)
    return { signal: over.signal, keyEnded: key.ended, callerNow: key.caller, release }
  }

  app.decorateReply('whileConnected', async function (this: FastifyReply, kind, work) {
    const held = hold(this, kind)
    let answer: unknown
    try {
      const done = await work(held)
      answer = done
      return done
    } finally {
      // Not in a `finally` of the code that writes the stream: if the first piece was never requested, it does not run.
      if (answer instanceof Readable && !answer.closed) answer.once('close', held.release)
      else held.release()
    }
  })
}

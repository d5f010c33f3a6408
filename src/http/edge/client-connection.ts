import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AppParts, SlotKind } from '../server-parts.ts'
import { keyWatch } from './key-watch.ts'
import { slots } from './concurrency-limit.ts'

/** What a request that is held open has while its client is there. */
export type Connected = {
  /** Aborts once nobody waits for the answer: the client is gone, its key has ended, or the service closes. Tasks go on. */
  signal: AbortSignal
  /** Aborts once the key works no longer, or for less. */
  keyEnded: AbortSignal
}

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Holds the request open while the work is done, and, where that gives a stream, until the stream has closed. Throws
     * `rate_limit_exceeded` where too many are held open: before the work, so that who is refused has started nothing.
     */
    whileConnected<T>(kind: SlotKind, work: (connected: Connected) => Promise<T>): Promise<T>
  }
}

// Whoever held the request open, logs it, keeps its pace or writes its answer hears of its end once: about a dozen, and Node
// would take more than ten for a leak.
const MOST_LISTENERS = 20

// One for all: made anew for each, it would be a good part of what a short request costs.
const GONE = new DOMException('The client is gone.', 'AbortError')

/** Calls back when the client is gone: at once where it is gone already. A listener alone would never hear of that. */
export function onceGone(reply: FastifyReply, then: () => void): void {
  if (reply.raw.destroyed) then()
  else reply.raw.once('close', then)
}

/** Aborts once the client is gone. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  onceGone(reply, () => gone.abort(GONE))
  return gone.signal
}

type Held = Connected & { release: () => void }

/**
 * The one owner of what requests hold while they are open: a slot, a watch of their key, and what they read meanwhile. All of
 * it is given back once, whenever the client leaves: before it is held, while it is, or after the answer.
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
    return { signal: over.signal, keyEnded: key.ended, release }
  }

  app.decorateReply('whileConnected', async function (this: FastifyReply, kind, work) {
    const held = hold(this, kind)
    let answer: unknown
    try {
      const done = await work(held)
      answer = done
      return done
    } finally {
      // Not in a `finally` of what writes the stream: one that was never asked for its first piece does not run it.
      if (answer instanceof Readable && !answer.closed) answer.once('close', held.release)
      else held.release()
    }
  })
}

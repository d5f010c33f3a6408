import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../ports/runtime.ts'
import { errorAnswer } from '../answer/error-reply.ts'
import { rawAnswer } from '../answer/raw-responses.ts'
import type { PaceRules } from '../server-parts.ts'

/** What is seen of a request at one look. */
export type Sighting = {
  /** Bytes that have come so far. */
  came: number
  /** Whether the whole body is here. */
  isWhole: boolean
  /** Whether bytes wait for us: then we are the slow ones. */
  isHeldBack: boolean
  /** Bytes of answers that the other side has taken so far. */
  taken: number
  /** Whether there are bytes that it has not. */
  isOwed: boolean
}

/** What is wrong with a client: its body comes too slowly, or it does not take its answer. */
export type Fault = 'slow body' | 'stalled answer'

/**
 * Judges one request, look by look. A look counts for the time between two of them, however late it comes: a process that
 * stood still for a minute must not take that for the slowness of its clients.
 */
export function paceJudge(
  rules: PaceRules,
  first: Pick<Sighting, 'came' | 'taken'>,
): (seen: Sighting) => Fault | undefined {
  let waitedMs = 0
  let stalledMs = 0
  let { taken } = first
  return (seen) => {
    if (!seen.isWhole && !seen.isHeldBack) waitedMs += rules.lookEveryMs
    const due = ((waitedMs - rules.graceMs) / 1000) * rules.minBytesPerSecond
    if (!seen.isWhole && waitedMs > rules.graceMs && seen.came - first.came < due) return 'slow body'
    stalledMs = seen.isOwed && seen.taken === taken ? stalledMs + rules.lookEveryMs : 0
    taken = seen.taken
    return stalledMs >= rules.stalledAfterMs ? 'stalled answer' : undefined
  }
}

/** Looks at a request as it is now. */
function sightingOf(request: IncomingMessage, response: ServerResponse): Sighting {
  const { socket } = request
  return {
    came: socket.bytesRead,
    isWhole: request.complete || request.destroyed,
    isHeldBack: request.readableLength > 0,
    taken: socket.bytesWritten - socket.writableLength,
    isOwed: socket.writableLength > 0 && response.headersSent,
  }
}

const KIB = 1024
const SECOND = 1_000

/** What clients can rely on. Written in docs/security.md and docs/errors.md too. */
const USUAL: PaceRules = {
  lookEveryMs: 2 * SECOND,
  // Connections over radio stand still for seconds and then catch up.
  graceMs: 10 * SECOND,
  // A sixteenth of a slow mobile line. Slower, and 64 sockets of nothing would hold pictures on disk for two minutes each.
  minBytesPerSecond: 8 * KIB,
  // A piece of a file has 64 KiB: even a line of 2 KiB/s takes one in time.
  stalledAfterMs: 60 * SECOND,
}

type Judge = ReturnType<typeof paceJudge>

/**
 * Ends requests whose body trickles and answers that nobody takes: each holds a socket, and a file or memory with it, for as
 * long as its client likes.
 */
export function watchPace(app: FastifyInstance, log: Log, rules: PaceRules = USUAL): void {
  // Most are gone before the first look: until then, nothing is made for them.
  const watched = new Map<FastifyReply, Judge | undefined>()
  app.addHook('onRequest', (_request, reply, done) => {
    watched.set(reply, undefined)
    reply.raw.once('close', () => watched.delete(reply))
    done()
  })
  const look = (): void => {
    for (const [reply, judge] of watched) {
      const seen = sightingOf(reply.request.raw, reply.raw)
      if (judge === undefined) watched.set(reply, paceJudge(rules, seen))
      const fault = judge?.(seen)
      if (fault === undefined) continue
      log.info('request given up', { requestId: reply.request.id, reason: fault })
      giveUp(reply, fault, rules)
    }
  }
  const looks = setInterval(look, rules.lookEveryMs).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(looks)
    done()
  })
}

/** Whoever waits for the body learns that the connection broke off, and takes away what there is of it. */
function giveUp({ raw, request }: FastifyReply, fault: Fault, { minBytesPerSecond }: PaceRules): void {
  const { socket } = request.raw
  if (fault === 'stalled answer' || raw.headersSent) return void socket.destroy()
  const message = `The body arrives at less than ${minBytesPerSecond / KIB} KiB/s. Send it again over a faster connection.`
  socket.write(rawAnswer(errorAnswer(new AppError('request_timeout', message), request.id)))
  socket.destroySoon()
}

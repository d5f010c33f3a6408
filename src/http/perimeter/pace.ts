import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../ports/runtime.ts'
import { errorAnswer } from '../answer/error-reply.ts'
import { rawAnswer } from '../answer/raw-responses.ts'
import type { PaceRules } from '../server-parts.ts'

/** The state of a request at one check. */
export type Sighting = {
  /** Bytes that have arrived so far. */
  came: number
  /** Whether the whole body has arrived. */
  isWhole: boolean
  /** Whether bytes wait for us: then we are the slow side. */
  isHeldBack: boolean
  /** Bytes of answers that the client has taken so far. */
  taken: number
  /** Whether there are bytes that it has not taken. */
  isOwed: boolean
}

/** What is wrong with a client: its body arrives too slowly, or it does not take its answer. */
export type Fault = 'slow body' | 'stalled response'

/**
 * Judges one request, check by check. A check covers the time since the previous one, however late it runs: a process
 * that stood still for a minute must not blame its clients.
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
    return stalledMs >= rules.stalledAfterMs ? 'stalled response' : undefined
  }
}

/** Checks the current state of a request. */
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

/** What clients can rely on. docs/security.md and docs/errors.md repeat these numbers. */
const USUAL: PaceRules = {
  lookEveryMs: 2 * SECOND,
  // Radio connections stall for seconds and then catch up.
  graceMs: 10 * SECOND,
  // A sixteenth of a slow mobile connection. At lower speeds, 64 idle sockets would hold pictures on disk for two
  // minutes each.
  minBytesPerSecond: 8 * KIB,
  // A chunk of a file has 64 KiB: even a connection with 2 KiB/s takes one in time.
  stalledAfterMs: 60 * SECOND,
}

type Judge = ReturnType<typeof paceJudge>

/**
 * Ends requests whose body trickles in and answers that nobody takes: each holds a socket, and a file or memory with
 * it, for as long as its client likes.
 */
export function watchPace(app: FastifyInstance, log: Log, rules: PaceRules = USUAL): void {
  // Most are gone before the first check: until then, nothing is allocated for them.
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
      log.info('request aborted', { requestId: reply.request.id, reason: fault })
      giveUp(reply, fault, rules)
    }
  }
  const looks = setInterval(look, rules.lookEveryMs).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(looks)
    done()
  })
}

/** The code that waits for the body learns that the connection was lost, and removes what has arrived. */
function giveUp({ raw, request }: FastifyReply, fault: Fault, { minBytesPerSecond }: PaceRules): void {
  const { socket } = request.raw
  if (fault === 'stalled response' || raw.headersSent) return void socket.destroy()
  const message = `The body arrives at less than ${minBytesPerSecond / KIB} KiB/s. Resend it over a faster connection.`
  socket.write(rawAnswer(errorAnswer(new AppError('request_timeout', message), request.id)))
  socket.destroySoon()
}

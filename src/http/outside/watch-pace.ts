import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../ports/runtime.ts'
import { rawAnswer } from '../answer/bare-requests.ts'
import { errorAnswer } from '../answer/error-reply.ts'
import type { PaceRules } from '../server-parts.ts'
import { paceJudge, sightingOf, type Fault } from './pace.ts'

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
  const message = `The body comes slower than ${minBytesPerSecond / KIB} KiB/s. Send it again over a better line.`
  socket.write(rawAnswer(errorAnswer(new AppError('request_timeout', message), request.id)))
  socket.destroySoon()
}

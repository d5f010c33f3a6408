import type { EngineFailure, EngineJob } from '../../ports/engine.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Fact } from '../failures/answer-facts.ts'
import { judgeStart, type Judging } from '../failures/failure.ts'
import { explainRefusal } from './explain.ts'
import type { MissingSlots } from './workflow.ts'

// A restart of ComfyUI with large models and many custom nodes takes one to three minutes; this is the interval of
// attempts.
const AWAY_PAUSE_MS = 5_000
/** A proxy's answers for a server that is unavailable. */
const GATEWAY = new Set([502, 503, 504, 521, 522, 523])

/** Classifies failed requests. How long to wait for an unavailable server is not decided here. */
export type ComfyJudge = {
  judging(job: EngineJob): Judging
  /** A request that cannot have started anything: a poll, or an upload. */
  harmless(fact: Fact, job: EngineJob): EngineFailure
  /** A start. The next one looks for the job before it sends anything, so even an unanswered one may be repeated. */
  start(fact: Fact, job: EngineJob): EngineFailure
}

/** Whether the server could not be reached. */
export function isAway({ sent, status }: Fact): boolean {
  return status === undefined ? !sent : GATEWAY.has(status)
}

export function comfyJudge(clock: Clock): ComfyJudge {
  const judging = ({ prompt }: EngineJob): Judging => ({
    provider: 'ComfyUI',
    now: clock.now(),
    secrets: [],
    prompt,
  })

  const away = (failure: EngineFailure): EngineFailure => ({
    ...failure,
    final: false,
    reason: 'away',
    retryAfterMs: failure.retryAfterMs ?? AWAY_PAUSE_MS,
  })

  return {
    judging,
    harmless(fact, job) {
      const nothing = fact.status === undefined || isAway(fact)
      const judged = judgeStart(nothing ? { sent: false } : fact, judging(job))
      if (nothing) return away({ ...judged, notStarted: true })
      const final = judged.final && (fact.status ?? 0) >= 400 && (fact.status ?? 0) < 500
      return {
        ...judged,
        code: judged.code === 'start_unknown' ? 'provider_error' : judged.code,
        final,
        notStarted: true,
      }
    },
    start(fact, job) {
      const judged = judgeStart(fact, judging(job))
      const { code } = judged
      // A server that answers success with nonsense would do so again.
      const isYes = fact.status !== undefined && fact.status < 300
      if (code === 'start_unknown' && !isYes) {
        const failure = { ...judged, code: 'provider_error', final: false } as const
        return isAway(fact) ? away(failure) : failure
      }
      if (isAway(fact)) return away(judged)
      const reason = code === 'provider_error' && fact.status === 400 ? explainRefusal(fact.body ?? '') : undefined
      return reason === undefined ? judged : { ...judged, message: `ComfyUI refused the workflow: ${reason}.` }
    },
  }
}

/** A workflow that needs what the task does not have. */
export function judgeMissing({ slots }: MissingSlots): EngineFailure {
  const picture = slots.some((slot) => /frame|reference|image/.test(slot))
  const message = picture
    ? `This model requires pictures that were not sent: ${slots.join(', ')}.`
    : `The workflow requires ${slots.join(', ')}, which this task does not have.`
  return { kind: 'failed', code: picture ? 'invalid_image' : 'provider_error', message, final: true, notStarted: true }
}

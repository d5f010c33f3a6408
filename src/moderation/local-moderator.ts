import type { JudgeSettings } from '../core/moderation.ts'
import type { Images } from '../ports/images.ts'
import type { JudgePicture, ModerationVerdict, Moderator } from '../ports/moderation.ts'
import type { Log } from '../ports/runtime.ts'

type JudgeDeps = { judge: JudgePicture; images: Pick<Images, 'decode'>; log: Log }

// Previews have no larger one.
const MAX_SIDE = 1_024

const REFUSED = 'The rules of this service do not allow this picture, because it is probably not safe for work.'

/** Judges pictures with a model on this machine: references before a start, results after it. Words mean nothing to it. */
export function localModerator({ judge, images, log }: JudgeDeps, settings: JudgeSettings): Moderator {
  const { stages, failsOpen, threshold, timeoutMs } = settings
  let away = false
  const note = (trouble: string | undefined): void => {
    if (trouble !== undefined && !away) log.warn('the local moderation model cannot rate pictures', { reason: trouble })
    if (trouble === undefined && away) log.info('the local moderation model rates pictures again')
    away = trouble !== undefined
  }
  return {
    stages: new Set(stages),
    failsOpen,
    async ask({ files, taskId, stage, keyId }, signal): Promise<ModerationVerdict> {
      // Its time begins when it is looked at: pictures are judged one after the other.
      const limit = (): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      let verdict: ModerationVerdict = { kind: 'allowed' }
      for (const { preview } of files) {
        const found = await scoreOf(preview, keyId)
        if (signal.aborted) return { kind: 'unknown' }
        note('trouble' in found ? found.trouble : undefined)
        if ('trouble' in found) {
          // One of the others may be refused.
          verdict = { kind: 'unknown' }
          continue
        }
        log.debug('a picture was rated', { taskId, stage, score: found.score })
        if (found.score >= threshold) {
          log.info('a picture is over the threshold', { taskId, stage, score: round(found.score), threshold })
          return { kind: 'refused', reason: REFUSED }
        }
      }
      return verdict

      async function scoreOf(shown: string | null, asker: string): Promise<Awaited<ReturnType<JudgePicture>>> {
        if (shown === null) return { trouble: 'there is no picture to rate' }
        const bytes = Buffer.from(shown.slice(shown.indexOf(',') + 1), 'base64')
        try {
          return await judge(await images.decode(bytes, MAX_SIDE, asker), limit)
        } catch (error) {
          return { trouble: error instanceof Error ? error.message : String(error) }
        }
      }
    },
  }
}

const round = (score: number): number => Math.round(score * 1000) / 1000

/** Asks all of them. One refusal is enough; without one, an answer that is missing is missing. */
export function allModerators(moderators: readonly [Moderator, ...Moderator[]]): Moderator {
  return {
    stages: new Set(moderators.flatMap(({ stages }) => [...stages])),
    failsOpen: moderators[0].failsOpen,
    async ask(question, signal) {
      let verdict: ModerationVerdict = { kind: 'allowed' }
      for (const moderator of moderators.filter(({ stages }) => stages.has(question.stage))) {
        const said = await moderator.ask(question, signal)
        if (said.kind === 'refused') return said
        if (said.kind === 'unknown') verdict = said
      }
      return verdict
    },
  }
}

import type { Operation } from '../../core/tasks/task.ts'
import type { Engine, EngineJob, EngineOutput, EngineState } from '../../ports/engine.ts'
import type { Clock } from '../../ports/runtime.ts'
import { readScript, type SandboxScript } from './sandbox-script.ts'
import { standInClip, standInPicture, standInSize } from './stand-in.ts'

const CHECK_EVERY_MS = 1_000
const DEFAULT_SIZE = { width: 1280, height: 720 }

/** An engine for people who integrate: a tiny valid file at once, and whatever trouble the prompt asks for. */
export function sandboxEngine(clock: Clock): Engine {
  const result = async (job: EngineJob, script: SandboxScript): Promise<EngineState> => {
    if (script.failWith !== null) {
      // The message of a timeout says so, wherever it comes from.
      const lead = script.failWith === 'timeout' ? 'The task timed out: the' : 'The'
      const message = `${lead} sandbox was told to fail with ${script.failWith}.`
      return { kind: 'failed', code: script.failWith, message, final: true }
    }
    const { output, warning } = makeOutput(job)
    const unknown = script.unknown.map((text) => `sandbox: the directive [[${text}]] is not known and did nothing`)
    return { kind: 'done', outputs: [output], warnings: [warning, ...unknown] }
  }
  return {
    id: 'sandbox',
    safeToRestart: true,
    free: true,
    inProcess: true,
    concurrency: 64,
    async start(job) {
      const script = readScript(job.prompt)
      if (script.delayMs === 0 && !script.hangs && !script.loses) return result(job, script)
      return running(clock, script, { startedAt: clock.now() })
    },
    async status(operation, job) {
      const script = readScript(job.prompt)
      if (clock.now() < startOf(operation) + script.delayMs) return running(clock, script, operation)
      if (script.loses) {
        // Final: the author of `[[lose]]` wants to see what a lost job looks like, not how it is started again.
        return {
          kind: 'failed',
          code: 'provider_lost_task',
          message: 'The sandbox lost the job, as requested.',
          final: true,
        }
      }
      return script.hangs ? running(clock, script, operation) : result(job, script)
    },
    cancel: async () => {},
    close: async () => {},
  }
}

function running(clock: Clock, script: SandboxScript, operation: Operation): EngineState {
  const elapsed = clock.now() - startOf(operation)
  const left = script.delayMs - elapsed
  const { progressSteps } = script
  if (progressSteps === 0) return { kind: 'running', operation, checkAgainMs: left > 0 ? left : CHECK_EVERY_MS }
  const stepMs = script.delayMs / progressSteps
  const steps = Math.min(progressSteps, Math.floor(elapsed / stepMs))
  const untilNextStep = Math.ceil((steps + 1) * stepMs - elapsed)
  return {
    kind: 'running',
    operation,
    progress: (100 * steps) / progressSteps,
    checkAgainMs: Math.max(1, untilNextStep),
  }
}

function startOf(operation: Operation): number {
  return Number(operation['startedAt'])
}

/** Every parameter changes the colour: developers see that it arrived. */
function wordsOf({ prompt, settings, references }: EngineJob): string {
  const { seconds: _seconds, output_format: _format, ...given } = settings ?? {}
  const roles = references.flatMap(({ named }) => named ?? [])
  const rest = roles.length === 0 ? given : { ...given, roles }
  return Object.keys(rest).length === 0 ? prompt : `${prompt}\n${JSON.stringify(rest)}`
}

function makeOutput(job: EngineJob): { output: EngineOutput; warning: string } {
  const asked = {
    width: job.parameters.width ?? DEFAULT_SIZE.width,
    height: job.parameters.height ?? DEFAULT_SIZE.height,
  }
  const size = standInSize(asked)
  const words = wordsOf(job)
  const picture = { from: 'memory', bytes: standInPicture(size, words) } as const
  const warning = `sandbox: a stand-in of ${size.width}x${size.height} instead of the requested ${asked.width}x${asked.height}`
  if (job.model.kind === 'image') return { output: { content: picture, ...size }, warning }
  const { bytes, durationMs } = standInClip(size, words, job.parameters.settings?.seconds)
  return { output: { content: { from: 'memory', bytes }, cover: picture, ...size, durationMs }, warning }
}

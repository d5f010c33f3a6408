import { basename } from 'node:path'
import type { LocalModel } from '../../core/local-model.ts'
import type { EngineFailure, EngineState, EngineWatch } from '../../ports/engine.ts'
import type { WriteClip } from '../../ports/images.ts'
import type { Log } from '../../ports/runtime.ts'
import { quote } from '../failures/quote.ts'
import { framesOfAvi } from './avi-frames.ts'
import { pictureProblem } from './check-picture.ts'
import type { MadePicture, Trouble } from './loaded-model.ts'
import type { ModelPool } from './model-pool.ts'
import { rungSettings, sizeThatFits } from './out-of-memory.ts'
import type { DriverJob, Phase } from './protocol.ts'

export type Making = { model: LocalModel; job: DriverJob; taskId: string }
export type MakingDeps = {
  pool: ModelPool
  log: Log
  rungs: Map<string, number>
  writeClip?: WriteClip | undefined
}

// Drawing again costs nothing, but a prompt that crashes the library each time must not do so forever.
const MOST_RESTARTS = 2

/** Draws one picture, with as many restarts as are worthwhile. */
export async function makePicture(deps: MakingDeps, making: Making, watch: EngineWatch): Promise<EngineState> {
  const { pool, log, rungs } = deps
  const { model, taskId } = making
  const onProgress = progressOf(watch.onProgress)
  const warnings: string[] = []
  const killed: string[] = []
  for (let restarts = 0; ;) {
    const rung = rungs.get(model.id) ?? 0
    const { outcome, device, remark } = await attempt(deps, making, { rung, watch, onProgress })
    watch.signal.throwIfAborted()
    if (remark !== undefined) warnings[0] = `The result was made on the CPU: ${remark}.`
    if (outcome.kind === 'made') return await done(outcome, making, { warnings, writeClip: deps.writeClip })
    const isAgain = outcome.killedBy === 'SIGKILL' && killed.includes('SIGKILL')
    if (outcome.killedBy !== undefined) killed.push(outcome.killedBy)
    log.warn('a local model produced no result', { taskId, model: model.id, kind: outcome.kind, rung, restarts })
    // A system that is short of memory kills silently; twice is no accident.
    if (outcome.kind === 'memory' || isAgain) {
      if (await pool.endOthers(model.id)) continue
      if (rungSettings(rung + 1, device) === undefined) return tooLarge(making, outcome)
      rungs.set(model.id, rung + 1)
      continue
    }
    if (outcome.kind === 'refused') return failed(making, `failed: ${said(making, outcome)}`)
    if (restarts === MOST_RESTARTS)
      return failed(
        making,
        `${outcome.kind === 'hang' ? 'stopped responding' : 'crashed'} ${restarts + 1} times with this request, so it was not retried: ${said(making, outcome)}`,
      )
    restarts += 1
  }
}

type Attempt = { rung: number; watch: EngineWatch; onProgress: (phase: Phase, step: number, total: number) => void }

async function attempt(
  { pool }: MakingDeps,
  { model, job }: Making,
  { rung, watch: { signal }, onProgress }: Attempt,
): Promise<{ outcome: MadePicture | Trouble; device: 'cpu' | 'gpu'; remark?: string }> {
  const taken = await pool.take(model, rung, signal)
  if (taken.kind !== 'taken') {
    const chosen = await pool.choose(model.driver, signal)
    return { outcome: taken, device: 'kind' in chosen ? 'cpu' : chosen.device }
  }
  const { loaded, chosen, release } = taken
  onProgress('load', 1, 1)
  try {
    const outcome = await loaded.run(job, { signal, onProgress })
    const { device, remark } = chosen
    return { outcome, device, ...(remark === undefined ? {} : { remark }) }
  } finally {
    release()
  }
}

type DoneDeps = { warnings: readonly string[]; writeClip: WriteClip | undefined }

async function done(made: MadePicture, making: Making, deps: DoneDeps): Promise<EngineState> {
  const { warnings } = deps
  const { bytes } = made
  const { job, model } = making
  if (model.kind === 'video') return await clipDone(made, making, deps)
  const wanted = model.does === 'upscale' ? undefined : job
  const found = await pictureProblem(bytes, wanted)
  if ('problem' in found) return noOutput(making, found.problem)
  const { width, height } = found
  return { kind: 'done', outputs: [{ content: { from: 'memory', bytes }, width, height }], ...remarks(warnings) }
}

const USUAL_FRAMES_PER_SECOND = 16

/** The frame rate of this model's clips: Wan was trained on 16 frames per second. */
export function framesPerSecond({ fps }: Readonly<Record<string, unknown>>): number {
  return typeof fps === 'number' && fps > 0 ? fps : USUAL_FRAMES_PER_SECOND
}

/** Drivers write a clip as single pictures in an AVI, which no browser plays. */
async function clipDone(
  { bytes }: MadePicture,
  making: Making,
  { warnings, writeClip }: DoneDeps,
): Promise<EngineState> {
  if (writeClip === undefined) return noOutput(making, 'makes clips, but this process has no encoder for them')
  const frames = framesOfAvi(bytes)
  const [first] = frames
  if (first === undefined) return noOutput(making, 'finished without a clip')
  const perSecond = framesPerSecond(making.job.options)
  const written = await writeClip(frames, perSecond)
  if ('damaged' in written) return noOutput(making, written.damaged)
  const { width, height } = written
  const durationMs = Math.round((frames.length * 1_000) / perSecond)
  const content = { from: 'memory', bytes: written.bytes } as const
  const cover = { from: 'memory', bytes: first } as const
  return { kind: 'done', outputs: [{ content, cover, width, height, durationMs }], ...remarks(warnings) }
}

function remarks(warnings: readonly string[]): { warnings?: string[] } {
  return warnings.length > 0 ? { warnings: [...warnings] } : {}
}

function noOutput({ model }: Making, problem: string): EngineFailure {
  return { kind: 'failed', code: 'no_output', message: `The local model '${model.id}' ${problem}.`, final: true }
}

function failed({ model }: Making, what: string): EngineFailure {
  return { kind: 'failed', code: 'provider_error', message: `The local model '${model.id}' ${what}`, final: true }
}

function tooLarge(making: Making, trouble: Trouble): EngineFailure {
  const { job, model } = making
  const size = sizeThatFits(model.sizes, job.width, job.height)
  const advice = size === undefined ? 'Use a smaller model, or a machine with more memory.' : `Try the size ${size}.`
  return {
    kind: 'failed',
    code: 'unsupported_request',
    message: `This machine has too little memory to make ${job.width}x${job.height} with the local model '${model.id}', even with settings that need less memory. ${advice} (${said(making, trouble)})`,
    final: true,
    notStarted: true,
    reason: 'refused',
  }
}

/** The library's message, for callers: without the prompt, and without the operator's paths. */
function said({ model, job }: Making, { detail }: Trouble): string {
  const paths = [
    ...Object.values(model.files),
    ...(typeof job.options['lora'] === 'string' ? [job.options['lora']] : []),
  ]
  const short = paths.reduce((text, path) => text.replaceAll(path, basename(path)), detail)
  const words = quote(short, { secrets: [], prompt: job.prompt })
  return words === '' ? 'it gave no reason' : words
}

// Roughly each phase's share of a job: what matters is that the number rises, and rises with the steps.
const SPANS: Readonly<Record<Phase, readonly [from: number, to: number]>> = {
  load: [0, 5],
  encode: [5, 10],
  steps: [10, 90],
  decode: [90, 99],
}

/** Turns phases and steps into a number that only rises, whatever a driver reports. */
function progressOf(tell: (percent: number) => void): (phase: Phase, step: number, total: number) => void {
  let highest = 0
  return (phase, step, total) => {
    const [from, to] = SPANS[phase]
    const share = total > 0 ? Math.min(1, step / total) : 0
    const percent = Math.floor(from + (to - from) * share)
    if (percent <= highest) return
    highest = percent
    tell(percent)
  }
}

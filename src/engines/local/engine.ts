import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { LocalModel } from '../../core/local-model.ts'
import type { Model } from '../../core/tasks/model.ts'
import type { Engine, EngineFailure, EngineJob, Probe } from '../../ports/engine.ts'
import type { WriteClip } from '../../ports/images.ts'
import type { Log } from '../../ports/runtime.ts'
import type { ModelSettings } from '../model-settings.ts'
import { LOCAL_WAYS, toldOptions } from '../told-settings.ts'
import { inputPicture, plainPicture } from './input-picture.ts'
import { loraOptions } from './loras.ts'
import { framesPerSecond, makePicture } from './make-picture.ts'
import type { ModelPool } from './model-pool.ts'
import type { DriverJob } from './protocol.ts'
import { RuntimeUnavailable } from './driver-process.ts'

export type LocalEngineOptions = {
  id: string
  concurrency: number
  log: Log
  pool: ModelPool
  modelSettings: (kind: Model['kind'], id: string) => ModelSettings
  /** The model's files and family; undefined for one that is no longer installed. */
  localModel: (kind: Model['kind'], id: string) => LocalModel | undefined
  /** The path of a missing file of the model: the library would report it less clearly, and later. */
  missingFile?: (model: LocalModel) => Promise<string | undefined>
  /** The folder of LoRA files; absent if there is none. */
  loras?: string
  /** Writes the frames of a clip as a file that everybody can play; absent if no clips are made. */
  writeClip?: WriteClip
  probe?: (signal: AbortSignal) => Promise<Probe>
}

/** Neural models on this machine: one process for each loaded model, one job at a time. */
export function localEngine(options: LocalEngineOptions): Engine {
  const { id, concurrency, pool, log } = options
  // The memory settings with which a model succeeded; it need not find out again with each picture.
  const rungs = new Map<string, number>()
  return {
    id,
    // The same seed gives the same picture, and it costs nothing but time.
    safeToRestart: true,
    free: true,
    inProcess: true,
    concurrency,
    async start(job, watch) {
      const { kind } = job.model
      const model = options.localModel(kind, job.model.id)
      if (model === undefined) return unavailable(`The local model '${job.model.id}' is not installed on this machine.`)
      if (model.does === 'moderate')
        return refused(`The model '${job.model.id}' rates pictures but cannot create them.`)
      if (model.does !== 'generate' && job.references.length === 0)
        return refused(`The model '${job.model.id}' ${WORKS_ON[model.does]}: send one as image.`)
      const missing = await options.missingFile?.(model)
      if (missing !== undefined)
        return unavailable(
          `The local model '${model.id}' cannot be loaded: its file ${basename(missing)} is missing. The operator can put it back or remove the model; 'mediagen doctor' shows its path.`,
        )
      const driverJob = await driverJobOf(job, model, options.modelSettings(kind, job.model.id))
      const lora = await loraOf(driverJob, model, options.loras)
      if ('problem' in lora) return refused(`The model '${job.model.id}': ${lora.problem}.`)
      try {
        const making = { model, job: lora.job, taskId: job.taskId }
        const { writeClip } = options
        return await pool.inTurn(watch.signal, () => makePicture({ pool, log, rungs, writeClip }, making, watch))
      } catch (error) {
        if (error instanceof RuntimeUnavailable) return unavailable(error.message)
        throw error
      }
    },
    status: async () => ({ kind: 'failed', code: 'provider_lost_task', message: 'The job was lost.', final: true }),
    cancel: async () => {},
    ...(options.probe === undefined ? {} : { probe: options.probe }),
    close: () => pool.close(),
  }
}

const WORKS_ON = { upscale: 'enlarges a picture', cutout: 'removes the background of a picture' }

function refused(message: string): EngineFailure {
  return { ...unavailable(message), code: 'unsupported_request' }
}

function unavailable(message: string): EngineFailure {
  return { kind: 'failed', code: 'provider_unavailable', message, final: true, notStarted: true, reason: 'refused' }
}

/** A LoRA by its name. The operator's own `sd-server` has its own list. */
async function loraOf(
  job: DriverJob,
  { driver }: LocalModel,
  folder: string | undefined,
): Promise<{ job: DriverJob } | { problem: string }> {
  const { lora, ...options } = job.options
  if (driver !== 'bare' || lora === undefined) return { job }
  const named = await loraOptions(lora, folder)
  return 'problem' in named ? named : { job: { ...job, options: { ...options, ...named.options } } }
}

async function driverJobOf(job: EngineJob, model: LocalModel, settings: ModelSettings): Promise<DriverJob> {
  const { width, height, seed } = job.parameters
  const [usualWidth = 512, usualHeight = usualWidth] = (model.sizes[0] ?? '').split('x').map(Number)
  return {
    prompt: job.prompt,
    width: width ?? usualWidth,
    height: height ?? usualHeight,
    // Without a requested seed, each task has its own, and the same one after a restart.
    seed: seed ?? createHash('sha256').update(`seed ${job.startKey}`).digest().readUInt32BE(0) % 2 ** 31,
    options: withFrames(job, { ...model.defaults, ...toldOptions(job, settings, LOCAL_WAYS) }),
    ...(await picturesOf(job, model)),
  }
}

const USUAL_SECONDS = 2
// The autoencoder of a clip packs this many frames into one, after the first.
const PACKED_FRAMES = 4

/** A clip's length as the library counts it. */
function withFrames(
  { model, parameters }: EngineJob,
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (model.kind !== 'video' || options['video_frames'] !== undefined) return options
  const fps = framesPerSecond(options)
  const seconds = parameters.settings?.seconds ?? USUAL_SECONDS
  const packed = Math.max(1, Math.round((seconds * fps - 1) / PACKED_FRAMES))
  return { ...options, fps, video_frames: packed * PACKED_FRAMES + 1 }
}

/** Its pictures in a form that the driver reads. A graph returns its picture in the original size. */
async function picturesOf(
  { references }: EngineJob,
  { driver }: LocalModel,
): Promise<Pick<DriverJob, 'images'> & Partial<Pick<DriverJob, 'width' | 'height'>>> {
  const [first] = references
  if (driver !== 'onnx' || first === undefined)
    return { images: await Promise.all(references.map((each) => inputPicture(each))) }
  const { image, width, height } = await plainPicture(first)
  return { images: [image], width, height }
}

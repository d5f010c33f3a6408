import { createHash } from 'node:crypto'
import type { LocalModel } from '../../core/local-model.ts'
import type { Model } from '../../core/tasks/model.ts'
import type { Engine, EngineFailure, EngineJob, Probe } from '../../ports/engine.ts'
import type { Log } from '../../ports/runtime.ts'
import type { ModelSettings } from '../model-settings.ts'
import { LOCAL_WAYS, toldOptions } from '../told-settings.ts'
import { inputPicture, plainPicture } from './input-picture.ts'
import { makePicture } from './make-picture.ts'
import type { ModelPool } from './model-pool.ts'
import type { DriverJob } from './protocol.ts'
import { RuntimeUnavailable } from './runtime-unavailable.ts'

export type LocalEngineOptions = {
  id: string
  concurrency: number
  log: Log
  pool: ModelPool
  modelSettings: (kind: Model['kind'], id: string) => ModelSettings
  /** The model's files and family; undefined for one that is no longer installed. */
  localModel: (kind: Model['kind'], id: string) => LocalModel | undefined
  probe?: (signal: AbortSignal) => Promise<Probe>
}

/** Neural models on this machine: one process for each that is loaded, one job at a time. */
export function localEngine(options: LocalEngineOptions): Engine {
  const { id, concurrency, pool, log } = options
  // What a model was found to need less of memory for; it need not find out with each picture.
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
      if (model.does === 'moderate') return refused(`The model '${job.model.id}' judges pictures and makes none.`)
      if (model.does !== 'generate' && job.references.length === 0)
        return refused(`The model '${job.model.id}' ${WORKS_ON[model.does]}: send one as image.`)
      const driverJob = await driverJobOf(job, model, options.modelSettings(kind, job.model.id))
      try {
        const making = { model, job: driverJob, taskId: job.taskId }
        return await pool.inTurn(watch.signal, () => makePicture({ pool, log, rungs }, making, watch))
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

const WORKS_ON = { upscale: 'makes a picture larger', cutout: 'removes the background of a picture' }

function refused(message: string): EngineFailure {
  return { ...unavailable(message), code: 'unsupported_request' }
}

function unavailable(message: string): EngineFailure {
  return { kind: 'failed', code: 'provider_unavailable', message, final: true, notStarted: true, reason: 'refused' }
}

async function driverJobOf(job: EngineJob, model: LocalModel, settings: ModelSettings): Promise<DriverJob> {
  const { width, height, seed } = job.parameters
  const [usualWidth = 512, usualHeight = usualWidth] = (model.sizes[0] ?? '').split('x').map(Number)
  return {
    prompt: job.prompt,
    width: width ?? usualWidth,
    height: height ?? usualHeight,
    // Without a wish of the caller each task has its own, and the same after a restart.
    seed: seed ?? createHash('sha256').update(`seed ${job.startKey}`).digest().readUInt32BE(0) % 2 ** 31,
    options: { ...model.defaults, ...toldOptions(job, settings, LOCAL_WAYS) },
    ...(await picturesOf(job, model)),
  }
}

/** Its pictures in a form that the driver reads. A graph gives its picture back in the size that it came in. */
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

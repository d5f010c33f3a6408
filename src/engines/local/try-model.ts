import type { LocalModel } from '../../core/local-model.ts'
import type { Model } from '../../core/tasks/model.ts'
import type { Engine, EngineReference } from '../../ports/engine.ts'
import type { Clock } from '../../ports/runtime.ts'
import { writePng } from './plain-png.ts'

/** The outcome of a trial: its duration including loading, or why there was no result. */
export type Trial = { what: string; seconds: number; remarks: readonly string[] } | { what: string; trouble: string }

// The smallest size that every architecture supports.
const SIDE = 64
const SOURCE_SIDE = 16
const FRAMES = 5

/** The options that make a trial short. */
export const TRIAL_OPTIONS = { steps: 1, video_frames: FRAMES }

/** The request of a trial, in words; undefined for models that need a picture with content. */
export function trialOf({ does, kind }: Pick<LocalModel, 'does' | 'kind'>): string | undefined {
  if (does === 'upscale') return `${SOURCE_SIDE} x ${SOURCE_SIDE} made larger`
  if (does !== 'generate') return undefined
  return kind === 'video' ? `${FRAMES} frames of ${SIDE} x ${SIDE}, 1 step` : `${SIDE} x ${SIDE}, 1 step`
}

/** Makes something small, like a task: this shows that the model loads, on which device, and that it has a result. */
export async function tryModel(
  engine: Engine,
  { model, what }: { model: Model; what: string },
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<Trial> {
  const began = clock.elapsed()
  const parameters = { width: SIDE, height: SIDE, ratio: '1:1', resolution: null, seed: 7 }
  const references = model.does === 'upscale' ? [await sourcePicture()] : []
  const settings = null
  const words = { taskId: 'trial', prompt: 'a red fox in the snow', startKey: 'trial' }
  const state = await engine.start({ ...words, model, parameters, settings, references }, { signal, onProgress() {} })
  if (state.kind === 'failed') return { what, trouble: state.message }
  if (state.kind === 'running') return { what, trouble: 'it has not ended' }
  return { what, seconds: (clock.elapsed() - began) / 1_000, remarks: state.warnings ?? [] }
}

/** A colour gradient: an upscaler that turns it into a single colour is broken. */
async function sourcePicture(): Promise<EngineReference> {
  const rgba = new Uint8Array(SOURCE_SIDE * SOURCE_SIDE * 4)
  for (let at = 0; at < rgba.length; at += 4) rgba.set([at / 4, 255 - at / 4, 128, 255], at)
  const pixels = { width: SOURCE_SIDE, height: SOURCE_SIDE, rgba }
  const bytes = await writePng(pixels)
  return {
    role: 'source',
    width: SOURCE_SIDE,
    height: SOURCE_SIDE,
    mediaType: 'image/png',
    extension: 'png',
    bytes: async () => bytes,
    mask: async () => bytes,
    pixels: async () => pixels,
  }
}

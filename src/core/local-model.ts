/**
 * The role of a file in a local model, in the terms of stable-diffusion.cpp; `onnx` is a whole model for another
 * program.
 */
export const WEIGHTS_ROLES = [
  'model',
  'diffusion_model',
  'text_encoder',
  'vae',
  'clip_l',
  't5xxl',
  'high_noise_diffusion_model',
  'clip_vision',
  'upscaler',
  'onnx',
] as const

export type WeightsRole = (typeof WEIGHTS_ROLES)[number]

/** A neural model that is installed on this machine. */
export type LocalModel = {
  id: string
  kind: 'image' | 'video'
  does: 'generate' | 'upscale' | 'cutout' | 'moderate'
  /** Such as `flux2-klein`, `sd1`, `sdxl`, `z-image`, `wan`, `esrgan`, `isnet`, `open-nsfw`. */
  family: string
  driver: 'bare' | 'sd-server' | 'onnx'
  /** Absolute paths. */
  files: Readonly<Partial<Record<WeightsRole, string>>>
  /** The supported sizes, such as `1024x1024`; the first is the default. */
  sizes: readonly string[]
  /** Steps, cfg_scale and the like. */
  defaults: Readonly<Record<string, number | string | boolean>>
  memoryBytes?: number
  /** An SPDX id or a name. */
  licence: string
}

/** The architecture of an ONNX graph, from the usual name of its file; undefined if the name says nothing. */
export function onnxFamily(name: string): string | undefined {
  const [, family] = /(isnet|u2-?net|silueta|birefnet|open[-_]?nsfw)/i.exec(name) ?? []
  switch (family?.toLowerCase().replace(/[-_]/g, '')) {
    case 'u2net':
    case 'silueta':
      return 'u2net'
    case 'opennsfw':
      return 'open-nsfw'
    case undefined:
      return undefined
    default:
      return family?.toLowerCase()
  }
}

/** A machine, as far as it determines how long a model takes. */
export type ModelMachine = {
  cores: number
  memoryBytes: number
  /** Absent if there is none, as far as anybody can see. */
  gpu?: { name: string; memoryBytes?: number }
}

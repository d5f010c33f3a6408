import type { LocalModel, WeightsRole } from '../core/local-model.ts'

/** What all models of one architecture have in common. */
export type WeightsFamily = Pick<LocalModel, 'kind' | 'does' | 'driver' | 'sizes' | 'defaults'> & {
  /** The files without which it does not run; the first is the one that it is known by. */
  roles: readonly [WeightsRole, ...WeightsRole[]]
  /** Names of tensors that only this architecture has; all of them must be there. */
  tensors: readonly RegExp[]
}

const PICTURE = { kind: 'image', does: 'generate' } as const
const CUTOUT = {
  kind: 'image',
  does: 'cutout',
  driver: 'onnx',
  roles: ['onnx'],
  sizes: [],
  defaults: {},
  tensors: [],
} as const satisfies WeightsFamily
const LARGE = ['1024x1024', '1152x896', '896x1152', '1344x768', '768x1344'] as const
const SMALL = ['512x512', '768x512', '512x768'] as const

/** Architectures by name, the more particular first: a file is of the first whose tensors it has. */
export const FAMILIES: Readonly<Record<string, WeightsFamily>> = {
  'flux2-klein': {
    ...PICTURE,
    driver: 'bare',
    roles: ['diffusion_model', 'text_encoder', 'vae'],
    sizes: LARGE,
    defaults: { steps: 4, cfg_scale: 1 },
    tensors: [/(?:^|\.)double_stream_modulation_img\./, /(?:^|\.)single_blocks\.0\./],
  },
  'z-image': {
    ...PICTURE,
    driver: 'sd-server',
    roles: ['diffusion_model', 'text_encoder', 'vae'],
    sizes: LARGE,
    defaults: { steps: 8, cfg_scale: 1 },
    tensors: [/(?:^|\.)context_refiner\.0\./, /(?:^|\.)noise_refiner\.0\./],
  },
  'qwen-image': {
    ...PICTURE,
    driver: 'sd-server',
    roles: ['diffusion_model', 'text_encoder', 'vae'],
    sizes: LARGE,
    defaults: { steps: 20, cfg_scale: 2.5 },
    tensors: [/(?:^|\.)transformer_blocks\.0\.attn\.add_q_proj\./, /(?:^|\.)txt_norm\./],
  },
  wan: {
    kind: 'video',
    does: 'generate',
    driver: 'bare',
    roles: ['diffusion_model', 't5xxl', 'vae'],
    // The runtime of npm crashes above this, in the VAE on a GPU.
    sizes: ['576x320', '320x576', '480x272'],
    defaults: { steps: 20, cfg_scale: 6, fps: 16 },
    tensors: [/(?:^|\.)patch_embedding\./, /(?:^|\.)blocks\.0\.cross_attn\./],
  },
  sdxl: {
    ...PICTURE,
    driver: 'bare',
    roles: ['model'],
    sizes: LARGE,
    defaults: { steps: 25, cfg_scale: 6 },
    tensors: [/^conditioner\.embedders\.1\./],
  },
  sd2: {
    ...PICTURE,
    driver: 'bare',
    roles: ['model'],
    sizes: SMALL,
    defaults: { steps: 25, cfg_scale: 7 },
    tensors: [/^cond_stage_model\.model\./, /^model\.diffusion_model\./],
  },
  sd1: {
    ...PICTURE,
    driver: 'bare',
    roles: ['model'],
    sizes: SMALL,
    defaults: { steps: 25, cfg_scale: 7 },
    tensors: [/^cond_stage_model\.transformer\./, /^model\.diffusion_model\./],
  },
  esrgan: {
    kind: 'image',
    does: 'upscale',
    driver: 'bare',
    roles: ['upscaler'],
    sizes: [],
    defaults: {},
    tensors: [/(?:^|\.)conv_first\.weight$/, /rdb1\.conv1\.weight$/i],
  },
  isnet: { ...CUTOUT },
  u2net: { ...CUTOUT },
  birefnet: { ...CUTOUT },
  'open-nsfw': {
    kind: 'image',
    does: 'moderate',
    driver: 'onnx',
    roles: ['onnx'],
    sizes: [],
    defaults: {},
    tensors: [],
  },
}

/** Whether this service runs such a model with the drivers that it has; the files of others can be fetched, for later. */
export function isRunnable(
  { kind, driver }: Pick<LocalModel, 'kind' | 'driver'>,
  drivers: readonly LocalModel['driver'][],
): boolean {
  return !(kind === 'video' && driver === 'sd-server') && drivers.includes(driver)
}

/** Why a model does not run here, in words for operators; undefined where it does. */
export function notRunnable(
  model: Pick<LocalModel, 'kind' | 'driver'>,
  drivers: readonly LocalModel['driver'][],
): string | undefined {
  if (isRunnable(model, drivers)) return undefined
  return isRunnable(model, ['sd-server'])
    ? 'it needs sd-server: set MEDIAGEN_SD_SERVER to its path'
    : 'this version cannot run it, but its files can be downloaded for a later version'
}

/** The architecture of a file with these tensors; undefined where we know none. */
export function familyOf(tensors: readonly string[]): string | undefined {
  const isIn = (pattern: RegExp): boolean => tensors.some((name) => pattern.test(name))
  return Object.entries(FAMILIES).find(([, family]) => family.tensors.length > 0 && family.tensors.every(isIn))?.[0]
}

import type { Lora } from '../loras.ts'
import type { Device, DriverJob, DriverModel } from '../protocol.ts'

const FLAGS = {
  model: '--model',
  diffusion_model: '--diffusion-model',
  text_encoder: '--llm',
  vae: '--vae',
  clip_l: '--clip_l',
  t5xxl: '--t5xxl',
  clip_vision: '--clip_vision',
  high_noise_diffusion_model: '--high-noise-diffusion-model',
} as const

/** How the server is started for a model: its files, its threads, and memory savers. */
export function serverArguments({ files, settings }: DriverModel): string[] {
  const args = Object.entries(FLAGS).flatMap(([role, flag]) => {
    const path = files[role as keyof typeof FLAGS]
    return path === undefined ? [] : [flag, path]
  })
  if (typeof settings['threads'] === 'number') args.push('--threads', String(settings['threads']))
  if (typeof settings['lora_folder'] === 'string') args.push('--lora-model-dir', settings['lora_folder'])
  if (settings['offload_to_cpu'] === true) args.push('--offload-to-cpu')
  if (settings['stream_layers'] === true) args.push('--max-vram', '-1', '--stream-layers')
  // Its output then lists its devices.
  return [...args, '-v']
}

/** Models that look at a picture while they draw; others start from it. */
const LOOKS_AT: readonly string[] = ['flux2-klein', 'qwen-image']

/** A request for a picture in the form of the server's own API. */
export function imageRequest({ family, settings }: DriverModel, job: DriverJob, lora: readonly Lora[]): object {
  const { options, images, prompt, width, height, seed } = job
  const [first] = images
  const given = LOOKS_AT.includes(family) ? { ref_images: images } : first === undefined ? {} : { init_image: first }
  const guidance = present({ txt_cfg: options['cfg_scale'], distilled_guidance: options['guidance'] })
  return {
    prompt,
    width,
    height,
    seed,
    batch_count: 1,
    // The prompt belongs to the caller, and not in the file.
    embed_image_metadata: false,
    output_format: 'png',
    ...present({ negative_prompt: options['negative_prompt'], strength: options['strength'] }),
    sample_params: {
      ...present({
        sample_steps: options['steps'],
        sample_method: options['sampling_method'],
        scheduler: options['scheduler'],
        flow_shift: options['flow_shift'],
      }),
      guidance,
    },
    vae_tiling_params: { enabled: settings['vae_tiling'] === true },
    ...given,
    lora,
  }
}

function present(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null))
}

/** The step in a progress bar such as `|====> | 3/4 - 5.70it/s`; bars with bytes are from loading. */
export function stepIn(text: string): { step: number; total: number } | undefined {
  const [, step, total] = [...text.matchAll(/\|\s*(\d+)\/(\d+)\s*-\s*[\d.]+(?:it\/s|s\/it)/g)].at(-1) ?? []
  return step === undefined ? undefined : { step: Number(step), total: Number(total) }
}

const CARDS: readonly RegExp[] = [
  /^ggml_vulkan: \d+ = (.+?)(?: \||$)/gm,
  /^\s*Device \d+: (.+?)(?:, compute|, gfx|$)/gm,
  /ggml_metal_(?:device_)?init: (?:found device|GPU name): *(.+)$/gm,
]

/** The cards that the server lists at its start; without one, it runs on the processor. */
export function devicesIn(words: string): Device[] {
  const cards = CARDS.flatMap((pattern) => [...words.matchAll(pattern)].map((match) => match[1] ?? ''))
  const listed = [...new Set(cards)].map((description, at): Device => ({ name: `GPU${at}`, description, type: 'gpu' }))
  return [...listed, { name: 'CPU', description: 'the processor', type: 'cpu' }]
}

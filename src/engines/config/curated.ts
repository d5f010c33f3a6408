import type { ModelConfig } from '../define-config.ts'

type Curated = Readonly<Record<string, Omit<ModelConfig, 'engine'>>>

const image = (model: string, more: Partial<ModelConfig> = {}): Omit<ModelConfig, 'engine'> => ({
  kind: 'image',
  model,
  ...more,
})
const video = (model: string, more: Partial<ModelConfig> = {}): Omit<ModelConfig, 'engine'> => ({
  kind: 'video',
  model,
  ...more,
})

const NO_REFERENCES = { references: [] } as const
const FIRST_FRAME = { references: ['first_frame'] } as const
// These take any size in multiples of sixteen up to 3840x2160, from 1:3 to 3:1; the minimum is undocumented. A list
// stays within all of it.
const CUSTOM_SIZES = {
  sizes: [
    '1024x1024',
    '1536x1024',
    '1024x1536',
    '1280x720',
    '720x1280',
    '2048x2048',
    '2048x1152',
    '1152x2048',
    '2560x1440',
    '1440x2560',
    '3840x2160',
    '2160x3840',
  ],
}
// In the words of its own client.
const OPENAI_PROMPT = 32_000
// The parameters that its package has, in OpenAI's own terms. The newer models refuse a transparent background.
const GPT_IMAGE = {
  maxPromptCharacters: OPENAI_PROMPT,
  takes: { quality: ['low', 'medium', 'high'], output_format: ['png', 'jpeg', 'webp'], roles: ['mask'] },
} as const
const GPT_IMAGE_2_5 = {
  ...GPT_IMAGE,
  takes: { ...GPT_IMAGE.takes, quality: ['low', 'medium', 'high', 'xhigh', 'max'] },
} as const
const OLDER_GPT_IMAGE = { ...GPT_IMAGE, takes: { ...GPT_IMAGE.takes, background: ['transparent', 'opaque'] } } as const
const VEO = { seconds: 8, takes: { seconds: [4, 6, 8], negative_prompt: true } } as const
const BFL_FORMATS = { takes: { output_format: ['jpeg', 'png'] } } as const
const BOTH_FRAMES = { references: ['first_frame', 'last_frame'] } as const

/**
 * A small set for each provider whose key is set; the names are the providers' own, so that nobody has to learn ours. A
 * model that its provider shuts down keeps its row, with the date and the successor, so that callers who still ask for
 * it are told.
 */
export const CURATED: Readonly<Record<string, Curated>> = {
  fal: {
    'fal-flux-schnell': image('fal-ai/flux/schnell', NO_REFERENCES),
    'fal-flux-dev': image('fal-ai/flux/dev', {
      ...NO_REFERENCES,
      takes: {
        output_format: ['jpeg', 'png'],
        options: {
          numInferenceSteps: { type: 'integer', minimum: 1, maximum: 50 },
          guidanceScale: { type: 'number', minimum: 1, maximum: 20 },
        },
      },
    }),
    'fal-flux-kontext': image('fal-ai/flux-pro/kontext', {
      ratios: ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '21:9', '9:21'],
      inputs: { aspect_ratio: 'aspect_ratio' },
    }),
    'fal-wan-image-to-video': video('wan/v2.2-a14b/image-to-video', FIRST_FRAME),
    'fal-wan-first-last-frame': video('wan-flf2v', {
      ...BOTH_FRAMES,
      inputs: { first_frame: 'start_image_url', last_frame: 'end_image_url' },
    }),
    'fal-kling-text-to-video': video('kling-video/v2.5-turbo/pro/text-to-video', {
      ...NO_REFERENCES,
      ratios: ['16:9', '9:16', '1:1'],
      seed: false,
    }),
  },
  replicate: {
    'replicate-flux-schnell': image('black-forest-labs/flux-schnell', NO_REFERENCES),
    'replicate-flux-2-pro': image('black-forest-labs/flux-2-pro', { maxReferences: 8 }),
    'replicate-minimax-video': video('minimax/video-01', {
      ...FIRST_FRAME,
      inputs: { first_frame: 'first_frame_image' },
      ratios: ['16:9'],
      seed: false,
    }),
    'replicate-wan-text-to-video': video('wan-video/wan-2.2-t2v-fast', {
      ...NO_REFERENCES,
      ratios: ['16:9', '9:16'],
      resolutions: ['480p', '720p'],
    }),
  },
  google: {
    'gemini-3.1-flash-image': image('gemini-3.1-flash-image'),
    'gemini-3-pro-image': image('gemini-3-pro-image'),
    'gemini-nano-banana-2.1': image('gemini-nano-banana-2.1'),
    // The date as LiteLLM reports it from Google's page (https://ai.google.dev/gemini-api/docs/deprecations).
    'gemini-2.5-flash-image': image('gemini-2.5-flash-image', {
      maxReferences: 3,
      retires: '2027-03-15',
      successor: 'gemini-3.1-flash-image',
    }),
    // The Gemini API has Veo 3.1 only under its preview names; Vertex has it under others.
    'veo-3.1': video('veo-3.1-generate-preview', { ...BOTH_FRAMES, ...VEO }),
    'veo-3.1-fast': video('veo-3.1-fast-generate-preview', { ...BOTH_FRAMES, ...VEO }),
  },
  'google-vertex': {
    'vertex-gemini-image': image('gemini-3.1-flash-image'),
    'vertex-veo-3.1': video('veo-3.1-generate-001', {
      ...BOTH_FRAMES,
      ...VEO,
      takes: { ...VEO.takes, audio: true },
    }),
  },
  openai: {
    'gpt-image-2.6-flare': image('gpt-image-2.6-flare', { ...CUSTOM_SIZES, ...GPT_IMAGE }),
    'gpt-image-2.6-sunburst': image('gpt-image-2.6-sunburst', { ...CUSTOM_SIZES, ...GPT_IMAGE }),
    'gpt-image-2.5-flare': image('gpt-image-2.5-flare', { ...CUSTOM_SIZES, ...GPT_IMAGE_2_5 }),
    'gpt-image-2.5-sunburst': image('gpt-image-2.5-sunburst', { ...CUSTOM_SIZES, ...GPT_IMAGE_2_5 }),
    // Both dates as several others report them from https://developers.openai.com/api/docs/deprecations
    'gpt-image-1': image('gpt-image-1', {
      ...OLDER_GPT_IMAGE,
      retires: '2026-10-23',
      successor: 'gpt-image-2.5-flare',
    }),
    'gpt-image-1-mini': image('gpt-image-1-mini', {
      ...OLDER_GPT_IMAGE,
      retires: '2026-12-01',
      successor: 'gpt-image-2.5-flare',
    }),
  },
  xai: {
    'grok-imagine-image': image('grok-imagine-image'),
    'grok-imagine-video-1.5': video('grok-imagine-video-1.5', { ...FIRST_FRAME, seconds: 6 }),
    'grok-imagine-video': video('grok-imagine-video', { ...FIRST_FRAME, seconds: 6 }),
  },
  alibaba: {
    'wan3.0-video': video('wan3.0-video', {
      ...BOTH_FRAMES,
      ratios: ['16:9', '9:16', '1:1', '4:3', '3:4'],
      resolutions: ['480p', '720p', '1080p'],
    }),
    'wan2.7-t2v': video('wan2.7-t2v', {
      ...NO_REFERENCES,
      ratios: ['16:9', '9:16', '1:1', '4:3', '3:4'],
      resolutions: ['720p', '1080p'],
    }),
    'wan2.6-t2v': video('wan2.6-t2v', NO_REFERENCES),
  },
  bytedance: {
    'seedream-5': image('seedream-5-0-260128'),
    'seedance-2': video('dreamina-seedance-2-0-260128', BOTH_FRAMES),
    // Both are suspect: in China, they ended in July 2026; for the international service, no date was found.
    'seedream-4': image('seedream-4-0-250828'),
    'seedance-1-pro': video('seedance-1-0-pro-250528', BOTH_FRAMES),
  },
  'black-forest-labs': {
    'flux-kontext-pro': image('flux-kontext-pro', BFL_FORMATS),
    'flux-pro-1.1-ultra': image('flux-pro-1.1-ultra', { ...NO_REFERENCES, ...BFL_FORMATS }),
    'flux-3-video': video('flux-3-video', { ...BOTH_FRAMES, seconds: 5, takes: { seconds: { from: 5, to: 20 } } }),
  },
  // An older API of Luma's; its newer models are behind another one, with other keys.
  luma: { 'photon-1': image('photon-1', NO_REFERENCES), 'photon-flash-1': image('photon-flash-1', NO_REFERENCES) },
  prodia: { 'prodia-flux-schnell': image('inference.flux.schnell.txt2img.v2', NO_REFERENCES) },
  togetherai: { 'together-flux-schnell': image('black-forest-labs/FLUX.1-schnell', NO_REFERENCES) },
  fireworks: {
    'fireworks-flux-schnell': image('accounts/fireworks/models/flux-1-schnell-fp8', NO_REFERENCES),
    'fireworks-flux-kontext-pro': image('accounts/fireworks/models/flux-kontext-pro'),
  },
  deepinfra: { 'deepinfra-flux-schnell': image('black-forest-labs/FLUX-1-schnell', NO_REFERENCES) },
  // The date as others report it from AWS's page on the lifecycle of models; no successor is named.
  'amazon-bedrock': {
    'nova-canvas': image('amazon.nova-canvas-v1:0', { ...NO_REFERENCES, retires: '2026-09-30' }),
  },
  gateway: {
    'gateway-flux-2-pro': image('bfl/flux-2-pro', NO_REFERENCES),
    'gateway-veo-3.1': video('google/veo-3.1-generate-001', {
      ...FIRST_FRAME,
      takes: { seconds: [4, 6, 8] },
      ratios: ['16:9', '9:16'],
      resolutions: ['720p', '1080p'],
    }),
  },
}

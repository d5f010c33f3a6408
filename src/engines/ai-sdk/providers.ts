import type { ProviderRow, SdkProvider } from './provider-row.ts'
import * as quirks from './provider-quirks.ts'
import { anySize, ratios, sizes } from './sizes.ts'

const FRAMES = ['first_frame', 'last_frame'] as const
const FRAMES_AND_REFERENCES = [...FRAMES, 'reference'] as const
const SQUARE_FIRST = '1:1 16:9 9:16 4:3 3:4'
const COMMON_RATIOS = `${SQUARE_FIRST} 3:2 2:3`
const WIDE_FIRST = '16:9 9:16 1:1 4:3 3:4'
const OPENAI_SIZES = sizes('1024x1024 1536x1024 1024x1536')
const MULTIPLES_OF_16 = anySize(1024, { min: 256, max: 1440, multipleOf: 16 })

const key = (...names: string[]): Record<string, readonly string[]> => ({ apiKey: names })
const NEEDS_KEY = ['apiKey']

/** Providers are loaded on first use, each from its own package; the packages' types differ where ours need not. */
async function sdk(made: unknown): Promise<SdkProvider> {
  return made as SdkProvider
}

/** Settings are checked when the configuration is read; here they go to a package whose own type we do not repeat. */
const as = (settings: Readonly<Record<string, unknown>>): never => settings as never

/** Every AI SDK provider that we know: a new one is a new row. */
export const PROVIDERS = {
  fal: {
    name: 'fal',
    variables: key('FAL_KEY', 'FAL_API_KEY'),
    needs: NEEDS_KEY,
    load: async (settings) => sdk((await import('@ai-sdk/fal')).createFal(as(settings))),
    optionsKey: 'fal',
    home: 'https://queue.fal.run',
    sizes: { image: ratios(`${SQUARE_FIRST} 16:10 10:16 21:9`), video: ratios(WIDE_FIRST, '480p 720p 1080p') },
    frames: ['first_frame'],
    inputImages: 1,
    forManyImages: { useMultipleImages: true },
    resolution: 'option',
    seed: 'optional',
    ...quirks.falQuirks,
  },
  replicate: {
    name: 'Replicate',
    variables: { apiToken: ['REPLICATE_API_TOKEN'] },
    needs: ['apiToken'],
    check: quirks.bearer('https://api.replicate.com/v1', '/account', 'apiToken'),
    load: async (settings) => sdk((await import('@ai-sdk/replicate')).createReplicate(as(settings))),
    optionsKey: 'replicate',
    home: 'https://api.replicate.com',
    sizes: { image: ratios(COMMON_RATIOS), video: ratios('16:9 9:16 1:1', '480p 720p 1080p') },
    frames: ['first_frame'],
    inputImages: 1,
    resolution: 'option',
    seed: 'optional',
    // The start is answered within a second, so that a crash of ours seldom falls into it; the rest is asked for.
    options: { maxWaitTimeInSeconds: 1 },
    ...quirks.replicateQuirks,
  },
  google: {
    name: 'Google',
    variables: key('GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'),
    needs: NEEDS_KEY,
    check: quirks.googleKey,
    load: async (settings) => sdk((await import('@ai-sdk/google')).createGoogle(as(settings))),
    optionsKey: 'google',
    home: 'https://generativelanguage.googleapis.com',
    sizes: { image: ratios(`${COMMON_RATIOS} 4:5 5:4 21:9`), video: ratios('16:9 9:16', '720p 1080p') },
    frames: FRAMES_AND_REFERENCES,
    framesExcludeReferences: true,
    inputImages: 10,
    resolution: 'size',
    seed: 'optional',
  },
  'google-vertex': {
    name: 'Google Vertex',
    variables: {
      apiKey: ['GOOGLE_VERTEX_API_KEY'],
      project: ['GOOGLE_VERTEX_PROJECT'],
      location: ['GOOGLE_VERTEX_LOCATION'],
    },
    needs: ['project', 'location'],
    load: async (settings) => sdk((await import('@ai-sdk/google-vertex')).createGoogleVertex(as(settings))),
    optionsKey: 'vertex',
    home: 'https://aiplatform.googleapis.com',
    sizes: { image: ratios(COMMON_RATIOS), video: ratios('16:9 9:16', '720p 1080p') },
    frames: FRAMES_AND_REFERENCES,
    framesExcludeReferences: true,
    inputImages: 10,
    resolution: 'size',
    seed: 'optional',
  },
  openai: {
    name: 'OpenAI',
    variables: key('OPENAI_API_KEY'),
    needs: NEEDS_KEY,
    check: quirks.bearer('https://api.openai.com/v1', '/models'),
    load: async (settings) => sdk((await import('@ai-sdk/openai')).createOpenAI(as(settings))),
    optionsKey: 'openai',
    home: 'https://api.openai.com',
    sizes: { image: OPENAI_SIZES },
    inputImages: 10,
    seed: 'none',
  },
  azure: {
    name: 'Azure OpenAI',
    variables: { apiKey: ['AZURE_API_KEY'], resourceName: ['AZURE_RESOURCE_NAME'] },
    needs: ['apiKey', 'resourceName|baseURL'],
    load: async (settings) => sdk((await import('@ai-sdk/azure')).createAzure(as(settings))),
    optionsKey: 'openai',
    home: 'https://azure.microsoft.com',
    sizes: { image: OPENAI_SIZES },
    inputImages: 10,
    seed: 'none',
  },
  xai: {
    name: 'xAI',
    variables: key('XAI_API_KEY'),
    needs: NEEDS_KEY,
    check: quirks.bearer('https://api.x.ai/v1', '/models'),
    load: async (settings) => sdk((await import('@ai-sdk/xai')).createXai(as(settings))),
    optionsKey: 'xai',
    home: 'https://api.x.ai',
    sizes: { image: ratios(COMMON_RATIOS), video: ratios(`${WIDE_FIRST} 3:2 2:3`, '480p 720p') },
    frames: FRAMES_AND_REFERENCES,
    framesExcludeReferences: true,
    inputImages: 3,
    resolution: 'size',
    seed: 'none',
  },
  alibaba: {
    name: 'Alibaba',
    variables: key('ALIBABA_API_KEY', 'DASHSCOPE_API_KEY'),
    needs: NEEDS_KEY,
    load: async ({ baseURL, ...settings }) =>
      sdk(
        (await import('@ai-sdk/alibaba')).createAlibaba(
          as({ ...settings, ...(baseURL === undefined ? {} : { videoBaseURL: baseURL }) }),
        ),
      ),
    optionsKey: 'alibaba',
    home: 'https://dashscope-intl.aliyuncs.com',
    sizes: { video: sizes('1280x720 720x1280 960x960 1088x832 832x1088 1920x1080 1080x1920 1440x1440') },
    frames: FRAMES_AND_REFERENCES,
    inputImages: 0,
    resolution: 'size',
    seed: 'optional',
    ...quirks.alibabaQuirks,
  },
  bytedance: {
    name: 'ByteDance',
    variables: key('ARK_API_KEY'),
    needs: NEEDS_KEY,
    load: async (settings) => sdk((await import('@ai-sdk/bytedance')).createByteDance(as(settings))),
    optionsKey: 'bytedance',
    home: 'https://ark.ap-southeast.bytepluses.com/api/v3',
    sizes: {
      image: sizes('2048x2048 2304x1728 1728x2304 2560x1440 1440x2560 2496x1664 1664x2496'),
      video: ratios(`${WIDE_FIRST} 21:9`, '480p 720p 1080p'),
    },
    frames: FRAMES_AND_REFERENCES,
    framesExcludeReferences: true,
    inputImages: 10,
    resolution: 'option',
    seed: 'optional',
    options: { pollIntervalMs: 1 },
    ...quirks.byteDanceQuirks,
  },
  'black-forest-labs': {
    name: 'Black Forest Labs',
    variables: key('BFL_API_KEY'),
    needs: NEEDS_KEY,
    load: async (settings) => sdk((await import('@ai-sdk/black-forest-labs')).createBlackForestLabs(as(settings))),
    optionsKey: 'blackForestLabs',
    home: 'https://api.bfl.ai',
    sizes: {
      image: ratios(`${COMMON_RATIOS} 21:9 9:21`),
      video: ratios('16:9 9:16 1:1 4:3 3:4 21:9 2:1', '720p 1080p'),
    },
    frames: FRAMES,
    inputImages: 4,
    resolution: 'size',
    seed: 'optional',
    ...quirks.fluxQuirks,
  },
  luma: {
    name: 'Luma',
    variables: key('LUMA_API_KEY'),
    needs: NEEDS_KEY,
    load: async (settings) => sdk((await import('@ai-sdk/luma')).createLuma(as(settings))),
    optionsKey: 'luma',
    home: 'https://api.lumalabs.ai',
    sizes: { image: ratios(`${SQUARE_FIRST} 21:9 9:21`) },
    // Luma takes input pictures by public address only, and ours are private.
    inputImages: 0,
    seed: 'none',
    ...quirks.lumaQuirks,
  },
  prodia: {
    name: 'Prodia',
    variables: key('PRODIA_TOKEN'),
    needs: NEEDS_KEY,
    load: async (settings) => sdk((await import('@ai-sdk/prodia')).createProdia(as(settings))),
    optionsKey: 'prodia',
    home: 'https://inference.prodia.com',
    sizes: { image: MULTIPLES_OF_16, video: ratios('16:9', '480p 720p') },
    frames: ['first_frame'],
    inputImages: 0,
    resolution: 'option',
    seed: 'optional',
  },
  togetherai: {
    name: 'Together AI',
    variables: key('TOGETHER_API_KEY', 'TOGETHER_AI_API_KEY'),
    needs: NEEDS_KEY,
    check: quirks.bearer('https://api.together.xyz/v1', '/models'),
    load: async (settings) => sdk((await import('@ai-sdk/togetherai')).createTogetherAI(as(settings))),
    optionsKey: 'togetherai',
    home: 'https://api.together.xyz',
    sizes: { image: MULTIPLES_OF_16 },
    inputImages: 1,
    seed: 'optional',
  },
  fireworks: {
    name: 'Fireworks',
    variables: key('FIREWORKS_API_KEY'),
    needs: NEEDS_KEY,
    load: async (settings) => sdk((await import('@ai-sdk/fireworks')).createFireworks(as(settings))),
    optionsKey: 'fireworks',
    home: 'https://api.fireworks.ai',
    sizes: { image: ratios(`${COMMON_RATIOS} 4:5 5:4 21:9 9:21`) },
    inputImages: 1,
    seed: 'optional',
    ...quirks.fluxQuirks,
  },
  deepinfra: {
    name: 'DeepInfra',
    variables: key('DEEPINFRA_API_KEY'),
    needs: NEEDS_KEY,
    load: async (settings) => sdk((await import('@ai-sdk/deepinfra')).createDeepInfra(as(settings))),
    optionsKey: 'deepinfra',
    home: 'https://api.deepinfra.com',
    sizes: { image: MULTIPLES_OF_16 },
    inputImages: 1,
    seed: 'optional',
  },
  'amazon-bedrock': {
    name: 'Amazon Bedrock',
    variables: {
      apiKey: ['AWS_BEARER_TOKEN_BEDROCK'],
      region: ['AWS_REGION'],
      accessKeyId: ['AWS_ACCESS_KEY_ID'],
      secretAccessKey: ['AWS_SECRET_ACCESS_KEY'],
      sessionToken: ['AWS_SESSION_TOKEN'],
    },
    needs: ['region', 'apiKey|accessKeyId'],
    load: async (settings) => sdk((await import('@ai-sdk/amazon-bedrock')).createAmazonBedrock(as(settings))),
    optionsKey: 'bedrock',
    home: 'https://bedrock-runtime.us-east-1.amazonaws.com',
    sizes: { image: anySize(1024, { min: 320, max: 2048, multipleOf: 64 }) },
    inputImages: 1,
    seed: 'optional',
  },
  'openai-compatible-images': {
    name: 'the OpenAI-compatible server',
    variables: {},
    needs: ['baseURL'],
    load: async (settings) =>
      sdk((await import('@ai-sdk/openai-compatible')).createOpenAICompatible(as({ name: 'server', ...settings }))),
    optionsKey: 'server',
    home: '',
    sizes: { image: MULTIPLES_OF_16 },
    inputImages: 4,
    seed: 'none',
  },
  gateway: {
    name: 'the AI Gateway',
    variables: key('AI_GATEWAY_API_KEY'),
    needs: NEEDS_KEY,
    load: async (settings) => sdk((await import('@ai-sdk/gateway')).createGateway(as(settings))),
    optionsKey: 'gateway',
    home: 'https://ai-gateway.vercel.sh',
    sizes: { image: ratios(COMMON_RATIOS), video: ratios(WIDE_FIRST, '480p 720p 1080p') },
    frames: FRAMES_AND_REFERENCES,
    inputImages: 4,
    resolution: 'size',
    seed: 'optional',
  },
} as const satisfies Readonly<Record<string, ProviderRow>>

export type ProviderId = keyof typeof PROVIDERS

/** The row of a provider, by its id. */
export function providerRow(id: string): ProviderRow | undefined {
  return Object.hasOwn(PROVIDERS, id) ? PROVIDERS[id as ProviderId] : undefined
}

import type { TaskKind } from '../../core/tasks/model.ts'
import type { PriceRuleConfig } from '../define-config.ts'
import { priceKey, type PriceTable } from './price-table.ts'

type Row = {
  provider: string
  kind: TaskKind
  model: string
  rules: readonly PriceRuleConfig[]
  /** Its source, unless it is the list that all prices are compared with. */
  source?: string
}

/**
 * The date of the public list that all of these were compared with; docs/money.md names it and shows the same table.
 */
export const CURATED_AS_OF = '2026-11-18'

const square = '1024x1024'
const oblong = ['1536x1024', '1024x1536']

/** OpenAI sells by quality and size. If a model's options leave the quality open, the cost is unknown. */
function byQuality(amounts: Readonly<Record<string, readonly [square: number, oblong: number]>>): PriceRuleConfig[] {
  return Object.entries(amounts).flatMap(([quality, [small, large]]) => [
    { when: { size: square, options: { quality } }, perImage: small },
    { when: { size: oblong, options: { quality } }, perImage: large },
  ])
}

const FAL_PAGE = 'https://fal.ai/models'

// OpenAI sells by tokens. These are the tokens of each quality and size at the price per million, as a reseller passes
// them on.
const GPT_IMAGE_2_5 = byQuality({
  low: [0.00588, 0.00474],
  medium: [0.01317, 0.01029],
  high: [0.05268, 0.04116],
  xhigh: [0.09366, 0.07377],
  max: [0.21072, 0.16464],
})
const VEO = [{ when: { resolution: '2160p' }, perSecond: 0.6 }, { perSecond: 0.4 }]

function withSound(rules: readonly PriceRuleConfig[]): PriceRuleConfig[] {
  return rules.map((rule) => ({ ...rule, when: { ...rule.when, audio: true } }))
}

const ROWS: readonly Row[] = [
  { provider: 'openai', kind: 'image', model: 'gpt-image-2.5-flare', rules: GPT_IMAGE_2_5 },
  { provider: 'openai', kind: 'image', model: 'gpt-image-2.5-sunburst', rules: GPT_IMAGE_2_5 },
  {
    provider: 'openai',
    kind: 'image',
    model: 'gpt-image-1',
    rules: byQuality({ low: [0.011, 0.016], medium: [0.042, 0.063], high: [0.167, 0.25] }),
  },
  {
    provider: 'openai',
    kind: 'image',
    model: 'gpt-image-1-mini',
    rules: byQuality({ low: [0.005, 0.006], medium: [0.011, 0.015] }),
  },
  // Up to 2K; larger ones cost more, and only an operator's own option requests them.
  {
    provider: 'google',
    kind: 'image',
    model: 'gemini-3-pro-image',
    rules: [{ perImage: 0.134, perInputImage: 0.0011 }],
  },
  // At 1K, by the price of its tokens; the list has the cost of half that size.
  { provider: 'google', kind: 'image', model: 'gemini-3.1-flash-image', rules: [{ perImage: 0.0672 }] },
  { provider: 'google', kind: 'image', model: 'gemini-nano-banana-2.1', rules: [{ perImage: 0.0336 }] },
  { provider: 'google', kind: 'image', model: 'gemini-2.5-flash-image', rules: [{ perImage: 0.039 }] },
  { provider: 'google', kind: 'video', model: 'veo-3.1-generate-preview', rules: VEO },
  {
    provider: 'google',
    kind: 'video',
    model: 'veo-3.1-fast-generate-preview',
    rules: [
      { when: { resolution: '1080p' }, perSecond: 0.12 },
      { when: { resolution: '2160p' }, perSecond: 0.3 },
      { perSecond: 0.1 },
    ],
  },
  {
    provider: 'google-vertex',
    kind: 'image',
    model: 'gemini-3.1-flash-image',
    rules: [{ perImage: 0.0672, perInputImage: 0.00056 }],
  },
  // The list has the price with sound; without it, Vertex charges less, but the amount is unknown here.
  { provider: 'google-vertex', kind: 'video', model: 'veo-3.1-generate-001', rules: withSound(VEO) },
  { provider: 'xai', kind: 'image', model: 'grok-imagine-image', rules: [{ perImage: 0.02 }] },
  {
    provider: 'xai',
    kind: 'video',
    model: 'grok-imagine-video-1.5',
    rules: [
      { when: { resolution: '1080p' }, perSecond: 0.25, perInputImage: 0.01 },
      { when: { resolution: '720p' }, perSecond: 0.14, perInputImage: 0.01 },
      { perSecond: 0.08, perInputImage: 0.01 },
    ],
  },
  {
    provider: 'xai',
    kind: 'video',
    model: 'grok-imagine-video',
    rules: [
      { when: { resolution: '720p' }, perSecond: 0.07, perInputImage: 0.002 },
      { perSecond: 0.05, perInputImage: 0.002 },
    ],
  },
  { provider: 'black-forest-labs', kind: 'image', model: 'flux-kontext-pro', rules: [{ perImage: 0.04 }] },
  { provider: 'black-forest-labs', kind: 'image', model: 'flux-pro-1.1-ultra', rules: [{ perImage: 0.06 }] },
  // Megapixels rounded up, as fal's own page counts; the list has one image of that size.
  {
    provider: 'fal',
    kind: 'image',
    model: 'fal-ai/flux/schnell',
    rules: [{ perMegapixel: 0.003, wholeMegapixels: true }],
  },
  {
    provider: 'fal',
    kind: 'image',
    model: 'fal-ai/flux/dev',
    rules: [{ perMegapixel: 0.025, wholeMegapixels: true }],
  },
  {
    provider: 'fal',
    kind: 'video',
    model: 'wan-flf2v',
    rules: [
      { when: { resolution: '480p' }, perTask: 0.2 },
      { when: { resolution: '720p' }, perTask: 0.4 },
    ],
    source: `${FAL_PAGE}/fal-ai/wan-flf2v`,
  },
  {
    provider: 'fal',
    kind: 'image',
    model: 'fal-ai/flux-pro/kontext',
    rules: [{ perImage: 0.04 }],
    source: `${FAL_PAGE}/fal-ai/flux-pro/kontext`,
  },
  // At 580p, which only an operator's own option requests, the price is in between.
  {
    provider: 'fal',
    kind: 'video',
    model: 'wan/v2.2-a14b/image-to-video',
    rules: [
      { when: { resolution: '480p' }, perSecond: 0.04 },
      { when: { resolution: '720p' }, perSecond: 0.08 },
    ],
    source: `${FAL_PAGE}/fal-ai/wan/v2.2-a14b/image-to-video`,
  },
  // In Singapore, where the package calls; a server in China has another URL, and no price here.
  {
    provider: 'alibaba',
    kind: 'video',
    model: 'wan3.0-video',
    rules: [
      { when: { resolution: '480p' }, perSecond: 0.05 },
      { when: { resolution: '720p' }, perSecond: 0.1 },
      { when: { resolution: '1080p' }, perSecond: 0.2 },
    ],
  },
  {
    provider: 'alibaba',
    kind: 'video',
    model: 'wan2.7-t2v',
    rules: [
      { when: { resolution: '720p' }, perSecond: 0.1 },
      { when: { resolution: '1080p' }, perSecond: 0.15 },
    ],
  },
  {
    provider: 'bytedance',
    kind: 'image',
    model: 'seedream-4-0-250828',
    rules: [{ perImage: 0.03 }],
    source: 'https://docs.byteplus.com/en/docs/Byteplus_LAS/Large_model_billing',
  },
  // How other sizes are counted is not documented there.
  {
    provider: 'replicate',
    kind: 'image',
    model: 'black-forest-labs/flux-schnell',
    rules: [{ perImage: 0.003 }],
    source: 'https://replicate.com/pricing',
  },
]

/** The prices of ready-made models, if a public list has them and nothing that we know contradicts it. */
export const CURATED_PRICES: PriceTable = new Map(
  ROWS.map(({ provider, kind, model, rules }) => [priceKey(provider, kind, model), { rules, asOf: CURATED_AS_OF }]),
)

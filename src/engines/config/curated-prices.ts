import type { TaskKind } from '../../core/model.ts'
import type { PriceRuleConfig } from '../define-config.ts'
import { priceKey, type PriceTable } from './price-table.ts'

type Row = { provider: string; kind: TaskKind; model: string; rules: readonly PriceRuleConfig[] }

/** The day of the public list that all of these were compared with; docs/money.md names it and shows the same table. */
export const CURATED_AS_OF = '2026-08-08'

const square = '1024x1024'
const oblong = ['1536x1024', '1024x1536']

/** OpenAI sells by quality and size. Where a model's options leave the quality open, nobody knows what it costs. */
function byQuality(amounts: Readonly<Record<string, readonly [square: number, oblong: number]>>): PriceRuleConfig[] {
  return Object.entries(amounts).flatMap(([quality, [small, large]]) => [
    { when: { size: square, options: { quality } }, perImage: small },
    { when: { size: oblong, options: { quality } }, perImage: large },
  ])
}

const ROWS: readonly Row[] = [
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
  // Up to 2K; larger ones cost more, and only an option of the operator's own asks for them.
  {
    provider: 'google',
    kind: 'image',
    model: 'gemini-3-pro-image',
    rules: [{ perImage: 0.134, perInputImage: 0.0011 }],
  },
  { provider: 'google', kind: 'image', model: 'gemini-2.5-flash-image', rules: [{ perImage: 0.039 }] },
  { provider: 'google', kind: 'video', model: 'veo-3.1-generate-preview', rules: [{ perSecond: 0.4 }] },
  { provider: 'google', kind: 'video', model: 'veo-3.1-fast-generate-preview', rules: [{ perSecond: 0.15 }] },
  {
    provider: 'google-vertex',
    kind: 'image',
    model: 'gemini-3.1-flash-image',
    rules: [{ perImage: 0.0672, perInputImage: 0.00056 }],
  },
  { provider: 'google-vertex', kind: 'video', model: 'veo-3.1-generate-001', rules: [{ perSecond: 0.4 }] },
  { provider: 'black-forest-labs', kind: 'image', model: 'flux-kontext-pro', rules: [{ perImage: 0.04 }] },
  { provider: 'black-forest-labs', kind: 'image', model: 'flux-pro-1.1-ultra', rules: [{ perImage: 0.06 }] },
]

/** What ready-made models cost, where a public list says so and nothing that we know contradicts it. */
export const CURATED_PRICES: PriceTable = new Map(
  ROWS.map(({ provider, kind, model, rules }) => [priceKey(provider, kind, model), { rules, asOf: CURATED_AS_OF }]),
)

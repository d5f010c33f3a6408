import type { TaskKind } from '../../core/tasks/model.ts'
import type { PriceRuleConfig } from '../define-config.ts'

type Entry = Readonly<Record<string, unknown>>

/** The rules of one entry without its own conditions, or why it has none; `note` is what they leave out. */
export type EntryRules = { rules: readonly PriceRuleConfig[]; note?: string } | { why: string }

const MOST_USD = 100_000
const PIXELS_OF_A_MEGAPIXEL = 1_000_000
const A_SECOND = /^output_cost_per_(?:video_per_)?second(?:_(480p|720p|1080p|2160p|4k))?$/
const TOKENS = /_per_(?:\w+_)?token$/

/** An entry in our own rules. Nothing is guessed: ambiguous entries are not used. */
export function entryRules(kind: TaskKind, entry: Entry, believeZero: boolean): EntryRules {
  const odd = Object.entries(entry).find(([name, value]) => isAmountName(name) && !isAmount(value))
  if (odd !== undefined) return { why: `${odd[0]} is not an amount` }
  const found = kind === 'image' ? imageRules(entry) : videoRules(entry)
  if ('why' in found) return found
  const amounts = found.rules.flatMap((rule) => Object.values(rule).filter((value) => typeof value === 'number'))
  if (amounts.includes(0) && !believeZero)
    return { why: 'its price is 0, which is unlikely for a paid provider; --believe-zero accepts it' }
  if (amounts.some((usd) => usd > 0 && usd < 1e-9)) return { why: 'its amount is too small to count' }
  return found
}

function imageRules(entry: Entry): EntryRules {
  const output = amount(entry, 'output_cost_per_image')
  const input = amount(entry, 'input_cost_per_image')
  const pixels = [amount(entry, 'input_cost_per_pixel'), amount(entry, 'output_cost_per_pixel')].filter(
    (each) => each !== undefined,
  )
  const note = hasTokens(entry) ? { note: 'its prompt is also billed by tokens, which is not included' } : {}
  if (output !== undefined && output === input)
    return { why: 'an input picture and an output picture cost the same: it may be a single price' }
  if (output !== undefined)
    return { rules: [{ perImage: rounded(output), ...(input ? { perInputImage: rounded(input) } : {}) }], ...note }
  // Without an output price, this is the list's way to write the price of a generated picture.
  if (input !== undefined) return { rules: [{ perImage: rounded(input) }], ...note }
  if (pixels.length > 0) {
    const each = pixels.reduce((sum, usd) => sum + usd, 0)
    return { rules: [{ perMegapixel: rounded(each * PIXELS_OF_A_MEGAPIXEL) }], ...note }
  }
  return {
    why: hasTokens(entry) ? 'it is billed per token, and results do not report their token count' : 'it has no amount',
  }
}

/** Resolutions first: the amount without one is for all others. */
function videoRules(entry: Entry): EntryRules {
  const rules = Object.keys(entry).flatMap((name): PriceRuleConfig[] => {
    const match = A_SECOND.exec(name)
    const usd = amount(entry, name)
    if (match === null || usd === undefined) return []
    const resolution = match[1] === '4k' ? '2160p' : match[1]
    return [{ ...(resolution === undefined ? {} : { when: { resolution } }), perSecond: rounded(usd) }]
  })
  const open = rules.filter(({ when }) => when === undefined)
  if (open.length > 1 && open.some(({ perSecond }) => perSecond !== open[0]?.perSecond))
    return { why: 'it has two prices per second' }
  const sorted = [...rules.filter(({ when }) => when !== undefined), ...open.slice(0, 1)]
  return sorted.length === 0 ? { why: 'it has no price per second' } : { rules: sorted }
}

function isAmountName(name: string): boolean {
  return /^(?:in|out)put_cost_per_(?:image|pixel)$/.test(name) || A_SECOND.test(name)
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= MOST_USD
}

function amount(entry: Entry, name: string): number | undefined {
  const value = entry[name]
  return isAmount(value) ? value : undefined
}

function hasTokens(entry: Entry): boolean {
  return Object.entries(entry).some(([name, value]) => TOKENS.test(name) && typeof value === 'number' && value > 0)
}

/** To the billionth of a dollar, as prices are counted. */
function rounded(usd: number): number {
  return Number(usd.toFixed(9))
}

/** Which entries belong to which of our providers. Some names start with the provider, some do not. */
const PROVIDERS: Readonly<Record<string, { provider: string; prefixes: readonly string[] }>> = {
  openai: { provider: 'openai', prefixes: ['openai/'] },
  azure: { provider: 'azure', prefixes: ['azure/'] },
  gemini: { provider: 'google', prefixes: ['gemini/'] },
  vertex_ai: { provider: 'google-vertex', prefixes: ['vertex_ai/'] },
  fal_ai: { provider: 'fal', prefixes: ['fal_ai/'] },
  black_forest_labs: { provider: 'black-forest-labs', prefixes: ['black_forest_labs/'] },
  fireworks_ai: { provider: 'fireworks', prefixes: ['fireworks_ai/'] },
  bedrock: { provider: 'amazon-bedrock', prefixes: ['bedrock/'] },
  xai: { provider: 'xai', prefixes: ['xai/'] },
  together_ai: { provider: 'togetherai', prefixes: ['together_ai/'] },
  deepinfra: { provider: 'deepinfra', prefixes: ['deepinfra/'] },
  replicate: { provider: 'replicate', prefixes: ['replicate/'] },
  dashscope: { provider: 'alibaba', prefixes: ['dashscope/'] },
  vercel_ai_gateway: { provider: 'gateway', prefixes: ['vercel_ai_gateway/'] },
}

const KINDS: Readonly<Record<string, TaskKind>> = {
  image_generation: 'image',
  image_edit: 'image',
  video_generation: 'video',
}

const QUALITY = /^(?:low|medium|high|standard|hd|auto)$/
const SIZE = /^(\d{2,5})-x-(\d{2,5})$/
// A number of steps, and sizes that are not real ones.
const OTHER_CONDITION = /-steps$|-x-/

/** The subject of an entry, from its name: which model, and at which quality and size. */
export type Subject = {
  provider: string
  kind: TaskKind
  model: string
  quality: string | undefined
  size: string | undefined
  /** A condition that rules here do not have. */
  other: string | undefined
}

/** The subject of an entry; undefined if it is about nothing that is made here. */
export function subjectOf(name: string, entry: Readonly<Record<string, unknown>>): Subject | undefined {
  const { litellm_provider: by, mode } = entry
  const kind = typeof mode === 'string' && Object.hasOwn(KINDS, mode) ? KINDS[mode] : undefined
  // Google's entries are distinguished further: vertex_ai-image-models, vertex_ai-video-models.
  const family = typeof by === 'string' ? by.replace(/^(vertex_ai)-.*$/, '$1') : ''
  const known = Object.hasOwn(PROVIDERS, family) ? PROVIDERS[family] : undefined
  if (kind === undefined || known === undefined) return undefined
  const bare = (text: string): string => {
    const prefix = known.prefixes.find((each) => text.startsWith(each)) ?? ''
    return text.slice(prefix.length)
  }
  const parts = bare(name).split('/')
  const subject: Subject = {
    provider: known.provider,
    kind,
    model: '',
    quality: undefined,
    size: undefined,
    other: undefined,
  }
  while (parts.length > 1) {
    const [part = ''] = parts
    const size = SIZE.exec(part)
    if (QUALITY.test(part)) subject.quality = part
    else if (size !== null) subject.size = `${size[1]}x${size[2]}`
    else if (OTHER_CONDITION.test(part)) subject.other = part
    else break
    parts.shift()
  }
  return { ...subject, model: bare(parts.join('/')) }
}

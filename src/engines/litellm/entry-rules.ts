import type { TaskKind } from '../../core/tasks/model.ts'
import type { PriceRuleConfig } from '../define-config.ts'

type Entry = Readonly<Record<string, unknown>>

/** The rules of one entry without its own conditions, or why it has none; `note` is what they leave out. */
export type EntryRules = { rules: readonly PriceRuleConfig[]; note?: string } | { why: string }

const MOST_USD = 100_000
const PIXELS_OF_A_MEGAPIXEL = 1_000_000
const A_SECOND = /^output_cost_per_(?:video_per_)?second(?:_(480p|720p|1080p|2160p|4k))?$/
const TOKENS = /_per_(?:\w+_)?token$/

/** What an entry says, in rules of ours. Nothing is guessed: what could mean two things is not taken. */
export function entryRules(kind: TaskKind, entry: Entry, believeZero: boolean): EntryRules {
  const odd = Object.entries(entry).find(([name, value]) => isAmountName(name) && !isAmount(value))
  if (odd !== undefined) return { why: `${odd[0]} is not an amount` }
  const found = kind === 'image' ? imageRules(entry) : videoRules(entry)
  if ('why' in found) return found
  const amounts = found.rules.flatMap((rule) => Object.values(rule).filter((value) => typeof value === 'number'))
  if (amounts.includes(0) && !believeZero)
    return { why: 'it says 0, which is not believed of a provider that is paid; --believe-zero takes it' }
  if (amounts.some((usd) => usd > 0 && usd < 1e-9)) return { why: 'its amount is too small to count' }
  return found
}

function imageRules(entry: Entry): EntryRules {
  const output = amount(entry, 'output_cost_per_image')
  const input = amount(entry, 'input_cost_per_image')
  const pixels = [amount(entry, 'input_cost_per_pixel'), amount(entry, 'output_cost_per_pixel')].filter(
    (each) => each !== undefined,
  )
  const note = hasTokens(entry) ? { note: 'its prompt is paid by tokens too, which is left out' } : {}
  if (output !== undefined && output === input)
    return { why: 'a picture in and a picture out cost the same: it may be one price' }
  if (output !== undefined)
    return { rules: [{ perImage: rounded(output), ...(input ? { perInputImage: rounded(input) } : {}) }], ...note }
  // Where nothing is said of output, this is how the list writes what a picture costs that is made.
  if (input !== undefined) return { rules: [{ perImage: rounded(input) }], ...note }
  if (pixels.length > 0) {
    const each = pixels.reduce((sum, usd) => sum + usd, 0)
    return { rules: [{ perMegapixel: rounded(each * PIXELS_OF_A_MEGAPIXEL) }], ...note }
  }
  return { why: hasTokens(entry) ? 'it counts by tokens, of which a result tells nothing' : 'it names no amount' }
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
    return { why: 'it names two amounts for a second' }
  const sorted = [...rules.filter(({ when }) => when !== undefined), ...open.slice(0, 1)]
  return sorted.length === 0 ? { why: 'it names no amount for a second' } : { rules: sorted }
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

/** To the billionth that prices are counted to. */
function rounded(usd: number): number {
  return Number(usd.toFixed(9))
}

import type { TaskKind } from '../../core/tasks/model.ts'
import type { Price, PriceCondition, PriceRule, PriceSource, PriceUnit } from '../../core/money/price.ts'
import type { PriceConfig, PriceRuleConfig } from '../define-config.ts'
import type { AmountName } from './check-price.ts'
import { CURATED_PRICES } from './curated-prices.ts'
import { priceKey, type PriceTable } from './price-table.ts'

export type PriceInput = {
  asked: PriceConfig | undefined
  kind: TaskKind
  /** Its seller and its name there; undefined if it has no list price, as on one's own server. */
  sold: { provider: string; model: string } | undefined
  /** The options sent to the provider with every job. */
  options: Readonly<Record<string, unknown>>
  imported: PriceTable
  /** Whether callers choose the quality: then rules check each request for it, and not the model's options. */
  choosesQuality: boolean
}

const UNIT_OF = {
  perTask: 'task',
  perImage: 'image',
  perInputImage: 'input_image',
  perSecond: 'second',
  perMegapixel: 'megapixel',
} as const satisfies Record<AmountName, PriceUnit>

/** The price of a model: from its config, the imported prices, or the bundled ones; undefined if unknown. */
export function planPrice({ asked, kind, sold, imported, ...own }: PriceInput): Price | undefined {
  if (asked !== undefined) return priceFrom([asked].flat(), own, 'config', null)
  if (sold === undefined) return undefined
  const key = priceKey(sold.provider, kind, sold.model)
  const bought = imported.get(key)
  if (bought !== undefined) return priceFrom(bought.rules, own, 'imported', bought.asOf)
  const curated = CURATED_PRICES.get(key)
  return curated === undefined ? undefined : priceFrom(curated.rules, own, 'curated', curated.asOf)
}

/** Options are the same for every job, so rules for other options never apply and are left out here. */
function priceFrom(
  rules: readonly PriceRuleConfig[],
  { options, choosesQuality }: Pick<PriceInput, 'options' | 'choosesQuality'>,
  source: PriceSource,
  asOf: string | null,
): Price | undefined {
  const asked = choosesQuality ? rules.map(qualityAsked) : rules
  const own = asked.filter(({ when }) =>
    Object.entries(when?.options ?? {}).every(([name, value]) => options[name] === value),
  )
  return own.length === 0 ? undefined : { rules: own.map(ruleFrom), source, asOf }
}

/** A rule for an option that callers choose becomes a rule for their choice. */
function qualityAsked(rule: PriceRuleConfig): PriceRuleConfig {
  const { quality, ...options } = rule.when?.options ?? {}
  return typeof quality === 'string' ? { ...rule, when: { ...rule.when, options, quality } } : rule
}

function ruleFrom(rule: PriceRuleConfig): PriceRule {
  const amounts = Object.entries(UNIT_OF).flatMap(([name, unit]) => {
    const usd = rule[name as AmountName]
    return usd === undefined ? [] : [[unit, usd] as const]
  })
  return {
    when: conditionFrom(rule.when ?? {}),
    usd: Object.fromEntries(amounts),
    wholeMegapixels: rule.wholeMegapixels === true,
  }
}

type When = NonNullable<PriceRuleConfig['when']>

function conditionFrom({ size, resolution, maxPixels, audio, quality }: When): PriceCondition {
  return {
    ...(size === undefined ? {} : { sizes: [size].flat() }),
    ...(resolution === undefined ? {} : { resolutions: [resolution].flat() }),
    ...(maxPixels === undefined ? {} : { maxPixels }),
    ...(audio === undefined ? {} : { audio }),
    ...(quality === undefined ? {} : { qualities: [quality].flat() }),
  }
}

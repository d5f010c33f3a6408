import { priceText } from './money-text.ts'

/** The unit that an amount is counted for. */
export const PRICE_UNITS = ['task', 'image', 'input_image', 'second', 'megapixel'] as const
export type PriceUnit = (typeof PRICE_UNITS)[number]

/**
 * The source of a price. Built-in models cost nothing; the config overrides imported prices, which override bundled
 * ones.
 */
export const PRICE_SOURCES = ['built-in', 'config', 'imported', 'curated'] as const
export type PriceSource = (typeof PRICE_SOURCES)[number]

/** The results that a rule applies to, by their measurements; unnamed properties do not matter. */
export type PriceCondition = {
  /** Such as `1024x1024`, within the usual tolerance for sizes. */
  sizes?: readonly string[]
  /** Such as `720p`. */
  resolutions?: readonly string[]
  /** The maximum of width times height. */
  maxPixels?: number
  /** With sound, or without. */
  audio?: boolean
  /** Such as `high`: the requested quality, or the model's default. */
  qualities?: readonly string[]
}

/** One line of a price list: US dollars per unit, added up. */
export type PriceRule = {
  when: PriceCondition
  usd: Readonly<Partial<Record<PriceUnit, number>>>
  /** Megapixels are rounded up, each being 1024 times 1024; otherwise they are counted to the pixel, a million each. */
  wholeMegapixels: boolean
}

/** The price of a model. The first matching rule applies; if none matches, the cost is unknown. */
export type Price = {
  rules: readonly PriceRule[]
  source: PriceSource
  /** The date of the price, such as `2026-08-08`; null if unknown. */
  asOf: string | null
}

const UNIT_WORDS = {
  task: 'a task',
  image: 'an image',
  input_image: 'an input image',
  second: 'a second',
  megapixel: 'a megapixel',
} as const satisfies Record<PriceUnit, string>

/** A price with a single amount, whatever is made. */
export function onePrice(unit: PriceUnit, usd: number, source: PriceSource = 'config'): Price {
  return { rules: [{ when: {}, usd: { [unit]: usd }, wholeMegapixels: false }], source, asOf: null }
}

/** What is made here costs nothing, and that is known. */
export const FREE: Price = onePrice('task', 0, 'built-in')

/** Whether nothing can cost anything, however it ends. */
export function isFree({ rules }: Price): boolean {
  return rules.every(({ usd }) => Object.values(usd).every((amount) => amount === 0))
}

/** The only amount; undefined if there are rules, parts or conditions. */
export function soleAmount({ rules }: Price): { per: PriceUnit; usd: number } | undefined {
  const [rule, ...others] = rules
  if (rule === undefined || others.length > 0 || Object.keys(rule.when).length > 0) return undefined
  const [amount, ...more] = amountsOf(rule)
  return amount === undefined || more.length > 0 ? undefined : { per: amount[0], usd: amount[1] }
}

/** The amounts of a rule, in the order of the units. */
export function amountsOf({ usd }: PriceRule): [PriceUnit, number][] {
  return PRICE_UNITS.flatMap((unit): [PriceUnit, number][] => (usd[unit] === undefined ? [] : [[unit, usd[unit]]]))
}

/** A rule in words, such as `$0.25 an image at 1536x1024 or 1024x1536`. */
export function describeRule(rule: PriceRule): string {
  const amounts = amountsOf(rule).map(([unit, usd]) => {
    const begun = unit === 'megapixel' && rule.wholeMegapixels ? 'a started megapixel' : UNIT_WORDS[unit]
    return `${priceText(usd)} ${begun}`
  })
  const { sizes, resolutions, maxPixels, audio, qualities } = rule.when
  const conditions = [
    ...(sizes === undefined ? [] : [`at ${sizes.join(' or ')}`]),
    ...(resolutions === undefined ? [] : [`at ${resolutions.join(' or ')}`]),
    ...(maxPixels === undefined ? [] : [`up to ${decimal(maxPixels / 1_000_000)} megapixels`]),
    ...(audio === undefined ? [] : [audio ? 'with sound' : 'without sound']),
    ...(qualities === undefined ? [] : [`in quality ${qualities.join(' or ')}`]),
  ]
  const isNothing = Object.values(rule.usd).every((amount) => amount === 0)
  return [isNothing ? 'Free' : amounts.join(' and '), ...conditions].join(' ')
}

/** A price in words. */
export function describePrice({ rules }: Price): string {
  return rules.map(describeRule).join('; ')
}

/** A number without an exponent, to the billionth of a dollar. */
function decimal(value: number): string {
  return value.toFixed(9).replace(/\.?0+$/, '')
}

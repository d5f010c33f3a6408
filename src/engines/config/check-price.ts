import { SETTINGS } from '../../core/tasks/settings.ts'
import { RESOLUTIONS } from '../../core/tasks/resolution.ts'
import { parseDimensions } from '../../core/tasks/size.ts'
import { checkFields, flag, isRecord, type Check } from './check-fields.ts'

// Far above any real price: a larger number must be in another currency or unit.
const MOST_USD = 100_000
// Prices are counted to the billionth of a dollar; anything less would be nothing, and must be a mistake.
const LEAST_USD = 1e-9

/** Every name under which a rule has an amount. */
const AMOUNTS = ['perTask', 'perImage', 'perInputImage', 'perSecond', 'perMegapixel'] as const
export type AmountName = (typeof AMOUNTS)[number]

const usd: Check = (value) =>
  typeof value === 'number' && (value === 0 || (value >= LEAST_USD && value <= MOST_USD))
    ? undefined
    : `must be US dollars, from ${LEAST_USD} to ${MOST_USD}, or 0 if it is free`

const oneOrMore =
  (isOne: (text: string) => boolean, wanted: string): Check =>
  (value) => {
    const all: unknown[] = Array.isArray(value) ? value : [value]
    const isGood = all.length > 0 && all.every((each) => typeof each === 'string' && isOne(each))
    return isGood ? undefined : `must be ${wanted}, or a list of these`
  }

const options: Check = (value) =>
  isRecord(value) && Object.values(value).every((each) => ['string', 'number', 'boolean'].includes(typeof each))
    ? undefined
    : 'must be an object whose values are text, numbers, true or false'

const maxPixels: Check = (value) =>
  Number.isInteger(value) && Number(value) > 0 ? undefined : 'must be a whole number of pixels, width times height'

const WHEN = {
  size: oneOrMore((text) => parseDimensions(text) !== undefined, 'a size such as 1024x1024'),
  resolution: oneOrMore((text) => RESOLUTIONS.some((name) => name === text), `one of ${RESOLUTIONS.join(', ')}`),
  maxPixels,
  audio: flag,
  quality: oneOrMore(
    (text) => SETTINGS.quality.form.values.some((name) => name === text),
    `one of ${SETTINGS.quality.form.values.join(', ')}`,
  ),
  options,
}

const RULE: Readonly<Record<string, Check>> = {
  when: () => undefined,
  ...Object.fromEntries(AMOUNTS.map((name) => [name, usd])),
  wholeMegapixels: flag,
}

/** What is wrong with a price, field by field: one rule, or a list of which the first matching one applies. */
export function priceProblems(where: string, price: unknown): string[] {
  if (!Array.isArray(price)) return ruleProblems(where, price)
  if (price.length === 0) return [`${where} must not be empty: leave it out if it is unknown`]
  const problems = price.flatMap((rule, index) => ruleProblems(`${where}[${index}]`, rule))
  const isOpen = (rule: unknown): boolean => isRecord(rule) && rule['when'] === undefined
  const first = price.findIndex(isOpen)
  if (first !== -1 && first < price.length - 1)
    problems.push(`${where}[${first}] matches everything, so later rules never apply: put it last`)
  return problems
}

function ruleProblems(where: string, rule: unknown): string[] {
  const problems = checkFields(where, rule, RULE)
  if (!isRecord(rule)) return problems
  if (!AMOUNTS.some((name) => rule[name] !== undefined))
    problems.push(`${where} has no amount: write { perImage: 0.04 } or { perSecond: 0.1 }, in US dollars`)
  if (rule['wholeMegapixels'] !== undefined && rule['perMegapixel'] === undefined)
    problems.push(`${where}.wholeMegapixels has no effect without perMegapixel`)
  return rule['when'] === undefined ? problems : [...problems, ...checkFields(`${where}.when`, rule['when'], WHEN)]
}

/** Units that a price cannot count in results of this kind. */
export function priceContradictions(where: string, price: unknown, kind: unknown): string[] {
  const rules: unknown[] = Array.isArray(price) ? price : [price]
  const names = new Set(rules.flatMap((rule) => (isRecord(rule) ? Object.keys(rule) : [])))
  if (kind === 'image' && names.has('perSecond')) return [`${where}: an image has no length in seconds; use perImage`]
  if (kind === 'video' && names.has('perImage'))
    return [`${where}: perImage does not apply to a video; use perSecond or perTask`]
  if (kind === 'video' && names.has('perMegapixel'))
    return [`${where}: a video is not counted in megapixels; use perSecond, with when for its resolution`]
  return []
}

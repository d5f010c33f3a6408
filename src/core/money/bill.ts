import { amountsOf, type Price, type PriceRule } from './price.ts'
import type { Resolution } from '../tasks/resolution.ts'
import { parseDimensions, type Dimensions } from '../tasks/size.ts'

/** The minimum and maximum of a value. */
export type Interval = { least: number; most: number }

/** What is known about one result, finished or expected; `unknown` if nobody can tell. */
export type Output = {
  size: Dimensions | 'unknown'
  pixels: Interval | 'unknown'
  /** Null if it belongs to no class. */
  resolution: Resolution | null | 'unknown'
  ms: number | 'unknown'
  /** Whether sound was requested; `unknown` if the model has no choice. */
  audio: boolean | 'unknown'
  quality: string
}

/** What must be paid for, and its inputs. */
export type Bill = { outputs: readonly Output[]; references: number }

type Answer = 'yes' | 'no' | 'maybe'
/** In billionths of a millionth of a dollar: whole numbers, so that sums of any length stay exact. */
type Amount = { least: bigint; most: bigint }

// The tolerance within which a requested size may be mapped.
const SIZE_TOLERANCE = 0.03
const NANOS = 1e9
const PIXELS_OF_A_WHOLE_MEGAPIXEL = 1024 * 1024
const PARTS_OF_A_MICRO = 1_000_000_000n

/**
 * The total of a bill in whole millionths of a dollar, rounded once; `unknown` if a rule or a measurement is missing.
 */
export function billTotal(price: Price, { outputs, references }: Bill): Interval | 'unknown' {
  let total: Amount = { least: 0n, most: 0n }
  for (const [index, output] of outputs.entries()) {
    const amount = outputAmount(price, output, index === 0 ? references : undefined)
    if (amount === undefined) return 'unknown'
    total = { least: total.least + amount.least, most: total.most + amount.most }
  }
  return { least: inMicros(total.least), most: inMicros(total.most) }
}

/** The rules that may apply to a result, up to the first that certainly matches; empty if possibly none matches. */
export function possibleRules({ rules }: Price, output: Output): readonly PriceRule[] {
  const possible: PriceRule[] = []
  for (const rule of rules) {
    const answer = fits(rule, output)
    if (answer !== 'no') possible.push(rule)
    if (answer === 'yes') return possible
  }
  return []
}

/** Undefined if it is unknown. A price per task goes with its first result. */
function outputAmount(price: Price, output: Output, references: number | undefined): Amount | undefined {
  const amounts = possibleRules(price, output).map((rule) => ruleAmount(rule, output, references))
  let widest: Amount | undefined
  for (const amount of amounts) {
    if (amount === undefined) return undefined
    widest = widest === undefined ? amount : join(widest, amount)
  }
  return widest
}

function ruleAmount(rule: PriceRule, output: Output, references: number | undefined): Amount | undefined {
  let sum: Amount = { least: 0n, most: 0n }
  for (const [unit, usd] of amountsOf(rule)) {
    // A price of zero for an unknown number is zero.
    const parts = usd === 0 ? { least: 0n, most: 0n } : partsOf(unit, rule, output, references)
    if (parts === undefined) return undefined
    const nanos = BigInt(Math.round(usd * NANOS))
    sum = { least: sum.least + nanos * parts.least, most: sum.most + nanos * parts.most }
  }
  return sum
}

/** The number of units, in millionths. */
function partsOf(
  unit: ReturnType<typeof amountsOf>[number][0],
  { wholeMegapixels }: PriceRule,
  { ms, pixels }: Output,
  references: number | undefined,
): Amount | undefined {
  switch (unit) {
    case 'image':
      return exactly(1)
    case 'task':
      return exactly(references === undefined ? 0 : 1)
    case 'input_image':
      return exactly(references ?? 0)
    case 'second':
      return ms === 'unknown' ? undefined : exactly(Math.round(ms) / 1000)
    case 'megapixel': {
      if (pixels === 'unknown') return undefined
      const parts = (count: number): bigint =>
        wholeMegapixels ? millionths(Math.ceil(count / PIXELS_OF_A_WHOLE_MEGAPIXEL)) : BigInt(Math.round(count))
      return { least: parts(pixels.least), most: parts(pixels.most) }
    }
  }
}

function exactly(count: number): Amount {
  return { least: millionths(count), most: millionths(count) }
}

function millionths(count: number): bigint {
  return BigInt(Math.round(count * 1_000_000))
}

function join(one: Amount, other: Amount): Amount {
  return {
    least: one.least < other.least ? one.least : other.least,
    most: one.most > other.most ? one.most : other.most,
  }
}

function inMicros(amount: bigint): number {
  return Number((amount + PARTS_OF_A_MICRO / 2n) / PARTS_OF_A_MICRO)
}

function fits({ when: { sizes, resolutions, maxPixels, audio, qualities } }: PriceRule, output: Output): Answer {
  const answers: Answer[] = []
  if (sizes !== undefined) answers.push(isOneOf(sizes, output.size))
  if (resolutions !== undefined) answers.push(isNamed(resolutions, output.resolution))
  if (maxPixels !== undefined) answers.push(isWithin(maxPixels, output.pixels))
  if (audio !== undefined) answers.push(isAmong([audio], output.audio))
  if (qualities !== undefined) answers.push(isAmong(qualities, output.quality))
  if (answers.includes('no')) return 'no'
  return answers.includes('maybe') ? 'maybe' : 'yes'
}

function isOneOf(sizes: readonly string[], size: Output['size']): Answer {
  if (size === 'unknown') return 'maybe'
  const near = (made: number, wanted: number): boolean => Math.abs(made / wanted - 1) <= SIZE_TOLERANCE
  const known = sizes.map((text) => parseDimensions(text)).filter((each) => each !== undefined)
  return known.some(({ width, height }) => near(size.width, width) && near(size.height, height)) ? 'yes' : 'no'
}

function isNamed(names: readonly string[], name: Output['resolution']): Answer {
  if (name === 'unknown') return 'maybe'
  return name !== null && names.includes(name) ? 'yes' : 'no'
}

function isAmong<Value>(values: readonly Value[], value: Value | 'unknown'): Answer {
  if (value === 'unknown') return 'maybe'
  return values.includes(value) ? 'yes' : 'no'
}

function isWithin(limit: number, pixels: Output['pixels']): Answer {
  if (pixels === 'unknown') return 'maybe'
  if (pixels.most <= limit) return 'yes'
  return pixels.least > limit ? 'no' : 'maybe'
}

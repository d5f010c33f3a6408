import { billTotal, possibleRules, type Output } from './bill.ts'
import type { Model } from '../tasks/model.ts'
import { chosenFor, possibleOutputs, type Asked } from '../tasks/possible-outputs.ts'
import { describeRule, isFree, type PriceSource } from './price.ts'
import { resolutionNamed, resolutionOf } from '../tasks/resolution.ts'

/** The cost of a result, in millionths of a dollar; null if unknown. */
export type Cost = {
  micros: number | null
  /** The source of the price; absent if none was used. */
  source?: PriceSource
  /** The explanation: the rule, or why there is nothing to pay or nothing known. */
  basis?: string
}

/** The estimated cost of a task before anything is spent. */
export type Estimate =
  | { kind: 'exact'; micros: number }
  | { kind: 'range'; minMicros: number; maxMicros: number }
  | { kind: 'unknown'; reason: string }

/** A result as it was measured; null if that was impossible. */
export type Measured = { width: number | null; height: number | null; durationMs: number | null }

type Priced = Pick<Model, 'id' | 'price' | 'sizes' | 'seconds' | 'takes' | 'usual'>

// Encoders end a clip with a frame more or less, which a provider that sells five seconds does not bill.
const LENGTH_TOLERANCE_MS = 250

/** The cost of one task of the model. Pure and cheap: it looks at rules, never at pictures. */
export function estimateCost(model: Priced, asked: Asked): Estimate {
  const { price, id } = model
  if (price === undefined) return { kind: 'unknown', reason: `No price is set for the model '${id}'.` }
  const outputs = possibleOutputs(model, asked)
  const totals = outputs.map((output) => billTotal(price, { outputs: [output], references: asked.references.length }))
  const known = totals.filter((total) => total !== 'unknown')
  if (known.length === 0 || known.length < totals.length) return { kind: 'unknown', reason: whyOpen(model, outputs) }
  const least = Math.min(...known.map((total) => total.least))
  const most = Math.max(...known.map((total) => total.most))
  return least === most ? { kind: 'exact', micros: least } : { kind: 'range', minMicros: least, maxMicros: most }
}

/**
 * The cost of the results, at the price of the model that made them. What could not be measured counts as requested.
 */
export function costOf(
  model: Priced,
  made: readonly Measured[],
  asked: Pick<Asked, 'effective' | 'settings' | 'references'>,
): Cost {
  const { price, id } = model
  if (price === undefined) return { micros: null, basis: `No price is set for the model '${id}'.` }
  const { source } = price
  const outputs = made.map((each) => measuredOutput(model, each, asked))
  const total = billTotal(price, { outputs, references: asked.references.length })
  if (total === 'unknown' || total.least !== total.most)
    return { micros: null, source, basis: 'No price rule matches the result, or it could not be measured.' }
  const rules = outputs.map((output) => possibleRules(price, output).at(-1)).filter((rule) => rule !== undefined)
  return { micros: total.least, source, basis: [...new Set(rules.map(describeRule))].join('; ') }
}

/** The cost of a failed task. */
export function costOfFailure(model: Priced | undefined, mayBeBilled: boolean): Cost {
  const price = model?.price
  if (price !== undefined && isFree(price)) return { micros: 0, source: price.source, basis: 'Free' }
  if (!mayBeBilled) return { micros: 0, basis: 'Nothing was made.' }
  return {
    micros: null,
    basis: 'The task ended while its job may still have been running, so the provider may bill for it.',
  }
}

/** The cost of a task that any of several models may make. */
export function joinEstimates([first, ...others]: readonly [Estimate, ...Estimate[]]): Estimate {
  return others.reduce((one, other): Estimate => {
    if (one.kind === 'unknown') return one
    if (other.kind === 'unknown') return other
    const [a, b] = [rangeOf(one), rangeOf(other)]
    const [least, most] = [Math.min(a.least, b.least), Math.max(a.most, b.most)]
    return least === most ? { kind: 'exact', micros: least } : { kind: 'range', minMicros: least, maxMicros: most }
  }, first)
}

/** Millionths of a dollar as dollars for people. */
export function usdOf(micros: number): number
export function usdOf(micros: number | null): number | null
export function usdOf(micros: number | null): number | null {
  return micros === null ? null : micros / 1_000_000
}

/** The bounds of a known estimate. */
export function rangeOf(estimate: Exclude<Estimate, { kind: 'unknown' }>): { least: number; most: number } {
  return estimate.kind === 'exact'
    ? { least: estimate.micros, most: estimate.micros }
    : { least: estimate.minMicros, most: estimate.maxMicros }
}

function measuredOutput(
  model: Priced,
  made: Measured,
  { effective: told, settings }: Pick<Asked, 'effective' | 'settings'>,
): Output {
  const { ms: orderedMs, ...chosen } = chosenFor(model, settings)
  const width = made.width ?? told?.width ?? null
  const height = made.height ?? told?.height ?? null
  const ms = lengthOf(made.durationMs, orderedMs)
  if (width === null || height === null)
    return { size: 'unknown', pixels: 'unknown', resolution: resolutionNamed(told?.resolution), ms, ...chosen }
  const pixels = width * height
  return {
    size: { width, height },
    pixels: { least: pixels, most: pixels },
    resolution: resolutionOf({ width, height }),
    ms,
    ...chosen,
  }
}

function lengthOf(durationMs: number | null, orderedMs: Output['ms']): Output['ms'] {
  if (orderedMs === 'unknown') return durationMs ?? 'unknown'
  return durationMs === null || Math.abs(durationMs - orderedMs) <= LENGTH_TOLERANCE_MS ? orderedMs : durationMs
}

function whyOpen({ id, price }: Priced, outputs: readonly Output[]): string {
  const rules = price?.rules ?? []
  if (outputs.length === 0) return `The model '${id}' may refuse the ratio of the picture.`
  if (outputs.some(({ ms }) => ms === 'unknown') && rules.some(({ usd }) => (usd.second ?? 0) > 0))
    return `The model '${id}' is billed per second, and its provider decides the length of the clip.`
  return `The cost of the model '${id}' depends on a size that its provider decides, or no price rule matches the request.`
}

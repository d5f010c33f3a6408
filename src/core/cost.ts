import type { Model } from './model.ts'

const MICROS = 1_000_000

/** What a result cost, in millionths of a dollar; null where nobody named a price. */
export type Cost = { micros: number | null }

/** What a task would cost before anything is spent. */
export type Estimate =
  | { kind: 'exact'; micros: number }
  | { kind: 'range'; minMicros: number; maxMicros: number }
  | { kind: 'unknown' }

/** What one task of the model would cost. */
export function estimateCost(model: Model): Estimate {
  const { price, seconds } = model
  if (price === undefined) return { kind: 'unknown' }
  if (price.per === 'image') return { kind: 'exact', micros: Math.round(price.usd * MICROS) }
  return seconds === undefined
    ? { kind: 'unknown' }
    : { kind: 'exact', micros: Math.round(seconds * price.usd * MICROS) }
}

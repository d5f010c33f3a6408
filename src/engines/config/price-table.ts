import type { TaskKind } from '../../core/tasks/model.ts'
import type { PriceRuleConfig } from '../define-config.ts'

/** Prices of providers' models by `priceKey`, with their date. */
export type PriceTable = ReadonlyMap<string, { rules: readonly PriceRuleConfig[]; asOf: string | null }>

/** The name of a provider's model in a price table, such as `openai image gpt-image-1`. */
export function priceKey(provider: string, kind: TaskKind, model: string): string {
  return `${provider} ${kind} ${model}`
}

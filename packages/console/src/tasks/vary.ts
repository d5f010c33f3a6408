import type { Model, Receipt } from '@mediagen/client'

/** Whether the model of a request takes a seed, with which a repeat differs for sure. */
export function takesSeed(models: readonly Model[], { model, kind }: Pick<Receipt, 'model' | 'kind'>): boolean {
  return models.some((each) => each.id === model && each.kind === kind && each.seed)
}

/** What Vary does with a request. */
export function varyTitle(models: readonly Model[], request: Pick<Receipt, 'model' | 'kind'>): string {
  return takesSeed(models, request) ? 'Send the same request with a new seed' : 'Send the same request again'
}

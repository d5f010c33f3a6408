import type { Receipt } from '@mediagen/client'

export type TaskCost = NonNullable<Receipt['cost']>

/** Why a task cost nothing: where nothing was made, no price was needed, though the model may well have one. */
export function nothingText({ source }: Pick<TaskCost, 'source'>): 'Free' | 'Not charged' {
  return source === null ? 'Not charged' : 'Free'
}

import { carrySize } from '../core/carry-size.ts'
import { estimateCost, joinEstimates, type Estimate } from '../core/cost.ts'
import { AppError } from '../core/errors.ts'
import type { Model } from '../core/model.ts'
import type { Asked } from '../core/possible-outputs.ts'
import { resolveSize } from '../core/size.ts'
import type { Catalog } from '../ports/engine.ts'

/** What a task asks for, as far as its price depends on it. */
export type Wish = Asked & { seed: number | null }

// Which shape a fallback is asked for follows from what the first model made of a picture that nobody has seen.
const UNDECIDED: Asked['effective'] = { ratio: 'auto', width: null, height: null, resolution: null }

/** What one task would cost, whichever model makes it, and the models that may take over. */
type WholeEstimate = { estimate: Estimate; fallbacks: readonly Model[] }

/** What a task would cost that its own model makes, or one of those that may take over. */
export function estimateWithFallbacks(catalog: Pick<Catalog, 'find'>, model: Model, wish: Wish): WholeEstimate {
  const able = (model.fallbacks ?? []).flatMap((id) => {
    const other = catalog.find(model.kind, id)
    const asked = other === undefined ? undefined : carriedTo(other, wish)
    return other === undefined || asked === undefined ? [] : [{ other, estimate: estimateCost(other, asked) }]
  })
  return {
    estimate: joinEstimates([estimateCost(model, wish), ...able.map(({ estimate }) => estimate)]),
    fallbacks: able.map(({ other }) => other),
  }
}

/** The wish in the terms of another model; undefined where that could not make it. */
function carriedTo(model: Model, wish: Wish): Asked | undefined {
  if (wish.references.length > model.maxReferences || (wish.seed !== null && model.seed === 'none')) return undefined
  if (wish.effective === null) return { ...wish, effective: UNDECIDED }
  try {
    return { ...wish, effective: resolveSize(model.sizes, carrySize(wish.effective)) }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

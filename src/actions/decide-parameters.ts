import type { GenerationRequest } from '../core/generation-request.ts'
import type { Model } from '../core/model.ts'
import { seedFromPrompt } from '../core/seed.ts'
import { resolveSize } from '../core/size.ts'
import type { EffectiveParameters } from '../core/task.ts'
import type { ImageFacts } from '../ports/images.ts'

/** Tells whether the shape is left to the first reference. */
export function isShapeOpen({ aspectRatio, size }: Pick<GenerationRequest, 'aspectRatio' | 'size'>): boolean {
  return aspectRatio === null && (size === null || /^(auto|\d+p)$/i.test(size))
}

/** Decides what the engine will be told, from what was asked and the shape of the first reference. */
export function decideParameters(
  model: Model,
  asked: Pick<GenerationRequest, 'aspectRatio' | 'size' | 'seed' | 'prompt'>,
  first?: ImageFacts,
): { parameters: EffectiveParameters; warnings: string[] } {
  const { warnings, ...size } = resolveSize(model.sizes, asked, first)
  const seed = asked.seed ?? (model.seed === 'from-prompt' ? seedFromPrompt(asked.prompt) : null)
  return { parameters: { ...size, seed }, warnings }
}

import type { Model } from '@mediagen/client'
import type { Choices } from './choices.ts'
import { sentReferences } from '../references/roles.ts'
import type { Form, Kind, Reference } from './form.ts'
import { sentOptions, type OptionValues } from './options.ts'
import { settingsOf, type Settings } from './settings.ts'

/** One request, in the words of the interface. */
export type Wish = Settings & {
  kind: Kind
  model: string
  prompt: string
  aspect_ratio?: string
  size?: string
  seed?: number
  n?: number
  options?: OptionValues
  references: readonly Reference[]
}

/** What the form asks of one model; what the model does not take is left out, as it is in the form itself. */
export function wishOf(form: Form, model: string, choices: Choices): Wish {
  const isRatio = form.shape.includes(':')
  const isKnown = choices.shapes.some(({ value }) => value === form.shape) || (choices.isFree && !isRatio)
  const shape = isKnown ? form.shape : ''
  const resolution = choices.resolutions.includes(form.resolution) ? form.resolution : ''
  const size = shape !== '' && !isRatio ? shape : resolution
  const references = sentReferences(form.references.slice(0, choices.maxReferences), choices)
  return {
    kind: form.kind,
    model,
    prompt: form.prompt.trim(),
    ...(shape !== '' && isRatio && { aspect_ratio: shape }),
    ...(size !== '' && { size }),
    ...(choices.takesSeed && form.seed !== '' && { seed: Number(form.seed) }),
    ...(form.kind === 'image' && form.count > 1 && { n: form.count }),
    ...settingsOf(form.settings, choices.settings, references.length > 0),
    ...sentOptions(form.options, choices.options),
    references,
  }
}

// Every model that takes seeds takes these.
const LARGEST_SEED = 2 ** 31

/** Any seed. Left to themselves, some models make the same picture of the same words each time. */
export function newSeed(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % LARGEST_SEED
}

/** The wishes with a seed where the user left it open: the same for all models, so that they can be compared. */
export function withSeed(wishes: readonly Wish[], { takesSeed }: Choices): Wish[] {
  const seed = newSeed()
  return wishes.map((wish) => (takesSeed && wish.seed === undefined ? { ...wish, seed } : wish))
}

/**
 * Whether a repeat of the wish gets a seed of its own. A wish with a seed shows that its model takes one, also before the
 * models are known.
 */
export function canVary(models: readonly Model[], { model, kind, seed }: Wish): boolean {
  return seed !== undefined || models.some((each) => each.id === model && each.kind === kind && each.seed)
}

/** The same wish with another seed, where its model takes one. */
export function varied(models: readonly Model[], wish: Wish): Wish {
  return canVary(models, wish) ? { ...wish, seed: newSeed() } : wish
}

/** The wish as the client takes it. */
export function paramsOf(wish: Wish) {
  const { references, kind: _kind, ...rest } = wish
  const mask = references.find((each) => each.mask !== undefined)?.mask
  return {
    ...rest,
    ...(references.length > 0 && {
      image: references.map(({ url, role }) => (role === undefined ? url : { url, role })),
    }),
    ...(mask !== undefined && { mask }),
  }
}

/** Characters as the service counts them: code points. */
export function lengthOf(text: string): number {
  let count = 0
  for (const _point of text) count += 1
  return count
}

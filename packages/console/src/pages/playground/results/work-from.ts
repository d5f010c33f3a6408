import type { Model, Receipt } from '@mediagen/client'
import { editForm, formStore, type Kind } from '../form/form.ts'
import { referenceTo } from '../references/read-picture.ts'

/** What another model does to a picture in one step. */
export type Step = Exclude<Model['does'], 'generate'>

/** A model of this kind that takes a picture: the one in the form, the one that made it, or one that is ready. */
export function takerOf(models: readonly Model[], kind: Kind, maker: string): string | undefined {
  const takers = models.filter((model) => model.kind === kind && model.max_references > 0 && model.does === 'generate')
  const named = [...formStore.get().models[kind], maker].flatMap((name) => takers.filter(({ id }) => id === name))
  const taker = named[0] ?? takers.find(({ ready }) => ready) ?? takers[0]
  return taker?.id
}

/** A model that enlarges pictures, or cuts them out. */
export function stepperOf(models: readonly Model[], step: Step): Model | undefined {
  const able = models.filter((model) => model.kind === 'image' && model.does === step)
  return able.find(({ ready, paused }) => ready && !paused) ?? able[0]
}

/** The address of what a result looks like: of a clip its first frame. */
export function pictureOf({ kind, files }: Receipt): string | undefined {
  const role = kind === 'image' ? 'output' : 'cover'
  return files.find((file) => file.role === role)?.url ?? undefined
}

/** Puts a picture into the form as its only reference; without a prompt, an empty one asks what to do with it. */
export function workFrom(
  url: string,
  { kind, model, prompt = '' }: { kind: Kind; model: string; prompt?: string },
): void {
  const { models } = formStore.get()
  editForm({
    kind,
    models: { ...models, [kind]: [model] },
    prompt,
    seed: '',
    references: [referenceTo(url)],
    lost: 0,
  })
  document.querySelector<HTMLElement>('.prompt-input')?.focus()
}

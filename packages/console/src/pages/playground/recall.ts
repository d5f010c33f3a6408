import type { Mediagen, Model, Receipt } from '@mediagen/client'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { toast } from '../../parts/overlays/toast.tsx'
import { errorText } from '../../parts/states/error-state.tsx'
import { useClient } from '../../data/session.tsx'
import { editForm, formStore } from './form/form.ts'
import type { Settings } from './form/settings.ts'
import { newReference } from './references/read-picture.ts'
import { putIntoForm } from './results/again.ts'
import { pictureOf, stepperOf, takerOf, workFrom } from './results/work-from.ts'

const PARTS = ['prompt', 'seed', 'all', 'vary', 'reference', 'edit', 'animate', 'upscale', 'cutout'] as const
const KINDS = ['image', 'video'] as const
type Part = (typeof PARTS)[number]

/**
 * Puts what the address names into the form: `?task=ID`, and `&what=prompt`, `seed` or `reference` for a part of it, `vary`
 * for all but the seed, `edit`, `animate`, `upscale` or `cutout` for its picture and a model that takes it; `?new=image` for
 * an empty form, with `&model=ID` for the same form and another model. It starts nothing: an address costs nobody anything.
 */
export function useRecall(): void {
  const client = useClient()
  const [search, setSearch] = useSearchParams()
  const id = search.get('task')
  const what = PARTS.find((part) => part === search.get('what')) ?? 'all'
  const kind = KINDS.find((each) => each === search.get('new'))
  const model = search.get('model')
  useEffect(() => {
    if (kind === undefined) return
    setSearch({}, { replace: true })
    const { models, prompt } = formStore.get()
    if (model === null) editForm({ kind, prompt: '', references: [] })
    // Another model for what is being written.
    else editForm({ kind, prompt, models: { ...models, [kind]: [model] } })
  }, [kind, model, setSearch])
  useEffect(() => {
    if (id === null) return
    // Once: a reload must not take away what was changed since.
    setSearch({}, { replace: true })
    void recall(client, id, what)
  }, [client, id, what, setSearch])
}

async function recall(client: Mediagen, id: string, what: Part): Promise<void> {
  try {
    const task = await client.tasks.get(id)
    if (isWork(what)) workWith(task, what, (await client.models.list()).data)
    else take(task, what)
  } catch (error) {
    toast(errorText(error), 'bad')
  }
}

type Work = Extract<Part, 'edit' | 'animate' | 'upscale' | 'cutout'>

function isWork(what: Part): what is Work {
  return ['edit', 'animate', 'upscale', 'cutout'].includes(what)
}

/** Its picture, and a model that does this to it. */
function workWith(task: Receipt, what: Work, models: readonly Model[]): void {
  const picture = pictureOf(task)
  if (picture === undefined) return toast('This task has no image.', 'bad')
  const kind = what === 'animate' ? 'video' : 'image'
  const isStep = what === 'upscale' || what === 'cutout'
  const model = isStep ? stepperOf(models, what)?.id : takerOf(models, kind, task.model)
  if (model === undefined) return toast('No available model can do that.', 'bad')
  return workFrom(picture, { kind, model, prompt: isStep ? task.prompt : '' })
}

function take(task: Receipt, what: Exclude<Part, Work>): void {
  const seed = what === 'vary' ? undefined : (task.effective?.seed ?? task.asked.seed ?? undefined)
  if (what === 'prompt') return editForm({ prompt: task.prompt })
  if (what === 'reference') return workFromResult(task)
  if (what === 'seed') return editForm({ seed: seed === undefined ? formStore.get().seed : String(seed) })
  const { aspect_ratio: ratio, size, seed: _seed, options, ...settings } = task.asked
  const chosen = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null)) as Settings
  putIntoForm({
    kind: task.kind,
    model: task.model,
    prompt: task.prompt,
    references: [],
    ...chosen,
    ...(options !== null && { options }),
    ...(ratio !== null && { aspect_ratio: ratio }),
    ...(size !== null && { size }),
    ...(seed !== undefined && { seed }),
  })
  // What callers upload is never served, not even to themselves.
  if (task.files.some(({ role }) => role === 'reference'))
    toast('The reference images could not be loaded. Add them again.')
  return undefined
}

/** Its first picture joins those to work from. */
function workFromResult({ id, files }: Receipt): void {
  const picture = files.find(({ role, type }) => role === 'output' && type.startsWith('image/'))
  if (typeof picture?.url !== 'string') return toast('This task has no image.', 'bad')
  editForm({ references: [...formStore.get().references, newReference(id, picture.url)] })
  return toast('Added to the reference images.')
}

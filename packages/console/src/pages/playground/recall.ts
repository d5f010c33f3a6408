import type { Mediagen, Receipt } from '@mediagen/client'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { toast } from '../../parts/overlays/toast.tsx'
import { errorText } from '../../parts/states/error-state.tsx'
import { useClient } from '../../data/session.tsx'
import { editForm, formStore } from './form/form.ts'
import type { Settings } from './form/settings.ts'
import { newReference } from './references/read-picture.ts'
import { putIntoForm } from './results/again.ts'

const PARTS = ['prompt', 'seed', 'all', 'reference'] as const
const KINDS = ['image', 'video'] as const
type Part = (typeof PARTS)[number]

/**
 * Puts what the address names into the form: `?task=ID`, and `&what=prompt`, `seed` or `reference` for a part of it;
 * `?new=image` for an empty form, with `&model=ID` for the same form and another model.
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
    take(await client.tasks.get(id), what)
  } catch (error) {
    toast(errorText(error), 'bad')
  }
}

function take(task: Receipt, what: Part): void {
  const seed = task.effective?.seed ?? task.asked.seed ?? undefined
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
    toast('Reference images cannot be loaded again: add them yourself.')
  return undefined
}

/** Its first picture joins those to work from. */
function workFromResult({ id, files }: Receipt): void {
  const picture = files.find(({ role, type }) => role === 'output' && type.startsWith('image/'))
  if (typeof picture?.url !== 'string') return toast('This task has no image.', 'bad')
  editForm({ references: [...formStore.get().references, newReference(id, picture.url)] })
  return toast('Added to the reference images.')
}

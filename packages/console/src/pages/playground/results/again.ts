import { toast } from '../../../parts/overlays/toast.tsx'
import { useModels } from '../../../data/models.ts'
import { useClient } from '../../../data/session.tsx'
import { editForm, formStore } from '../form/form.ts'
import { canVary, varied, type Wish } from '../form/request.ts'
import { optionTextsOf } from '../form/options.ts'
import { settingTextsOf } from '../form/settings.ts'
import { hasAllPictures, startRun, type Ask } from './runs.ts'

/** Asks for the same once more: with the same seed where one was given, else with another. */
export function useAgain(ask: Ask): () => void {
  const client = useClient()
  return () => {
    if (hasPicturesOrTells(ask.wish)) void startRun(client, [ask.wish])
  }
}

/** Asks for the same with another seed, where the model takes one; and what that is called. */
export function useVary({ wish }: Ask): { title: string; vary: () => void } {
  const client = useClient()
  const { data: models = [] } = useModels()
  const title = canVary(models, wish) ? 'Send the same request with a new seed' : 'Send the same request again'
  const vary = (): void => {
    if (!hasPicturesOrTells(wish)) return
    editForm({ seed: '' })
    void startRun(client, [varied(models, wish)])
  }
  return { title, vary }
}

/** Puts what was asked for back into the form, to be changed. */
export function putIntoForm(wish: Wish): void {
  const form = formStore.get()
  const references = wish.references.filter(({ url }) => url !== '')
  const isResolution = wish.size?.endsWith('p') === true
  formStore.set({
    ...form,
    kind: wish.kind,
    prompt: wish.prompt,
    models: { ...form.models, [wish.kind]: [wish.model] },
    shape: wish.aspect_ratio ?? (isResolution ? '' : (wish.size ?? '')),
    resolution: isResolution ? (wish.size ?? '') : '',
    seed: wish.seed === undefined ? '' : String(wish.seed),
    count: wish.n ?? 1,
    settings: settingTextsOf(wish),
    options: optionTextsOf(wish.options ?? {}),
    references,
    lost: wish.references.length - references.length,
  })
}

function hasPicturesOrTells(wish: Wish): boolean {
  if (hasAllPictures(wish)) return true
  putIntoForm(wish)
  toast('The reference images were too large to keep across the reload. Add them again, then generate.', 'bad')
  return false
}

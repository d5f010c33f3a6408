import { Button } from '../../../parts/controls/button.tsx'
import { editForm, formStore, type Kind } from './form.ts'

/** Prompts to begin with; the clips say what moves. */
export const IDEAS: Readonly<Record<Kind, readonly string[]>> = {
  image: [
    'a red fox in a snowy forest at dawn',
    'a sailing boat on the sea at sunset',
    'a cosy reading room with books and a cat',
  ],
  video: [
    'a sailing boat crossing the bay at sunset',
    'snow falling on a village at night',
    'a hot air balloon rising over the hills',
  ],
}

/** Each fills the prompt. */
export function IdeaList({ kind, className }: { kind: Kind; className: string }) {
  return (
    <ul className={className} aria-label="Example prompts">
      {IDEAS[kind].map((idea) => (
        <li key={idea}>
          <Button size="small" onClick={() => editForm({ prompt: idea })}>
            {idea}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** A row of them right under the prompt, for screens where the guide is further down; none where a picture is to be changed. */
export function IdeaChips({ kind }: { kind: Kind }) {
  const { references } = formStore.use()
  return references.length > 0 ? null : <IdeaList kind={kind} className="idea-chips" />
}

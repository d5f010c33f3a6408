import { Field } from '../../../parts/controls/field.tsx'
import { editForm, formStore, type Kind } from './form.ts'
import { IDEAS } from './ideas.tsx'
import { lengthOf } from './request.ts'

// From here on it is worth knowing how much room is left.
const TELL_FROM = 0.8

/** What may be asked for where there is a picture already. */
const CHANGES: Readonly<Record<Kind, string>> = {
  image: 'What to change, such as: at night, with lanterns',
  video: 'What happens, such as: the camera moves in',
}

/** On a touch screen focus would bring up the keyboard over half of the page, and no key of it is Ctrl. */
function hasKeyboard(): boolean {
  return matchMedia('(pointer: fine) and (width >= 720px)').matches
}

export function PromptField({ max, onSubmit }: { max: number; onSubmit: () => void }) {
  const { prompt, kind, references } = formStore.use()
  const length = lengthOf(prompt)
  const problem = length > max ? `The prompt is ${length - max} characters too long. The maximum is ${max}.` : undefined
  return (
    <Field
      label="Prompt"
      problem={problem}
      hint={
        length > max * TELL_FROM
          ? `${length.toLocaleString('en-US')} of ${max.toLocaleString('en-US')}`
          : hasKeyboard()
            ? 'Ctrl+Enter to generate'
            : undefined
      }
    >
      {(wired) => (
        <textarea
          {...wired}
          dir="auto"
          className="input prompt-input"
          rows={3}
          // The first thing that anybody does here.
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is a form, and this its first field
          autoFocus={hasKeyboard()}
          placeholder={references.length === 0 ? IDEAS[kind][0] : CHANGES[kind]}
          value={prompt}
          onChange={(event) => editForm({ prompt: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) onSubmit()
          }}
        />
      )}
    </Field>
  )
}

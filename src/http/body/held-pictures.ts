import { randomUUID } from 'node:crypto'
import type { ReadReference } from '../../actions/tasks/read-references.ts'
import { inWordsOf, isImageField, type GenerationForm } from './generation-form.ts'
import type { LongTexts } from './json/scan-json.ts'
import { tooManyImages } from './multipart.ts'
import { takeReferenceText, type FormDeps } from './reference-text.ts'

/** The pictures of a JSON body, taken in as it arrives; a short text stands for each in the document. */
export type HeldPictures = LongTexts & {
  /** The picture that this text stands for. */
  find(text: string): ReadReference | undefined
}

/** Every picture that is taken in is added to `held`, also when the body turns out bad behind it. */
export function heldPictures(deps: FormDeps, form: GenerationForm, held: ReadReference[]): HeldPictures {
  const pictures = new Map<string, ReadReference>()
  // No caller can know it, hence none can write a text that stands for a picture of somebody else's making.
  const unguessable = randomUUID()
  return {
    mayBeLong: (name) => isImageField(form, name),
    async take(pieces) {
      const text = form.pictureText?.(pieces) ?? pieces
      const taken = await inWordsOf(form, () => takeReferenceText(deps, text))
      if (typeof taken === 'string') return taken
      held.push(taken)
      if (held.length > deps.limits.maxImages) throw tooManyImages(form, deps.limits.maxImages)
      const standIn = `data:;held=${unguessable},${pictures.size}`
      pictures.set(standIn, taken)
      return standIn
    },
    find: (text) => pictures.get(text),
  }
}

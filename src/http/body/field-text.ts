import type { NewReference } from '../../actions/tasks/create-task.ts'
import { AppError } from '../../core/errors.ts'
import { LONGEST_PROMPT_CHARACTERS } from '../../core/tasks/generation-request.ts'
import { MAX_RESULTS } from '../../core/tasks/group.ts'
import { cutText } from '../answer/client-text.ts'
import type { Fields } from './check-fields.ts'
import { type Field, fieldOf, type GenerationForm, longestPrompt, refusalOf } from './generation-form.ts'

/** The longest prompt, in characters of four bytes; only pictures are ever longer. */
const MAX_TEXT_BYTES = 4 * LONGEST_PROMPT_CHARACTERS

/** The text of a field that must be short. */
export async function readFieldText(
  source: AsyncIterable<Uint8Array>,
  { name, form }: { name: string; form: GenerationForm },
): Promise<string> {
  const pieces: string[] = []
  let bytes = 0
  const limited = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > MAX_TEXT_BYTES) throw textTooLong(form, name)
      yield chunk
    }
  }
  for await (const piece of fieldText(limited(), name)) pieces.push(piece)
  return pieces.join('')
}

/** The text of a field as it arrives. */
export async function* fieldText(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch (cause) {
      const param = cutText(name)
      const message = `${param} is not valid UTF-8. Send text in UTF-8.`
      throw new AppError('invalid_parameter', message, { param, cause })
    }
  }
  for await (const chunk of source) yield decode(chunk)
  yield decode()
}

/** The error for a text that is longer than any field. */
export function textTooLong(form: GenerationForm, name: string): AppError {
  const field = fieldOf(form, name)
  const refusal = refusalOf(name, field)
  if (refusal !== undefined) return refusal
  const param = cutText(name)
  if (field?.means !== 'prompt')
    return new AppError('invalid_parameter', `${param} is longer than ${MAX_TEXT_BYTES} bytes.`, { param })
  const message = `The prompt has far more than the ${longestPrompt(form)} allowed characters. Shorten it.`
  return new AppError('prompt_too_long', message, { param })
}

/** The field with the number of results. It is not a parameter of a task: each task makes one. */
export function countField(description: string): Field & { means: 'own' } {
  return { means: 'own', form: { type: 'whole number', least: 1, most: MAX_RESULTS }, description }
}

/** The value of such a field; one by default. */
export function countIn({ n }: Fields): number {
  return typeof n === 'number' ? n : 1
}

/** The error of a request that was read but refused; its pictures are removed. */
export async function refusedWith(references: readonly NewReference[], error: AppError): Promise<AppError> {
  await Promise.all(references.map(async (each) => (each.from === 'bytes' ? each.spooled.discard() : undefined)))
  return error
}

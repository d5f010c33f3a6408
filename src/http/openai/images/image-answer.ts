import { type AddressDeps, addressFile, readOutputs } from '../../../actions/reading/read-task.ts'
import type { FileRecord } from '../../../core/files/file-record.ts'
import type { Task } from '../../../core/tasks/task.ts'
import type { Generation } from '../../body/read-generation.ts'
import { base64Length, type Bytes, type Piece, storedBytes } from '../../results/stream-json.ts'
import { formatOf, inWishedForm } from '../../results/wished-form.ts'
import type { ReadingParts, ResultParts } from '../../server-parts.ts'

/** The form of answer that the caller wants. */
export type AnswerWish = {
  responseFormat: 'url' | 'b64_json' | null
  /** The default: clients of such models look at a URL first, and may not be able to reach it. */
  textAlone: boolean
  format: string | null
  compression: number | null
}

const TEXT_ALONE = /^(?:chat)?gpt-image/i

/** Reads it from the API's own fields; the table has checked them. */
export function answerWish({ own, request }: Generation): AnswerWish {
  const responseFormat = own['response_format']
  return {
    responseFormat: responseFormat === 'url' || responseFormat === 'b64_json' ? responseFormat : null,
    textAlone: TEXT_ALONE.test(request.model),
    format: request.settings?.output_format ?? null,
    compression: typeof own['output_compression'] === 'number' ? own['output_compression'] : null,
  }
}

/** One result, as the answer shows it: the bytes, the URL, or both. */
export type Picture = { file: FileRecord; format: string; url: string | null; bytes: Bytes | null; isCopy: boolean }

// Text longer than this is slow to parse and heavy to hold for a client that did not ask for it.
const MOST_UNASKED_CHARACTERS = 20_000_000
// Nearly the longest string that a client can build from an answer; beyond it, a URL is better.
const MOST_CHARACTERS = 200_000_000

/** The results of successful tasks, in order. */
export async function picturesOf(
  parts: ReadingParts & ResultParts,
  tasks: readonly Task[],
  wish: AnswerWish & { addresses: AddressDeps },
): Promise<Picture[]> {
  const outputs = (await Promise.all(tasks.map(({ id }) => readOutputs(parts, id)))).flat()
  const total = outputs.reduce((sum, { file }) => sum + base64Length(file.bytes), 0)
  const isAsked = wish.responseFormat === 'b64_json'
  const asText = wish.responseFormat !== 'url' && total <= (isAsked ? MOST_CHARACTERS : MOST_UNASKED_CHARACTERS)
  const asAddress = wish.responseFormat === 'url' || !asText || (wish.responseFormat === null && !wish.textAlone)
  return Promise.all(
    outputs.map(async ({ file }) => {
      const url = asAddress ? (await addressFile(wish.addresses, file)).url : null
      if (!asText) return { file, format: formatOf(file), url, bytes: null, isCopy: false }
      return { file, url, ...(await inWishedForm(parts, { file, bytes: storedBytes(parts, file) }, wish)) }
    }),
  )
}

/** Nothing here is counted in tokens, but clients that add them up find numbers all the same. */
export const USAGE = {
  input_tokens: 0,
  input_tokens_details: { image_tokens: 0, text_tokens: 0 },
  output_tokens: 0,
  total_tokens: 0,
} as const

/** The answer to a request for images, in pieces. */
export function imageAnswer(tasks: readonly Task[], pictures: readonly Picture[]): Piece[] {
  const [first] = pictures
  const created = Math.floor((tasks[0]?.createdAt ?? 0) / 1000)
  const items = pictures.flatMap((picture, index) => [index === 0 ? '' : ',', ...itemPieces(picture)])
  const rest = JSON.stringify({ ...describePicture(first), ...identified(tasks[0]), usage: USAGE })
  return [`{"created":${created},"data":[`, ...items, `],${rest.slice(1)}`]
}

/** Facts about a picture other than the picture itself. */
export function describePicture(picture: Picture | undefined): Record<string, string> {
  const { width, height } = picture?.file ?? {}
  return {
    output_format: picture?.format ?? 'png',
    size: typeof width === 'number' && typeof height === 'number' ? `${width}x${height}` : 'auto',
  }
}

/** The end user, if one was named. */
export function identified(task: Pick<Task, 'endUser'> | undefined): { safety_identifier?: string } {
  const { endUser = null } = task ?? {}
  return endUser === null ? {} : { safety_identifier: endUser }
}

function itemPieces({ url, bytes }: Picture): Piece[] {
  const address = url === null ? '' : `"url":${JSON.stringify(url)}`
  if (bytes === null) return [`{${address}}`]
  return ['{"b64_json":"', bytes, `"${address === '' ? '' : `,${address}`}}`]
}

/** Some were made and paid for: they are the answer, and a header says why there are fewer. */
export function failureWarnings(tasks: readonly Task[]): string[] {
  const failed = tasks.filter(({ status }) => status !== 'success')
  if (failed.length === 0) return []
  const reasons = failed.map(({ id, error }) => `task ${id}: ${error?.code ?? 'failed'}: ${error?.message ?? ''}`)
  return [`${tasks.length - failed.length} of ${tasks.length} images were made.`, ...reasons]
}

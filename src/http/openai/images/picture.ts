import { type AddressDeps, addressFile, readOutputs } from '../../../actions/reading/read-task.ts'
import type { FileRecord } from '../../../core/files/file-record.ts'
import type { Task } from '../../../core/tasks/task.ts'
import { base64Length } from '../../results/base64-stream.ts'
import { storedBytes, type Bytes } from '../../results/stored-bytes.ts'
import { formatOf, inWishedForm } from '../../results/wished-form.ts'
import type { ServerParts } from '../../server-parts.ts'
import type { AnswerWish } from './answer-wish.ts'

/** One result, as its answer shows it: the bytes, the address, or both. */
export type Picture = { file: FileRecord; format: string; url: string | null; bytes: Bytes | null }

// The text of more than this is slow to parse and heavy to hold for whoever did not ask for it.
const MOST_UNASKED_CHARACTERS = 20_000_000
// The longest text that a client can make of an answer is near; an address serves it better.
const MOST_CHARACTERS = 200_000_000

/** The results of tasks that ended well, in order. */
export async function picturesOf(
  parts: ServerParts,
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
      if (!asText) return { file, format: formatOf(file), url, bytes: null }
      return { file, url, ...(await inWishedForm(parts, { file, bytes: storedBytes(parts, file) }, wish)) }
    }),
  )
}

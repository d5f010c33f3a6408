import type { Task } from '../../../core/tasks/task.ts'
import type { Piece } from '../../results/json-pieces.ts'
import type { Picture } from './picture.ts'

/** Nothing here is counted in tokens; clients that add them up find numbers all the same. */
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

/** What is known of a picture beside the picture itself. */
export function describePicture(picture: Picture | undefined): Record<string, string> {
  const { width, height } = picture?.file ?? {}
  return {
    output_format: picture?.format ?? 'png',
    size: typeof width === 'number' && typeof height === 'number' ? `${width}x${height}` : 'auto',
  }
}

/** For whom it was made, where anybody was named. */
export function identified(task: Pick<Task, 'endUser'> | undefined): { safety_identifier?: string } {
  const { endUser = null } = task ?? {}
  return endUser === null ? {} : { safety_identifier: endUser }
}

function itemPieces({ url, bytes }: Picture): Piece[] {
  const address = url === null ? '' : `"url":${JSON.stringify(url)}`
  if (bytes === null) return [`{${address}}`]
  return ['{"b64_json":"', bytes, `"${address === '' ? '' : `,${address}`}}`]
}

import { AppError } from '../../core/errors.ts'
import type { Task } from '../../core/tasks/task.ts'

type Place = Pick<Task, 'createdAt' | 'id'>

/** The place after which a next page begins, as callers hand it back to us. */
export function writeCursor({ createdAt, id }: Place): string {
  return Buffer.from(`${createdAt}.${id}`).toString('base64url')
}

/** Reads a cursor that we wrote. */
export function readCursor(text: string): Place {
  const match = /^(\d{1,15})\.(\d{1,32})$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  if (match === null) {
    throw new AppError('invalid_parameter', 'The cursor is not one that we gave out. Start without it.', {
      param: 'cursor',
    })
  }
  return { createdAt: Number(match[1]), id: match[2] ?? '' }
}

import type { FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'

export const END_USER_HEADER = 'x-mediagen-user'
/** How long the name of an end user may be. */
export const LONGEST_END_USER = 256

const VISIBLE = /^[\x21-\x7e](?:[\x20-\x7e]{0,254}[\x21-\x7e])?$/

/** For whom the caller asks, where it says so in a header; null where it does not. */
export function endUserOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const user = headers[END_USER_HEADER]
  return endUserFrom(Array.isArray(user) ? user.join(', ') : user, END_USER_HEADER)
}

/** The name of an end user as a header or a field gives it; null where it is left open. One rule, wherever it stands. */
export function endUserFrom(user: string | undefined, param: string): string | null {
  if (user === undefined || user === '') return null
  if (VISIBLE.test(user)) return user
  const what = param === END_USER_HEADER ? `The header ${param}` : param
  const message = `${what} must have at most ${LONGEST_END_USER} visible ASCII characters; an id of your own is a good choice.`
  throw new AppError('invalid_parameter', message, { param })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AddressDeps } from '../../actions/reading/read-task.ts'
import { AppError } from '../../core/errors.ts'
import { Type } from '../answer/schema.ts'

/** The base of URLs in the answer to this request: the name it was sent to, if that is ours. */
export function asAsked(deps: AddressDeps, { headers }: FastifyRequest): AddressDeps {
  const { storageUrl, signedUrl, signer } = deps
  let base: string | undefined
  return { storageUrl, signedUrl, signer, publicUrl: () => (base ??= deps.publicUrl(headers.host)) }
}

export const END_USER_HEADER = 'x-mediagen-user'
/** The maximum length of an end user's name. */
export const LONGEST_END_USER = 256

const VISIBLE = /^[\x21-\x7e](?:[\x20-\x7e]{0,254}[\x21-\x7e])?$/

/** The end user in a header; null if there is none. */
export function endUserOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const user = headers[END_USER_HEADER]
  return endUserFrom(Array.isArray(user) ? user.join(', ') : user, END_USER_HEADER)
}

/** The name of an end user from a header or a field; null if it is left open. One rule for both. */
export function endUserFrom(user: string | undefined, param: string): string | null {
  if (user === undefined || user === '') return null
  if (VISIBLE.test(user)) return user
  const what = param === END_USER_HEADER ? `The header ${param}` : param
  const message = `${what} must have at most ${LONGEST_END_USER} visible ASCII characters, such as an id of your own.`
  throw new AppError('invalid_parameter', message, { param })
}

/** How documents describe the header. */
export const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'A unique value of your choice. A retry with the same value within 24 hours returns the same task.',
    }),
  ),
})

/** The caller's own name for this request; null if it gave none. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  const message = 'Idempotency-Key must be 1 to 255 visible ASCII characters, without spaces, such as a UUID.'
  throw new AppError('invalid_parameter', message, { param: 'Idempotency-Key' })
}

// Longer waits die in the proxies on the way; a client that wants more asks again.
const LONGEST_WAIT_SECONDS = 60

export type Preference = { respondAsync: boolean; waitMs: number }

/** The caller's preferences (RFC 7240): `respond-async`, `wait=N`. Unknown preferences mean nothing. */
export function preferenceOf({ headers }: FastifyRequest): Preference {
  const preference: Preference = { respondAsync: false, waitMs: 0 }
  if (headers['prefer'] === undefined) return preference
  for (const part of [headers['prefer']].flat().join(',').split(',')) {
    const [name = '', value = ''] =
      part
        .split(';')[0]
        ?.split('=')
        .map((word) => word.trim().toLowerCase()) ?? []
    if (name === 'respond-async') preference.respondAsync = true
    const seconds = value.replace(/^"(.*)"$/, '$1')
    if (name === 'wait' && /^\d{1,6}$/.test(seconds)) {
      preference.waitMs = 1000 * Math.min(LONGEST_WAIT_SECONDS, Number(seconds))
    }
  }
  return preference
}

/** Tells the caller which preference was applied. */
export function applied(reply: FastifyReply, preference: string): void {
  reply.header('preference-applied', preference)
}

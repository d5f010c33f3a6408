import type { FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { Type } from '../answer/schema.ts'

/** How documents describe the header. */
export const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'Your own name for this request: a retry with it within 24 hours returns the same task.',
    }),
  ),
})

/** The caller's own name for this request; null when it gave none. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  const message = 'Idempotency-Key must be 1 to 255 visible ASCII characters, without spaces; a UUID is a good choice.'
  throw new AppError('invalid_parameter', message, { param: 'Idempotency-Key' })
}

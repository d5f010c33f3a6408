import type { FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { AppError } from '../../core/errors.ts'
import { unsupportedMediaType } from '../answer/error-reply.ts'
import { readJsonObject } from './json/json-body.ts'
import { isUtf8, parseContentType } from './media-type.ts'
import { discardRest, readBody } from './read-body.ts'

// These bodies hold an address or a number.
const MAX_BYTES = 16 * 1024

/** Reads a small JSON body that must fit the schema which documents it. */
export async function readJson<T extends TObject>(request: FastifyRequest, schema: T): Promise<Static<T>> {
  const type = parseContentType(request.headers['content-type'] ?? '')
  if (type?.type !== 'application/json' || !isUtf8(type)) throw unsupportedMediaType()
  const chunks = readBody(request.raw, { maxBytes: MAX_BYTES, brokenOff: 'invalid_json' })
  const body = await readJsonObject(chunks).catch((error: unknown) => {
    discardRest(request.raw)
    throw error
  })
  if (Check(schema, body)) return body
  const missing = Object.keys(schema.properties).find((name) => body[name] === undefined || body[name] === null)
  if (missing !== undefined) throw new AppError('missing_parameter', `${missing} is required.`, { param: missing })
  const [fault] = Errors(schema, body)
  const param = fault?.instancePath.split('/')[1] ?? ''
  const message = `${param === '' ? 'The body' : param} ${fault?.message ?? 'does not fit'}. Known are: ${Object.keys(schema.properties).join(', ')}.`
  throw new AppError('invalid_parameter', message, param === '' ? {} : { param })
}

import type { FastifyRequest } from 'fastify'
import { checkValues } from '../answer/check-values.ts'
import { AppError } from '../../core/errors.ts'
import { unsupportedMediaType } from '../answer/error-reply.ts'
import { readJsonObject } from './json/json-body.ts'
import { isUtf8, parseContentType } from './media-type.ts'
import { readBody } from './read-body.ts'
import type { Static, ObjectSchema } from '../answer/schema.ts'

// These bodies contain a URL or a number.
const MAX_BYTES = 16 * 1024

/** Reads a small JSON body that must match the schema which documents it. */
export async function readJson<T extends ObjectSchema>(request: FastifyRequest, schema: T): Promise<Static<T>> {
  const type = parseContentType(request.headers['content-type'] ?? '')
  if (type?.type !== 'application/json' || !isUtf8(type)) throw unsupportedMediaType()
  const chunks = readBody(request.raw, { maxBytes: MAX_BYTES, brokenOff: 'invalid_json' })
  const body = await readJsonObject(chunks)
  const misfit = checkValues(schema)(body)
  if (misfit === undefined) return body as Static<T>
  const required = (schema['required'] ?? []) as readonly string[]
  const missing = required.find((name) => body[name] === undefined || body[name] === null)
  if (missing !== undefined) throw new AppError('missing_parameter', `${missing} is required.`, { param: missing })
  const { param, rule } = misfit
  const names = (): string => `is not known. Known: ${namesBeside(schema, param).join(', ')}`
  throw new AppError('invalid_parameter', `${param} ${rule ?? names()}.`, { param })
}

/** The names in the object that contains this parameter: for `limits.inWork`, those of `limits`. */
function namesBeside(schema: ObjectSchema, param: string): string[] {
  const [outer = ''] = param.split('.', 1)
  const known = schema.properties[outer] as { properties?: object; anyOf?: { properties?: object }[] } | undefined
  const inner = known?.properties ?? known?.anyOf?.find(({ properties }) => properties !== undefined)?.properties
  return Object.keys((param === outer ? undefined : inner) ?? schema.properties)
}

import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../core/errors.ts'
import { checkGeneration } from '../../../core/tasks/generation-request.ts'
import { unsupportedMediaType } from '../../answer/error-reply.ts'
import { readJsonObject } from '../../body/json/json-body.ts'
import { isUtf8, parseContentType } from '../../body/media-type.ts'
import { readBody } from '../../body/read-body.ts'

// A prompt of the longest kind, each of its characters written out.
const MAX_BYTES = 64 * 1024

/** The one field of a remix. */
export async function readRemixPrompt(request: FastifyRequest): Promise<string> {
  const type = parseContentType(request.headers['content-type'] ?? '')
  if (type?.type !== 'application/json' || !isUtf8(type)) throw unsupportedMediaType()
  const chunks = readBody(request.raw, { maxBytes: MAX_BYTES, brokenOff: 'invalid_json' })
  const body = await readJsonObject(chunks)
  const unknown = Object.keys(body).find((name) => name !== 'prompt')
  if (unknown !== undefined) {
    const param = unknown.slice(0, 80)
    throw new AppError('invalid_parameter', `'${param}' is not a parameter here. Known are: prompt.`, { param })
  }
  const value = body['prompt'] ?? undefined
  if (value !== undefined && typeof value !== 'string') {
    throw new AppError('invalid_parameter', 'prompt must be text.', { param: 'prompt' })
  }
  const named = { name: 'model', value: 'as before' }
  return checkGeneration('video', { prompt: [{ name: 'prompt', value }], model: [named] }).prompt
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { findSigned, receiveUpload } from '../../../actions/uploads/sign-upload.ts'
import { inTurnOf, type ReadReference } from '../../../actions/tasks/read-references.ts'
import { AppError } from '../../../core/errors.ts'
import { SERVER_ERRORS } from '../../answer/describe-answers.ts'
import { Type, type Static, type TypedRoutes } from '../../answer/schema.ts'
import { refuseWhileDraining } from '../../edge/drain-connections.ts'
import { readRaw, readUpload, typeOf } from './read-upload.ts'
import { RAW_BODY, type UploadParts } from './upload-routes.ts'
import { madeAnswers, showUpload, TAKING_ERRORS, UploadSchema } from './upload-schemas.ts'

const { object, id, status, media_type, bytes, width, height, seconds, expires_at } = UploadSchema.properties
/** What a browser is told: everything except where the file can be read. */
const Received = Type.Object({ object, id, status, media_type, bytes, width, height, seconds, expires_at })
const Params = Type.Object({ uploadId: Type.String(), token: Type.String() })

const ANY_PAGE = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
const PREFLIGHT = {
  ...ANY_PAGE,
  'access-control-allow-methods': 'PUT, POST',
  'access-control-allow-headers': '*',
  'access-control-max-age': '7200',
}

/**
 * URLs that take one upload without a key. Any page may use such a URL: its end is the only secret, and credentials
 * that a browser adds are ignored.
 */
export function signedRoutes(parts: UploadParts): TypedRoutes {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => void reply.headers(ANY_PAGE))
    const url = '/uploads/:uploadId/:token'
    const described = {
      tags: ['Uploads'],
      params: Params,
      body: {
        content: {
          ...RAW_BODY,
          'multipart/form-data': { schema: Type.Object({ file: Type.String({ format: 'binary' }) }) },
        },
      },
      response: madeAnswers(Received, ['file_not_found', ...TAKING_ERRORS, ...SERVER_ERRORS]),
    }
    const options = { config: { auth: 'none' }, onRequest: refuseWhileDraining(parts) } as const
    const put = { ...described, operationId: 'putSignedUpload', summary: 'Send the file to a signed URL' }
    const post = {
      ...described,
      operationId: 'postSignedUpload',
      summary: 'Send the file to a signed URL, from a form',
    }
    app.put(url, { ...options, schema: put }, (request, reply) => receive(parts, request, reply))
    app.post(url, { ...options, schema: post }, (request, reply) => receive(parts, request, reply))
    app.options(url, { config: { auth: 'none' } }, async (_request, reply) => reply.code(204).headers(PREFLIGHT).send())
  }
}

async function receive(
  parts: UploadParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Static<typeof Received>> {
  const { uploadId, token } = request.params as Static<typeof Params>
  const waiting = await findSigned(parts, uploadId, token)
  const taking = inTurnOf(parts, waiting.keyId)
  const read = await (typeOf(request) === 'multipart/form-data'
    ? fitting(await readUpload(taking, request), waiting.bytes)
    : readRaw(taking, request, waiting.bytes))
  const { url: _url, created: _created, ...shown } = showUpload(parts, await receiveUpload(parts, waiting, read))
  reply.code(201)
  return shown
}

async function fitting(read: ReadReference, most: number): Promise<ReadReference> {
  if (read.spooled.bytes <= most) return read
  await read.spooled.discard()
  throw new AppError('payload_too_large', `The file is larger than the ${most} bytes that this URL accepts.`)
}

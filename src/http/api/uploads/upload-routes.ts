import type { FastifyRequest } from 'fastify'
import { createUpload, type UploadDeps, type UploadLimits } from '../../../actions/uploads/create-upload.ts'
import { deleteUpload, listUploads, readOwnUpload } from '../../../actions/uploads/read-uploads.ts'
import { signUpload } from '../../../actions/uploads/sign-upload.ts'
import type { AddressDeps } from '../../../actions/reading/read-task.ts'
import { inTurnOf, type ReferenceDeps, type ReferenceLimits } from '../../../actions/tasks/read-references.ts'
import { AppError } from '../../../core/errors.ts'
import type { FileRecord } from '../../../core/files/file-record.ts'
import { MEDIA_TYPES } from '../../../core/files/media-type.ts'
import { type ApiKey, hasScope } from '../../../core/keys/api-key.ts'
import { describeAnswers, errorAnswers, RANGE_ANSWER } from '../../answer/describe-answers.ts'
import { DEFAULT_PAGE, PageQuery, readCursor, showPage, writeCursor } from '../../answer/paging.ts'
import { Type, type Static, type TypedRoutes } from '../../answer/schema.ts'
import { readJson } from '../../body/read-json.ts'
import { refuseWhileDraining } from '../../edge/drain-connections.ts'
import { asAsked, IdempotencyHeader, idempotencyKeyOf } from '../../edge/request-headers.ts'
import { fileNotFound, sendFile } from '../../results/send-file.ts'
import type { AppParts, Rooms } from '../../server-parts.ts'
import { readUpload } from './read-upload.ts'
import {
  DeletedUpload,
  madeAnswers,
  showUpload,
  SignBody,
  SignedUpload,
  TAKING_ERRORS,
  UPLOAD_ERRORS,
  UploadPage,
  UploadParams,
  UploadSchema,
} from './upload-schemas.ts'

export type UploadParts = UploadDeps &
  ReferenceDeps &
  AddressDeps &
  Rooms<'uploads' | 'files' | 'keys'> &
  Pick<AppParts, 'draining'> & { limits: UploadLimits & ReferenceLimits }

const Binary = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } }
/** The file itself, as a body. */
export const RAW_BODY = Object.fromEntries([...MEDIA_TYPES, 'application/octet-stream'].map((type) => [type, Binary]))
const UPLOAD_BODY = {
  content: {
    ...RAW_BODY,
    'multipart/form-data': {
      schema: Type.Object({ file: Type.String({ format: 'binary', description: 'The picture or clip.' }) }),
    },
    'application/json': {
      schema: Type.Object(
        { url: Type.String({ description: 'An http(s) URL or a `data:` URL.' }) },
        { additionalProperties: false, examples: [{ url: 'https://example.com/cat.png' }] },
      ),
    },
  },
}

const MISSING = ['file_not_found', ...UPLOAD_ERRORS] as const
const HOUR_SECONDS = 3_600

/** A key that may create something may upload its inputs. */
function mayUpload(caller: ApiKey): void {
  if (hasScope(caller, 'images:write') || hasScope(caller, 'videos:write')) return
  const message = "This requires an API key with the 'images:write' or 'videos:write' scope."
  throw new AppError('insufficient_scope', message)
}

/** Files that are sent once and used in many requests. */
export function uploadRoutes(parts: UploadParts): TypedRoutes {
  const common = { tags: ['Uploads'] }
  const reads = { config: { auth: 'any key' } } as const
  const makes = { config: { auth: 'any key', makes: true }, onRequest: refuseWhileDraining(parts) } as const
  return async (app) => {
    app.addHook('onRequest', async ({ caller }) => mayUpload(caller))

    const create = {
      ...common,
      operationId: 'createUpload',
      summary: 'Upload a picture or a clip once',
      description:
        'Send the file itself (`curl --data-binary @cat.png -H "Content-Type: image/png"`), a form with the `file` field, or ' +
        'JSON with a `url`. Use the `id` in later requests wherever an image or a video is accepted.',
      headers: IdempotencyHeader,
      body: UPLOAD_BODY,
      response: madeAnswers(UploadSchema, [...TAKING_ERRORS, 'idempotency_conflict', ...UPLOAD_ERRORS]),
    }
    app.post('/api/ai/uploads', { ...makes, schema: create }, async (request, reply) => {
      const { caller } = request
      const idempotencyKey = idempotencyKeyOf(request)
      const read = await readUpload(inTurnOf(parts, caller.id), request)
      const upload = await createUpload(parts, { caller, read, idempotencyKey })
      reply.code(201).header('location', `/api/ai/uploads/${upload.id}`)
      return showUpload(asAsked(parts, request), upload)
    })

    const list = {
      ...common,
      operationId: 'listUploads',
      summary: 'List your uploads, newest first',
      querystring: Type.Object(PageQuery, { additionalProperties: false }),
      response: describeAnswers(UploadPage, UPLOAD_ERRORS),
    }
    app.get('/api/ai/uploads', { ...reads, schema: list }, async (request, reply) => {
      const { limit = DEFAULT_PAGE, cursor } = request.query
      const after = cursor === undefined ? {} : { after: readCursor(cursor) }
      const { uploads, next } = await listUploads(parts, request.caller, { limit, ...after })
      const bases = asAsked(parts, request)
      reply.header('cache-control', 'no-store')
      return showPage(
        uploads.map((upload) => showUpload(bases, upload)),
        next === null ? null : writeCursor(next),
      )
    })

    const sign = {
      ...common,
      operationId: 'signUpload',
      summary: 'Create a signed upload URL for a browser',
      description: '`max_bytes` counts as used storage until the file arrives or the URL expires.',
      body: SignBody,
      response: madeAnswers(SignedUpload, [...TAKING_ERRORS, ...UPLOAD_ERRORS]),
    }
    app.post('/api/ai/uploads/sign', { ...makes, schema: sign }, async (request, reply) => {
      const wish = await readJson(request, SignBody)
      reply.code(201).header('cache-control', 'no-store')
      return signFor(parts, request, wish)
    })

    const one = {
      ...common,
      operationId: 'getUpload',
      summary: 'Get an upload',
      params: UploadParams,
      response: describeAnswers(UploadSchema, MISSING),
    }
    app.get('/api/ai/uploads/:uploadId', { ...reads, schema: one }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return showUpload(asAsked(parts, request), await readOwnUpload(parts, request.caller, request.params.uploadId))
    })

    app.register(contentRoutes(parts))
  }
}

/** The bytes of an upload, and its removal. */
function contentRoutes(parts: UploadParts): TypedRoutes {
  const common = { tags: ['Uploads'], params: UploadParams }
  const content = Object.fromEntries(
    MEDIA_TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  )
  return async (app) => {
    const bytes = {
      ...common,
      operationId: 'getUploadContent',
      summary: 'Download an upload',
      response: {
        200: { description: 'The file.', content },
        206: { description: 'The requested range.', content },
        304: { description: 'Not modified.', type: 'null' },
        416: RANGE_ANSWER,
        ...errorAnswers(MISSING),
      },
    }
    const own = { auth: 'any key' } as const
    const sent = { config: { ...own, answers: MEDIA_TYPES }, schema: bytes }
    app.get('/api/ai/uploads/:uploadId/content', sent, async (request, reply) => {
      const upload = await readOwnUpload(parts, request.caller, request.params.uploadId)
      const { fileId, extension, mediaType, sha256 } = upload
      if (fileId === null || extension === null || mediaType === null || sha256 === null) throw fileNotFound()
      const file: FileRecord = { ...EMPTY, ...upload, id: fileId, extension, mediaType, sha256 }
      // The id of a stored file is the secret of its address.
      return sendFile(parts.files, reply, file, { caching: 'private, no-store', name: upload.id })
    })

    const remove = {
      ...common,
      operationId: 'deleteUpload',
      summary: 'Delete an upload',
      response: describeAnswers(DeletedUpload, ['unsupported_media_type', ...MISSING]),
    }
    app.delete('/api/ai/uploads/:uploadId', { config: own, schema: remove }, async (request) => {
      await deleteUpload(parts, request.caller, request.params.uploadId)
      return { id: request.params.uploadId, deleted: true as const }
    })
  }
}

// Fields that a task's file has and an upload lacks.
const EMPTY = { taskId: '', role: 'reference', position: 0, credentials: null, pictureHash: null } as const

async function signFor(
  parts: UploadParts,
  request: FastifyRequest,
  wish: Static<typeof SignBody>,
): Promise<Static<typeof SignedUpload>> {
  const { maxImageBytes, maxVideoBytes = maxImageBytes } = parts.limits
  const isPicture = wish.media_type?.startsWith('image/') === true
  const most = isPicture ? maxImageBytes : Math.max(maxImageBytes, maxVideoBytes)
  const maxBytes = Math.min(wish.max_bytes ?? most, most)
  const lastsMs = (wish.expires_in ?? HOUR_SECONDS) * 1000
  const { upload, token } = await signUpload(parts, {
    caller: request.caller,
    mediaType: wish.media_type ?? null,
    maxBytes,
    lastsMs,
  })
  const bases = asAsked(parts, request)
  return {
    ...showUpload(bases, upload),
    upload_url: `${bases.publicUrl()}/uploads/${upload.id}/${token}`,
    max_bytes: maxBytes,
    upload_expires_at: upload.expiresAt / 1000,
  }
}

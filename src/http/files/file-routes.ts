import type { ThumbnailDeps } from '../../actions/running/make-thumbnail.ts'
import type { AddressDeps } from '../../actions/reading/read-task.ts'
import type { FastifyPluginAsync, FastifyReply, RouteHandlerMethod } from 'fastify'
import { thumbnails, type ThumbnailMaker } from '../../actions/running/make-thumbnail.ts'
import { type FileRecord, SERVED_FORMATS, THUMBNAIL_WIDTHS } from '../../core/files/file-record.ts'
import type { FileSigner } from '../../ports/files.ts'
import { fileNotFound, sendFile } from '../results/send-file.ts'
import { sendSmall } from '../results/send-small.ts'
import { Type, type Static } from '../answer/schema.ts'
import { MEDIA_TYPES } from '../../core/files/media-type.ts'
import { errorAnswers, RANGE_ANSWER } from '../answer/describe-answers.ts'

const Bytes = { type: 'string', format: 'binary' }
const content = Object.fromEntries(MEDIA_TYPES.map((type) => [type, { schema: Bytes }]))
const ERRORS = errorAnswers([
  'invalid_parameter',
  'file_not_found',
  'rate_limit_exceeded',
  'internal_error',
  'storage_unavailable',
])
/** The answers of a file. */
const ANSWERS = {
  200: { description: 'The file.', content },
  206: { description: 'The requested range.', content },
  302: { description: 'The storage has the file, at the URL in `Location`.', type: 'null' },
  304: { description: 'Not modified.', type: 'null' },
  416: RANGE_ANSWER,
  ...ERRORS,
}

export type FileParts = ThumbnailDeps & Pick<AddressDeps, 'signer'>

const FileQuery = Type.Object(
  {
    width: Type.Optional(
      Type.Enum(THUMBNAIL_WIDTHS.map(String), {
        description:
          'The picture at this width, as WebP unless `format` says otherwise; for a video, its cover. A narrower picture ' +
          'keeps its size. A video without a cover has no thumbnail. A copy contains no Content Credentials; if the ' +
          'original does, the response has the header `x-content-credentials: not-carried`.',
      }),
    ),
    format: Type.Optional(
      Type.Enum(SERVED_FORMATS, {
        description: 'The picture in this format; for a video, its cover. Without `width`, it keeps its size.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** Results and covers, found by id in the store and never by path. Anyone who knows the URL may read. */
export function fileRoutes(parts: FileParts): FastifyPluginAsync {
  return async (app) => {
    const small = thumbnails(parts)
    // Otherwise, a picture whose client has disconnected would be written after everything was closed.
    app.addHook('onClose', () => small.settled())
    const schema = {
      tags: ['Files'],
      operationId: 'getFile',
      summary: 'Download a result or a cover',
      description:
        'URLs are unguessable and never change. Supports one byte range, ETag and HEAD. If the operator lets ' +
        'callers fetch files directly from the storage, the response redirects to a temporary URL.',
      querystring: FileQuery,
      params: Type.Object({ name: Type.String({ description: 'File id and extension.' }) }),
      headers: Type.Object({ range: Type.Optional(Type.String({ description: 'One range of bytes.' })) }),
      response: ANSWERS,
    }
    const options = { url: '/files/:name', config: { auth: 'none' }, schema } as const
    app.route({ ...options, method: ['GET', 'HEAD'], handler: serve(parts, small) })
  }
}

function serve(parts: FileParts, small: ThumbnailMaker): RouteHandlerMethod {
  return async (request, reply) => {
    const record = await findServed(parts, (request.params as { name: string }).name)
    const { width, format } = request.query as Static<typeof FileQuery>
    // A small picture is not worth a redirect.
    if (width !== undefined || format !== undefined) {
      const wish = { width: width === undefined ? undefined : Number(width), format }
      return sendSmall(reply, { files: parts.files, small }, await small.of(record, wish))
    }
    if (parts.signer !== undefined) return redirect(parts, parts.signer, reply, record)
    return sendFile(parts.files, reply, record)
  }
}

async function findServed({ store }: FileParts, name: string): Promise<FileRecord> {
  const match = /^([0-9A-Za-z]{1,64})\.([0-9a-z]{1,8})$/.exec(name)
  const record = match?.[1] === undefined ? undefined : await store.files.find(match[1])
  // A caller's upload is only for the model: serving it would make us a host for anything.
  if (record === undefined || record.role === 'reference' || record.extension !== match?.[2]) throw fileNotFound()
  return record
}

/** Redirects to the storage. The client repeats its request there, with the same range and conditions. */
async function redirect(
  { clock }: FileParts,
  signer: FileSigner,
  reply: FastifyReply,
  record: FileRecord,
): Promise<FastifyReply> {
  const { url, expiresAt } = await signer.sign(record, reply.request.method === 'HEAD' ? 'HEAD' : 'GET')
  // Half of its life: a client that follows a cached redirect has the other half left for the download.
  const maxAge = Math.max(0, Math.floor((expiresAt - clock.now() / 1000) / 2))
  return reply
    .code(302)
    .headers({
      location: url,
      'cache-control': `private, max-age=${maxAge}`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send()
}

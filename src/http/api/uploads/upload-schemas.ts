import { MEDIA_TYPES } from '../../../core/files/media-type.ts'
import { type Upload, uploadUrl } from '../../../core/files/upload.ts'
import type { FileBases } from '../../../core/files/file-record.ts'
import type { ErrorCode } from '../../../core/errors.ts'
import { errorAnswers, KEY_ERRORS, SERVER_ERRORS } from '../../answer/describe-answers.ts'
import { pageOf } from '../../answer/paging.ts'
import { orNull, Type, type Schema, type Static } from '../../answer/schema.ts'

const UPLOAD_EXAMPLE = {
  object: 'upload',
  id: 'upload_9bXc2VtQm7LsKd4WnPzR1y',
  status: 'ready',
  url: 'http://127.0.0.1:8080/api/ai/uploads/upload_9bXc2VtQm7LsKd4WnPzR1y/content',
  media_type: 'image/png',
  bytes: 48213,
  width: 1024,
  height: 768,
  seconds: null,
  created: 1767225600,
  expires_at: 1767830400,
}

const Common = {
  object: Type.Literal('upload'),
  id: Type.String({ description: 'Send this id wherever an image or video is accepted.' }),
  status: Type.Enum(['waiting', 'ready'], { description: '`waiting` until the signed URL has received the file.' }),
  url: Type.String({
    description: 'The URL of the file. You can send it instead of the id, or download the file from it with your key.',
  }),
  media_type: orNull(
    Type.String(),
    'Detected from the bytes; before they arrive, the accepted types, or null for any.',
  ),
  bytes: orNull(Type.Integer(), 'Null until the file arrives, like the other properties of the file.'),
  width: orNull(Type.Integer()),
  height: orNull(Type.Integer()),
  seconds: orNull(Type.Number(), 'Length of a video; null for pictures.'),
  created: Type.Number({ description: 'In seconds since 1970.' }),
  expires_at: Type.Number({
    description: 'When it is removed, in seconds since 1970. Tasks that used it keep a copy.',
  }),
}

export const UploadSchema = Type.Object(Common, { examples: [UPLOAD_EXAMPLE] })
export const UploadPage = pageOf(Type.Object(Common))

export const SignBody = Type.Object(
  {
    media_type: Type.Optional(
      Type.Enum([...MEDIA_TYPES, 'image/*', 'video/*'], {
        description: 'The accepted types. Default: any.',
      }),
    ),
    max_bytes: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The maximum size. Default: the limit of the service.',
      }),
    ),
    expires_in: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 86_400,
        description: 'Seconds until the URL expires. Default: 3600.',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ media_type: 'image/*', max_bytes: 5_000_000, expires_in: 600 }] },
)

export const SignedUpload = Type.Object({
  ...Common,
  upload_url: Type.String({
    description: 'Accepts one PUT or POST with the file as its body, without a key, from any web page.',
  }),
  max_bytes: Type.Integer(),
  upload_expires_at: Type.Number({ description: 'When the URL expires, in seconds since 1970.' }),
})

export const DeletedUpload = Type.Object({ id: Type.String(), deleted: Type.Literal(true) })

export const UploadParams = Type.Object({ uploadId: Type.String() })

/** The possible errors of any request about uploads. */
export const UPLOAD_ERRORS: readonly ErrorCode[] = [...KEY_ERRORS, ...SERVER_ERRORS]

/** The possible errors of receiving a file. */
export const TAKING_ERRORS: readonly ErrorCode[] = [
  'invalid_json',
  'invalid_multipart',
  'missing_parameter',
  'invalid_parameter',
  'invalid_image',
  'too_many_images',
  'image_url_unreachable',
  'payload_too_large',
  'image_too_large',
  'unsupported_media_type',
  'shutting_down',
]

export function madeAnswers<Answer extends Schema>(answer: Answer, errors: readonly ErrorCode[]) {
  return { 201: answer, ...errorAnswers([...new Set(errors)]) }
}

/** An upload as its owner sees it. */
export function showUpload(bases: FileBases, upload: Upload): Static<typeof UploadSchema> {
  const { id, fileId, mediaType, bytes, width, height, durationMs, createdAt, expiresAt } = upload
  return {
    object: 'upload',
    id,
    status: fileId === null ? 'waiting' : 'ready',
    url: uploadUrl(bases, upload),
    media_type: mediaType,
    bytes: fileId === null ? null : bytes,
    width,
    height,
    seconds: durationMs === null ? null : durationMs / 1000,
    created: createdAt / 1000,
    expires_at: expiresAt / 1000,
  }
}

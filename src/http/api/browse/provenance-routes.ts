import type { FastifyRequest } from 'fastify'
import { findOrigin, type FindOriginDeps, type KnownFile } from '../../../actions/reading/find-origin.ts'
import { AppError, type ErrorCode } from '../../../core/errors.ts'
import { takeUnit } from '../../../core/money/rate-bucket.ts'
import type { Clock } from '../../../ports/runtime.ts'
import { describeAnswers, KEY_ERRORS, SERVER_ERRORS } from '../../answer/describe-answers.ts'
import { orNull, Type, type Static, type TypedRoutes } from '../../answer/schema.ts'
import { readBody } from '../../body/read-body.ts'
import { FileCredentialsSchema } from '../task-schemas.ts'

const ProvenanceQuery = Type.Object(
  {
    sha256: Type.String({
      pattern: '^[0-9a-f]{64}$',
      'x-words': '64 lowercase hex digits',
      description: 'The SHA-256 of the whole file, in lowercase hex.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
  },
  { additionalProperties: false },
)

const Provenance = Type.Object({
  object: Type.Literal('provenance'),
  made_here: Type.Boolean({ description: 'Whether this service made the file, according to its records.' }),
  match: orNull(
    Type.Enum(['exact', 'similar']),
    'How it was found: `exact` by its bytes, `similar` because it looks like a result; null if it was not made here.',
  ),
  kind: orNull(Type.Enum(['image', 'video']), 'Image or video; null if it was not made here.'),
  model: orNull(Type.String(), 'The model; null if it was not made here.'),
  created: orNull(Type.Number(), 'When it was made, in seconds since 1970; null if it was not made here.'),
  credentials: FileCredentialsSchema,
  file_credentials: orNull(
    Type.Object({
      present: Type.Boolean({ description: 'Whether the uploaded file carries a C2PA manifest.' }),
      valid: orNull(
        Type.Boolean(),
        'Whether it is intact and matches the bytes; null if there is none, or it could not be checked.',
      ),
      signer: orNull(Type.String(), 'The signer named in the certificate, which anyone can create; null if unknown.'),
    }),
    'Content Credentials of the uploaded file, made here or not; null if no file was sent.',
  ),
})

// Any key may ask, whatever its scopes.
const ERRORS_OF_ANY_KEY = [...KEY_ERRORS.filter((code) => code !== 'insufficient_scope'), ...SERVER_ERRORS]
const ERRORS_OF_QUERIES = ['invalid_parameter', 'missing_parameter'] as const
const ERRORS_OF_UPLOADS = [
  'invalid_image',
  'image_too_large',
  'payload_too_large',
  'invalid_multipart',
  'rate_limit_exceeded',
] as const

// Comparing a picture costs more than looking up a checksum, and the clients are unknown.
const UPLOADS_OF_STRANGERS = { units: 60, windowMs: 60_000 }
// A person tries a few files; a program that checks a collection gets a key.
const STRANGER = { checksums: 60, uploads: 10 }

const about = { tags: ['Models'] }
const byChecksum = { ...about, summary: 'Check whether this service made a file', querystring: ProvenanceQuery }
const byUpload = {
  ...about,
  summary: 'Check whether this service made a file, or a picture that looks like it',
  description:
    'Send the file itself as the body, not a form: `curl --data-binary @cat.png`. Any type works. Copies of pictures in another ' +
    'size, format or quality are found; crops are not. `file_credentials` describes what the file itself claims. The file is not stored.',
  body: {
    content: {
      'application/octet-stream': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
    },
  },
}

export type ProvenanceParts = FindOriginDeps & {
  clock: Clock
  /** Whether anyone, without a key, may ask whether a file was made here. */
  provenanceIsPublic?: boolean | undefined
}

/** Says whether a file was made here, and never for whom. */
export function provenanceRoutes(parts: ProvenanceParts): TypedRoutes {
  const bySum = async (sha256: string): Promise<Static<typeof Provenance>> => {
    const origin = await parts.store.files.originOf(sha256)
    return shown({ found: origin === undefined ? undefined : { origin, match: 'exact' }, credentials: null })
  }
  const byFile = async ({ raw }: FastifyRequest, asker: string): Promise<Static<typeof Provenance>> => {
    const { maxImageBytes: maxBytes } = parts.limits
    return shown(await findOrigin(parts, readBody(raw, { maxBytes, brokenOff: 'invalid_multipart' }), asker))
  }
  return async (app) => {
    const answers = (errors: readonly ErrorCode[]) => describeAnswers(Provenance, [...new Set(errors)])
    const named = { ...byChecksum, operationId: 'getProvenance' }
    const response = answers([...ERRORS_OF_QUERIES, ...ERRORS_OF_ANY_KEY])
    app.get('/api/ai/provenance', { config: { auth: 'any key' }, schema: { ...named, response } }, async ({ query }) =>
      bySum(query.sha256),
    )
    const uploaded = { ...byUpload, operationId: 'checkProvenance' }
    const told = answers([...ERRORS_OF_UPLOADS, ...ERRORS_OF_ANY_KEY])
    app.post(
      '/api/ai/provenance',
      { config: { auth: 'any key' }, schema: { ...uploaded, response: told } },
      (request) => byFile(request, request.caller.id),
    )
    if (parts.provenanceIsPublic !== true) return
    // Nothing under /api/ is public, so this has its own path.
    const open = {
      ...byChecksum,
      operationId: 'getPublicProvenance',
      summary: `${byChecksum.summary}, without a key`,
      response: answers([...ERRORS_OF_QUERIES, 'rate_limit_exceeded', ...SERVER_ERRORS]),
    }
    const asked = { auth: 'none', perAddress: STRANGER.checksums } as const
    app.get('/provenance', { config: asked, schema: open }, async ({ query }) => bySum(query.sha256))
    const openUpload = {
      ...byUpload,
      operationId: 'checkPublicProvenance',
      summary: `${byUpload.summary}, without a key`,
      response: answers([...ERRORS_OF_UPLOADS, ...SERVER_ERRORS]),
    }
    const takePlace = strangersRate(parts)
    const sent = { auth: 'none', perAddress: STRANGER.uploads } as const
    app.post('/provenance', { config: sent, schema: openUpload }, (request) => {
      takePlace()
      return byFile(request, '')
    })
  }
}

/** Limits the uploads of all strangers together, before a byte is read. */
function strangersRate({ clock }: Pick<ProvenanceParts, 'clock'>): () => void {
  let fullAt = 0
  return () => {
    const taken = takeUnit(UPLOADS_OF_STRANGERS, fullAt, clock.elapsed())
    fullAt = taken.fullAt
    if (taken.answer.isAllowed) return
    const retryAfterSeconds = taken.answer.retryInMs / 1000
    throw new AppError('rate_limit_exceeded', 'Too many files are being checked. Try again later.', {
      retryAfterSeconds,
    })
  }
}

function shown({ found, credentials }: KnownFile): Static<typeof Provenance> {
  const { origin, match = null } = found ?? {}
  return {
    object: 'provenance',
    made_here: origin !== undefined,
    match,
    kind: origin?.kind ?? null,
    model: origin?.model ?? null,
    created: origin === undefined ? null : origin.createdAt / 1000,
    credentials: origin?.credentials ?? null,
    file_credentials: credentials,
  }
}

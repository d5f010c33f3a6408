import { describeAnswers, KEY_ERRORS, SERVER_ERRORS } from '../../answer/describe-answers.ts'
import { orNull, Type, type Static, type TypedRoutes } from '../../answer/schema.ts'
import type { ServerParts } from '../../server-parts.ts'
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
  made_here: Type.Boolean({ description: 'Whether a result with these bytes is in the records of this service.' }),
  kind: orNull(Type.Enum(['image', 'video']), 'What was asked for; null if it was not made here.'),
  model: orNull(Type.String(), 'The model; null if it was not made here.'),
  created: orNull(Type.Number(), 'When it was made, in seconds since 1970; null if it was not made here.'),
  credentials: FileCredentialsSchema,
})

// Whoever has a key may ask, whatever it is for.
const ERRORS_OF_ANY_KEY = [...KEY_ERRORS.filter((code) => code !== 'insufficient_scope'), ...SERVER_ERRORS]

/** Tells whether a file was made here, and never for whom. */
export function provenanceRoutes(parts: ServerParts): TypedRoutes {
  const answer = async (sha256: string): Promise<Static<typeof Provenance>> => {
    const origin = await parts.store.files.originOf(sha256)
    return {
      object: 'provenance',
      made_here: origin !== undefined,
      kind: origin?.kind ?? null,
      model: origin?.model ?? null,
      created: origin === undefined ? null : origin.createdAt / 1000,
      credentials: origin?.credentials ?? null,
    }
  }
  return async (app) => {
    const schema = {
      tags: ['Models'],
      operationId: 'getProvenance',
      summary: 'Whether a file was made here',
      querystring: ProvenanceQuery,
      response: describeAnswers(Provenance, ['invalid_parameter', 'missing_parameter', ...ERRORS_OF_ANY_KEY]),
    }
    app.get('/api/ai/provenance', { config: { auth: 'any key' }, schema }, async ({ query }) => answer(query.sha256))
    if (parts.provenanceIsPublic !== true) return
    // Nothing under /api/ is open to everybody, so this has an address of its own.
    const open = {
      ...schema,
      operationId: 'getPublicProvenance',
      summary: 'Whether a file was made here, for everybody',
      response: describeAnswers(Provenance, ['invalid_parameter', 'missing_parameter', ...SERVER_ERRORS]),
    }
    app.get('/provenance', { config: { auth: 'none' }, schema: open }, async ({ query }) => answer(query.sha256))
  }
}
